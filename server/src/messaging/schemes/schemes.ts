import type {Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {isUniqueViolation} from '../../platform/database/pg-errors.ts';
import {AppError, notImplemented} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {clearSchemeOfChannels} from '../channels/channels.ts';
import {isLicensed} from '../client-config/client-config.ts';
import {insertSchemeRoles, markRolesDeleted} from '../permissions/permissions.ts';
import {clearSchemeOfTeams} from '../teams/teams.ts';
import type {NewScheme, SchemePatch} from './schema.ts';
import {
  insertScheme,
  markSchemeDeleted,
  type SchemeRow,
  selectChannelsOfScheme,
  selectScheme,
  selectSchemes,
  selectTeamsOfScheme,
  updateScheme,
} from './store.ts';

export type {SchemeRow} from './store.ts';

const NAME = /^[a-z0-9_]{2,64}$/;

const CHANNEL_ROLES = ['channel_admin', 'channel_user', 'channel_guest'] as const;
const TEAM_ROLES = ['team_admin', 'team_user', 'team_guest'] as const;

export type Schemes = ReturnType<typeof createSchemes>;

/**
 * Permission schemes: sets of roles that replace the built-in ones in some teams or channels. A scheme starts with
 * copies of the built-in roles, whose permissions can then be changed like those of any role.
 */
export function createSchemes({
  database,
  events,
  config,
}: {
  database: Database;
  events: EventBus;
  config: Config;
}) {
  /** @throws AppError 404 if the scheme doesn't exist. */
  async function byId(id: string): Promise<SchemeRow> {
    const row = await selectScheme(database, id);
    if (!row) throw schemeNotFound(id);
    return row;
  }

  return {
    byId,

    /** Schemes of one scope or all, newest first. */
    list: (scope: '' | 'team' | 'channel', page: {offset: number; limit: number}) =>
      selectSchemes(database, scope, page),

    /**
     * Creates a scheme and its roles.
     *
     * @throws AppError 501 in the tier `team`; 400 for an invalid or taken name.
     */
    async create(input: Static<typeof NewScheme>): Promise<SchemeRow> {
      if (!isLicensed(config.get())) throw tierTooLow();
      const id = newId();
      const now = Date.now();
      const roles = new Map(
        [...CHANNEL_ROLES, ...(input.scope === 'team' ? TEAM_ROLES : [])].map((like) => [
          like as string,
          {id: newId(), name: newId(), displayName: `${like} of ${input.display_name}`.slice(0, 128), like},
        ]),
      );
      const roleName = (like: string) => roles.get(like)?.name ?? '';
      const row: SchemeRow = {
        id,
        name: requireName(input.name || id),
        displayname: input.display_name,
        description: input.description ?? '',
        createat: now,
        updateat: now,
        deleteat: 0,
        scope: input.scope,
        defaultteamadminrole: roleName('team_admin'),
        defaultteamuserrole: roleName('team_user'),
        defaultteamguestrole: roleName('team_guest'),
        defaultchanneladminrole: roleName('channel_admin'),
        defaultchanneluserrole: roleName('channel_user'),
        defaultchannelguestrole: roleName('channel_guest'),
      };
      await rejectTakenName(row.name, () =>
        database.transaction(async (tx) => {
          await insertSchemeRoles(tx, [...roles.values()], now);
          await insertScheme(tx, row);
        }),
      );
      return row;
    },

    /** Edits the name or description of a scheme. @throws AppError 404; 400 for an invalid or taken name. */
    async change(id: string, patch: Static<typeof SchemePatch>): Promise<SchemeRow> {
      const row = await byId(id);
      const changed = {
        name: patch.name === undefined ? row.name : requireName(patch.name),
        displayname: patch.display_name ?? row.displayname,
        description: patch.description ?? row.description,
      };
      await rejectTakenName(changed.name, () => updateScheme(database, id, changed, Date.now()));
      return byId(id);
    },

    /** Deletes a scheme and its roles; its teams and channels use the built-in roles again. @throws AppError 404. */
    async remove(id: string): Promise<void> {
      const row = await byId(id);
      const now = Date.now();
      await database.transaction(async (tx) => {
        await markSchemeDeleted(tx, id, now);
        await markRolesDeleted(tx, schemeRoleNames(row), now);
        await clearSchemeOfTeams(tx, id, now);
        await clearSchemeOfChannels(tx, id, now);
      });
      // All cached memberships, roles, teams and channels may have changed.
      events.publish('caches:stale', {});
    },

    /** The teams that use the scheme. @throws AppError 404; 400 for a channel scheme. */
    async teams(id: string, page: {offset: number; limit: number}) {
      if ((await byId(id)).scope !== 'team') throw wrongScope('teams');
      return selectTeamsOfScheme(database, id, page);
    },

    /** The channels that use the scheme. @throws AppError 404; 400 for a team scheme. */
    async channels(id: string, page: {offset: number; limit: number}) {
      if ((await byId(id)).scope !== 'channel') throw wrongScope('channels');
      return selectChannelsOfScheme(database, id, page);
    },
  };
}

function schemeRoleNames(row: SchemeRow): string[] {
  return [
    row.defaultteamadminrole,
    row.defaultteamuserrole,
    row.defaultteamguestrole,
    row.defaultchanneladminrole,
    row.defaultchanneluserrole,
    row.defaultchannelguestrole,
  ].filter((name) => name !== '');
}

function requireName(name: string): string {
  if (NAME.test(name)) return name;
  throw new AppError({
    id: 'app.scheme.save.invalid_scheme.app_error',
    message: `A scheme name must have 2 to 64 of a–z, 0–9 and "_", but "${name}" does not.`,
    status: 400,
    path: 'name',
  });
}

async function rejectTakenName(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'schemes_name_key')) throw error;
    throw new AppError({
      id: 'app.scheme.save.name_exists.app_error',
      message: `A scheme named "${name}" already exists. Choose another name.`,
      status: 400,
      path: 'name',
    });
  }
}

function schemeNotFound(id: string): AppError {
  return new AppError({
    id: 'app.scheme.get.app_error',
    message: "This scheme doesn't exist.",
    explanation: `There is no scheme with the id ${id}.`,
    status: 404,
  });
}

function wrongScope(what: 'teams' | 'channels'): AppError {
  return new AppError({
    id: `api.scheme.get_${what}_for_scheme.scope.error`,
    message: `This scheme is not for ${what}.`,
    status: 400,
  });
}

function tierTooLow(): AppError {
  return notImplemented(
    'api.scheme.create_scheme.license.error',
    'Permission schemes require the tier professional or enterprise (LicenseSettings.Tier).',
  );
}
