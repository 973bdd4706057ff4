import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import {type Config, presentVersion} from '../../platform/config/config.ts';
import {describeSettings, SettingsDescription} from '../../platform/config/describe-settings.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {jsonMap, Millis, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
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
      'What is not valid in the database, one line each. Earlier values or defaults are in effect instead.',
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
    {schema: {summary: 'Get all settings; secrets are masked', response: {200: SettingsRecord}}},
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return presentSettings(config);
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
      await permissions.require(actorOf(request), 'manage_system');
      return config.environmentOverrides() as Record<string, unknown>;
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

  /** Makes a change after checking permission, and audits the names of the changed settings. */
  async function change(
    request: FastifyRequest,
    work: (userId: string) => Promise<string[]>,
  ): Promise<Record<string, unknown>> {
    const {userId} = actorOf(request);
    await permissions.require(actorOf(request), 'manage_system');
    await audits.recordRequest(request, (await work(userId)).join(' '));
    return presentSettings(config);
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
    (request) => change(request, (userId) => config.restore(request.params.version, userId)),
  );

  api.put(
    '/config',
    {
      schema: {
        summary: 'Replace the settings; omitted settings are reset to their defaults',
        body: SentSettings,
        response: {200: SettingsRecord},
      },
    },
    (request) => change(request, (userId) => config.replace(request.body, userId)),
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
    (request) => change(request, (userId) => config.patch(request.body, userId)),
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
      await change(request, () => config.reload());
      return STATUS_OK;
    },
  );
}

/** The shape in which all responses show the settings. */
function presentSettings(config: Config): Record<string, unknown> {
  return config.masked() as Record<string, unknown>;
}
