import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Actor, Permissions} from '../../messaging/permissions/permissions.ts';
import type {INCOMING_WEBHOOKS} from '../../messaging/tables/tables.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {cannotOwn, ownerChanged} from './errors.ts';
import {createOwnedIntegrations, type OwnedKind} from './owned-integrations.ts';
import type {WebhookKindName} from './store.ts';
import type {OwnedWebhook, OwnershipTransfers} from './transfers.ts';

/** What of a webhook an announcement of its change needs. */
type ChangedWebhook = Pick<WebhookRow, 'id' | 'teamid'>;

/** The columns that incoming and outgoing webhooks share. */
export interface WebhookRow
  extends Pick<
    RowOf<typeof INCOMING_WEBHOOKS>,
    'id' | 'updateat' | 'teamid' | 'channelid' | 'displayname' | 'description'
  > {}

/** What tells incoming and outgoing webhooks from each other. `Row` is how they are stored. */
export interface WebhookKind<Row> extends OwnedKind<Row> {
  name: WebhookKindName;
  apiIdOf(row: Row): string;
  findById(db: Queryable, id: string): Promise<Row | undefined>;
  /** @throws AppError unless this user can own the webhook where it posts or listens. */
  requireOwnerThere(actor: Actor, row: Row, userId: string): Promise<void>;
  /** Writes what can be edited, if the webhook still belongs to the same owner. Whether it does. */
  update(db: Queryable, row: Row): Promise<boolean>;
  /** Writes the new owner if `from` still is the owner. Whether that was so. */
  setOwner(db: Queryable, id: string, owners: {from: string; to: string; now: number}): Promise<boolean>;
  /** Deletes the webhooks of a channel. */
  deleteOfChannel(db: Queryable, channelId: string, now: number): Promise<ChangedWebhook[]>;
  /** Announces a change after its commit. */
  announce(changed: readonly ChangedWebhook[]): void;
}

/**
 * What incoming and outgoing webhooks share beyond other integrations: they act in their owner's name, so each change
 * holds on to the owner, they are transferred, and they are deleted with their channel.
 */
export function createOwnedWebhooks<Row extends WebhookRow>(
  {
    database,
    config,
    events,
    log,
    permissions,
    onBehalf,
    transfers,
  }: {
    database: Database;
    config: Config;
    events: EventBus;
    log: Logger;
    permissions: Permissions;
    onBehalf: OnBehalf;
    transfers: OwnershipTransfers;
  },
  kind: WebhookKind<Row>,
) {
  const owned = createOwnedIntegrations({database, config, permissions}, kind);

  events.subscribe('channel:archived', ({channel}) => {
    kind
      .deleteOfChannel(database, channel.id, Date.now())
      .then(kind.announce, (error) =>
        log.error({err: error, channelId: channel.id}, "could not delete an archived channel's webhooks"),
      );
  });

  /**
   * Makes sure that somebody can own a webhook: an active person, no bot, who is a member of the team or a system
   * administrator, and can use its channel. What the webhook does is done with the rights of its owner.
   *
   * @throws AppError 400; 403 if it is the actor who cannot
   */
  async function requireOwner(actor: Actor, row: Row, userId: string): Promise<void> {
    const owner = await onBehalf.activeAccount(userId);
    if ('reason' in owner) throw cannotOwn(actor, userId, owner.message);
    if (owner.isbot) throw cannotOwn(actor, userId, 'A webhook cannot belong to a bot.');
    if (await onBehalf.obstacleInTeam(userId, row.teamid)) {
      throw cannotOwn(actor, userId, `@${owner.username} is not a member of the webhook's team.`);
    }
    await kind.requireOwnerThere(actor, row, userId);
  }

  const describe = (row: Row): OwnedWebhook => ({
    id: row.id,
    apiId: kind.apiIdOf(row),
    teamId: row.teamid,
    ownerId: kind.ownerOf(row),
    channelId: row.channelid,
    displayName: row.displayname,
    description: row.description,
  });

  transfers.register(kind.name, {
    managed: async (actor, apiId) => describe(await owned.managed(actor, apiId)),
    async find(id) {
      const row = await kind.findById(database, id);
      return row && describe(row);
    },
    rightsIn: owned.rightsIn,
    async requireOwner(actor, {id, apiId}, userId) {
      const row = await kind.findById(database, id);
      if (!row) throw kind.notFound(apiId);
      await requireOwner(actor, row, userId);
    },
    setOwner: (tx, id, owners) => kind.setOwner(tx, id, {...owners, now: Date.now()}),
    changed: ({id, teamId}) => kind.announce([{id, teamid: teamId}]),
  });

  return {
    ...owned,
    announce: (row: ChangedWebhook) => kind.announce([row]),
    requireOwner,

    /**
     * Writes a changed webhook. With `endsOffer`, an offer to transfer it ends: the change is not what was offered.
     *
     * @throws AppError 403 if it belongs to somebody else by now
     */
    async save(row: Row, {endsOffer = false} = {}): Promise<Row> {
      const changed = {...row, updateat: Date.now()};
      await database.transaction(async (tx) => {
        if (endsOffer) await transfers.end(tx, kind.name, row.id);
        // Someone may have accepted the webhook since it was read.
        if (!(await kind.update(tx, changed))) throw ownerChanged();
      });
      kind.announce([row]);
      return changed;
    },
  };
}
