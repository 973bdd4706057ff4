import type {Actor, Permissions} from '../../messaging/permissions/permissions.ts';
import type {Session} from '../../messaging/sessions/sessions.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {type AppError, forbidden} from '../../platform/errors/app-error.ts';
import {tooMany} from './errors.ts';
import {createManagementRights, type PermissionKind} from './management-rights.ts';

/** The specifics of a kind of integration. `Row` is its database row. */
export interface OwnedKind<Row> {
  permissions: PermissionKind;
  /** The setting that enables the kind. */
  setting: 'EnableIncomingWebhooks' | 'EnableOutgoingWebhooks' | 'EnableCommands';
  /** The noun for error messages. */
  noun: 'webhook' | 'slash command';
  /** Whether to hide its existence from users who may not manage any in its team. */
  isHidden?: boolean;
  /** Finds an integration by its id in the API. */
  find(db: Queryable, apiId: string): Promise<Row | undefined>;
  ownerOf(row: Row): string;
  disabled(): AppError;
  notFound(apiId: string): AppError;
  /** The maximum number in a team. */
  maxPerTeam: number;
  countInTeam(db: Queryable, teamId: string): Promise<number>;
}

/** The basis of all kinds of integrations: a setting enables them, and each has an owner and managers. */
export function createOwnedIntegrations<Row extends {teamid: string}>(
  {database, config, permissions}: {database: Database; config: Config; permissions: Permissions},
  kind: OwnedKind<Row>,
) {
  const management = createManagementRights(permissions, kind.permissions);

  /** @throws AppError 501 if the kind is disabled */
  function requireEnabled(): void {
    if (!config.get().ServiceSettings[kind.setting]) throw kind.disabled();
  }

  return {
    ...management,
    requireEnabled,

    /** @throws AppError 501 if the kind is disabled, 403 for a bot */
    requireCreator(actor: Session): void {
      requireEnabled();
      if (actor.isBot) throw forbidden(`a ${kind.noun} cannot belong to a bot`);
    },

    /** @throws AppError 400 if the team has the maximum number */
    async requireRoom(teamId: string): Promise<void> {
      if ((await kind.countInTeam(database, teamId)) < kind.maxPerTeam) return;
      throw tooMany(kind);
    },

    /** The columns of every new integration. */
    newRow(): {id: string; createat: number; updateat: number; deleteat: number} {
      const now = Date.now();
      return {id: newId(), createat: now, updateat: now, deleteat: 0};
    },

    /** Returns an integration that the actor may manage. @throws AppError 403, 404, 501 */
    async managed(actor: Actor, apiId: string): Promise<Row> {
      requireEnabled();
      const row = await kind.find(database, apiId);
      if (!row) throw kind.notFound(apiId);
      const place = {teamId: row.teamid, ownerId: kind.ownerOf(row)};
      if (kind.isHidden && !(await management.rightsIn(actor, place.teamId)).own) throw kind.notFound(apiId);
      await management.require(actor, place);
      return row;
    },

    /**
     * The owner whose integrations a list contains, in a team or in all: the actor, or everyone (undefined).
     *
     * @throws AppError 403 if the actor may not manage any there
     */
    async listedOwner(actor: Actor, teamId: string | undefined): Promise<string | undefined> {
      const {own, others} = await management.rightsIn(actor, teamId);
      if (!own) throw forbidden(`manage_own_${kind.permissions}`);
      return others ? undefined : actor.userId;
    },
  };
}
