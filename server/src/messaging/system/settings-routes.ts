import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import {type Config, presentVersion} from '../../platform/config/config.ts';
import {describeSettings, SettingsDescription} from '../../platform/config/describe-settings.ts';
import {nestSettings} from '../../platform/config/setting-values.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {jsonMap, Millis, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {
  changesInRequest,
  presentSettings,
  type SettingsAccess,
  settingsAccess,
  settingsInRequest,
} from '../reference-settings/reference-settings.ts';
import {actorOf} from '../sessions/sessions.ts';

/** Settings by section and name; see docs/configuration.md. */
const SettingsRecord = Type.Record(Type.String(), Type.Unknown());
const SentSettings = jsonMap(500_000);

const SettingsStatus = Type.Object({
  version: Type.Integer({description: 'The active version of the settings in the database.'}),
  pinned: Type.Array(
    Type.Object({
      name: Type.String({description: 'Section and name.'}),
      source: Type.Enum(['environment', 'file']),
      place: Type.String({description: 'The environment variable, or the path of `config.json`.'}),
    }),
    {description: 'Settings that override the database on this server, so they cannot be changed here.'},
  ),
  problems: Type.Array(Type.String(), {
    description:
      'What is invalid in the database, one line each. Earlier values or defaults are used instead.',
  }),
});

const Version = Type.Object({
  version: Type.Integer(),
  create_at: Millis,
  user_id: Type.String({
    description: 'The user who changed the settings; empty for the command line and the server itself.',
  }),
  origin: Type.Enum(['initial', 'file', 'change', 'restore', 'backup'], {
    description:
      '`initial`: first start; `file`: moved from `config.json`; `change`; `restore`: of an earlier version; `backup`: adjusted while a backup was restored.',
  }),
  restored_version: Type.Integer({description: 'For `restore`, the version that was restored; otherwise 0.'}),
  changes: Type.Array(
    Type.Object({
      name: Type.String({description: 'Section and name.'}),
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
    {description: 'The changed settings. Secrets that are set are masked.'},
  ),
});

const VersionParams = Type.Object({version: Type.Integer({minimum: 1, maximum: Number.MAX_SAFE_INTEGER})});

/** Reading and changing the settings, and the history of the settings in the database. */
export function registerSettingsRoutes(
  api: HttpServer,
  {permissions, audits, config}: {permissions: Permissions; audits: Audits; config: Config},
): void {
  api.get(
    '/config',
    {
      schema: {
        summary: 'Get all settings; secrets are masked',
        description:
          'Includes settings of the reference server that this server does not have, with the values that describe its behavior. Settings that you cannot see are `null`.',
        querystring: Type.Object({remove_masked: QueryFlag, remove_defaults: QueryFlag}),
        response: {200: SettingsRecord},
      },
    },
    async (request) => {
      const access = await settingsAccess(permissions, actorOf(request));
      return presentSettings(config.get(), access, {
        masked: isFlagSet(request.query.remove_masked),
        defaults: isFlagSet(request.query.remove_defaults),
      });
    },
  );

  api.get(
    '/config/environment',
    {
      schema: {
        summary: 'List the settings set by environment variables, which cannot be changed through the API',
        response: {200: SettingsRecord},
      },
    },
    async (request) => {
      const {canRead} = await settingsAccess(permissions, actorOf(request));
      const names = [...config.pins()].filter(
        ([name, {source}]) => source === 'environment' && canRead(name),
      );
      return nestSettings(names.map(([name]) => [name, true]));
    },
  );

  api.get(
    '/config/schema',
    {
      schema: {
        summary: 'Describe all settings with their limits and defaults',
        response: {200: SettingsDescription},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return describeSettings();
    },
  );

  api.get(
    '/config/status',
    {
      schema: {
        summary: 'Get which settings this server overrides, and what is wrong with stored settings',
        response: {200: SettingsStatus},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return {
        version: config.version(),
        pinned: [...config.pins()].map(([name, {source, place}]) => ({name, source, place})),
        problems: [...config.problems()],
      };
    },
  );

  api.get(
    '/config/history',
    {
      schema: {
        summary: 'List the changes of the settings in the database, newest first',
        querystring: PagingQuery,
        response: {200: Type.Array(Version)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return (await config.history(toOffsetLimit(request.query))).map(presentVersion);
    },
  );

  /** Makes a change and audits the names of the changed settings. The caller has checked permissions. */
  async function change(
    request: FastifyRequest,
    access: SettingsAccess,
    work: (userId: string) => Promise<string[]>,
  ): Promise<Record<string, unknown>> {
    await audits.recordRequest(request, (await work(actorOf(request).userId)).join(' '));
    return presentSettings(config.get(), access);
  }

  /** Changes the settings that the user may change. */
  async function changeSent(
    request: FastifyRequest,
    sent: Record<string, unknown>,
    method: 'patch' | 'replace',
  ): Promise<Record<string, unknown>> {
    const access = await settingsAccess(permissions, actorOf(request));
    const own = settingsInRequest(sent, config.get());
    return change(request, access, (userId) =>
      access.isAdministrator
        ? config[method](own, userId)
        : config.patch(changesInRequest(own, config.get(), access), userId),
    );
  }

  /** Returns the access for actions that only system administrators can perform. */
  async function administratorAccess(request: FastifyRequest): Promise<SettingsAccess> {
    await permissions.require(actorOf(request), 'manage_system');
    return settingsAccess(permissions, actorOf(request));
  }

  api.post(
    '/config/history/:version/restore',
    {
      schema: {
        summary: 'Restore an earlier version of the settings in the database, as a new version',
        params: VersionParams,
        response: {200: SettingsRecord},
      },
    },
    async (request) =>
      change(request, await administratorAccess(request), (userId) =>
        config.restore(request.params.version, userId),
      ),
  );

  api.put(
    '/config',
    {
      schema: {
        summary: 'Replace the settings; omitted settings are reset to their defaults',
        description:
          'Users who are not system administrators change only the settings that they send, and only settings of their sections of the System Console.',
        body: SentSettings,
        response: {200: SettingsRecord},
      },
    },
    (request) => changeSent(request, request.body, 'replace'),
  );

  api.put(
    '/config/patch',
    {
      schema: {
        summary: 'Change some settings',
        body: SentSettings,
        response: {200: SettingsRecord},
      },
    },
    (request) => changeSent(request, request.body, 'patch'),
  );

  api.post(
    '/config/reload',
    {
      schema: {
        summary: 'Read the settings in the database and in `config.json` again',
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'reload_config');
      await audits.recordRequest(request, (await config.reload()).join(' '));
      return STATUS_OK;
    },
  );
}
