import type {OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Actor, Permissions} from '../../messaging/permissions/permissions.ts';
import type {INCOMING_WEBHOOKS} from '../../messaging/tables/tables.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {cannotOwn, notForOthers, ownerChanged} from './errors.ts';
import {createOwnedIntegrations, type OwnedKind} from './owned-integrations.ts';
import type {WebhookKindName} from './store.ts';
import type {OwnedWebhook, OwnershipTransfers} from './transfers.ts';

/** The data for announcing the change of a webhook. */
type ChangedWebhook = Pick<WebhookRow, 'id' | 'teamid'>;

/** The columns that incoming and outgoing webhooks share. */
export interface WebhookRow
  extends Pick<
    RowOf<typeof INCOMING_WEBHOOKS>,
    'id' | 'updateat' | 'teamid' | 'channelid' | 'displayname' | 'description'
  > {}

/** The specifics of incoming and outgoing webhooks. `Row` is the database row. */
export interface WebhookKind<Row> extends OwnedKind<Row> {
  name: WebhookKindName;
  apiIdOf(row: Row): string;
  findById(db: Queryable, id: string): Promise<Row | undefined>;
  /** @throws AppError unless the user can own the webhook in its channel */
  requireOwnerThere(actor: Actor, row: Row, userId: string): Promise<void>;
  /** Updates columns of a webhook that exists and whose owner has not changed. Returns the stored row. */
  update(db: Queryable, row: Row, changes: Partial<Row>): Promise<Row | undefined>;
  /** Changes the owner if it is still `from`. Returns whether it did. */
  setOwner(db: Queryable, id: string, owners: {from: string; to: string; now: number}): Promise<boolean>;
  /** Deletes the webhooks of a channel. */
  deleteOfChannel(db: Queryable, channelId: string, now: number): Promise<ChangedWebhook[]>;
  /** Announces a change after it was committed. */
  announce(changed: readonly ChangedWebhook[]): void;
}

/**
 * The basis of incoming and outgoing webhooks. They act in their owner's name, so changes check
 * that the owner is still the same. They can be transferred, and are deleted with their channel.
 */
export function createOwnedWebhooks<Row extends WebhookRow>(
  {
    database,
    config,
    events,
    permissions,
    onBehalf,
    transfers,
  }: {
    database: Database;
    config: Config;
    events: EventBus;
    permissions: Permissions;
    onBehalf: OnBehalf;
    transfers: OwnershipTransfers;
  },
  kind: WebhookKind<Row>,
) {
  const owned = createOwnedIntegrations({database, config, permissions}, kind);

  events.untilDone('channel:archived', `${kind.name}s`, async ({channel}, {complete}) => {
    const deleted = await database.transaction(async (tx) => {
      // A second run would also delete webhooks that were created after the channel was unarchived.
      await complete(tx);
      return kind.deleteOfChannel(tx, channel.id, Date.now());
    });
    kind.announce(deleted);
  });

  /**
   * Checks that a user can own a webhook: an active user, not a bot, who is a member of the team or a system
   * administrator and can use its channel. Webhooks act with their owner's permissions.
   *
   * @throws AppError 400; 403 if the user is the actor
   */
  async function requireOwner(actor: Actor, row: Row, userId: string): Promise<void> {
    const owner = await onBehalf.activeAccount(userId);
    if ('reason' in owner) throw cannotOwn(actor, userId, owner.message);
    if (owner.isbot) throw cannotOwn(actor, userId, 'A webhook cannot belong to a bot.');
    if (await onBehalf.teamDenial(userId, row.teamid)) {
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

    /**
     * The owner of a new webhook: the user that the request names in `field`, or the actor.
     *
     * @throws AppError 403 for another user, unless the actor is a system administrator
     */
    async ownerOfNew(actor: Actor, requestedId: string | undefined, field: string): Promise<string> {
      const ownerId = requestedId || actor.userId;
      if (ownerId !== actor.userId && !(await permissions.can(actor, 'manage_system'))) {
        throw notForOthers(field);
      }
      return ownerId;
    },

    announce: (row: ChangedWebhook) => kind.announce([row]),
    requireOwner,

    /**
     * Writes these columns of a webhook, and only these, so that concurrent changes don't overwrite each other. Returns
     * the stored row. With `endsOffer`, cancels a pending transfer, because the change differs from what was offered.
     *
     * @throws AppError 403 if the owner has changed, 404 if the webhook was deleted in the meantime
     */
    async save(row: Row, changes: Partial<Row>, {endsOffer = false} = {}): Promise<Row> {
      const saved = await database.transaction(async (tx) => {
        if (endsOffer) await transfers.end(tx, kind.name, row.id);
        const stored = await kind.update(tx, row, {...changes, updateat: Date.now()});
        if (stored) return stored;
        throw (await kind.findById(tx, row.id)) ? ownerChanged() : kind.notFound(row.id);
      });
      kind.announce([row]);
      return saved;
    },
  };
}
