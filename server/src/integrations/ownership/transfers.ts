import {actorFor, type OnBehalf} from '../../messaging/on-behalf/on-behalf.ts';
import type {Actor, Permissions} from '../../messaging/permissions/permissions.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Transaction} from '../../platform/database/queryable.ts';
import {cannotManage, transferNotFound} from './errors.ts';
import type {ManagementRights} from './management-rights.ts';
import {
  deleteStaleTransfers,
  deleteTransfer,
  deleteTransferOf,
  replaceTransfer,
  selectTransferOf,
  selectTransfersTo,
  selectTransferTo,
  type TransferRow,
  type WebhookKindName,
} from './store.ts';

const DAY = 24 * 3_600_000;
/** How long the new owner can accept. */
const OFFER_LIFETIME = 7 * DAY;
const MAX_LISTED = 100;

/** A webhook that can be transferred. */
export interface OwnedWebhook {
  /** The id in the database. */
  id: string;
  /** The id in the API. */
  apiId: string;
  teamId: string;
  ownerId: string;
  /** Empty for all public channels. */
  channelId: string;
  displayName: string;
  description: string;
}

/** Describes a kind of integration for transfers. */
export interface TransferableKind {
  /** The integration, if the actor may manage it. @throws AppError 403, 404, 501 */
  managed(actor: Actor, apiId: string): Promise<OwnedWebhook>;
  /** The integration; undefined if it was deleted. */
  find(id: string): Promise<OwnedWebhook | undefined>;
  /** Which integrations of this kind the actor can manage in a team. */
  rightsIn(actor: Actor, teamId: string): Promise<ManagementRights>;
  /** @throws AppError 400 or 403 unless the user can own the integration */
  requireOwner(actor: Actor, integration: OwnedWebhook, userId: string): Promise<void>;
  /** Changes the owner if it is still `from`. Returns whether it did. */
  setOwner(tx: Transaction, id: string, owners: {from: string; to: string}): Promise<boolean>;
  /** Announces the change after it was committed. */
  changed(integration: OwnedWebhook): void;
}

/** An offer that can be accepted, with its integration. */
export interface OpenTransfer {
  row: TransferRow;
  integration: OwnedWebhook;
}

export type OwnershipTransfers = ReturnType<typeof createOwnershipTransfers>;

/**
 * Transfers integrations to new owners. An integration acts in its owner's name, so ownership requires consent: system
 * administrators transfer immediately, everyone else makes an offer that the new owner accepts.
 *
 * An offer ends when the integration is deleted or changed to reach or call something else, after a week, and when
 * either side may no longer manage such integrations in the team.
 */
export function createOwnershipTransfers({
  database,
  permissions,
  onBehalf,
}: {
  database: Database;
  permissions: Permissions;
  onBehalf: OnBehalf;
}) {
  const kinds = new Map<WebhookKindName, TransferableKind>();

  const kindOf = (kind: WebhookKindName) => kinds.get(kind)!;

  /** The current rights of an account, without a session. */
  async function rightsOf(userId: string, kind: WebhookKindName, teamId: string): Promise<ManagementRights> {
    const user = await onBehalf.activeAccount(userId);
    if ('reason' in user) return {own: false, others: false};
    return kindOf(kind).rightsIn(actorFor(user), teamId);
  }

  /** The offer with its integration, if both sides may still manage it and its owner has not changed. */
  async function open(row: TransferRow): Promise<OpenTransfer | undefined> {
    const integration = await kindOf(row.kind).find(row.integrationid);
    if (integration?.ownerId !== row.ownerid) return undefined;
    const offerer = await rightsOf(row.offeredby, row.kind, row.teamid);
    if (!(row.offeredby === row.ownerid ? offerer.own : offerer.others)) return undefined;
    const recipient = await rightsOf(row.newownerid, row.kind, row.teamid);
    return recipient.own ? {row, integration} : undefined;
  }

  /**
   * Changes the owner and deletes the offer. With `offerId`, that offer must still exist.
   *
   * @throws AppError 404 if the offer or the integration has changed in the meantime
   */
  async function changeOwner(
    kind: WebhookKindName,
    integration: OwnedWebhook,
    {userId, offerId}: {userId: string; offerId?: string},
  ): Promise<void> {
    await database.transaction(async (tx) => {
      if (offerId !== undefined && !(await deleteTransfer(tx, offerId))) throw transferNotFound();
      await deleteTransferOf(tx, {kind, integrationId: integration.id});
      const owners = {from: integration.ownerId, to: userId};
      if (!(await kindOf(kind).setOwner(tx, integration.id, owners))) throw transferNotFound();
    });
    kindOf(kind).changed(integration);
  }

  /** @throws AppError 404 if the actor has no such offer, or it has ended */
  async function requireOpen(actor: Actor, id: string): Promise<OpenTransfer> {
    const row = await selectTransferTo(database, {id, newOwnerId: actor.userId, now: Date.now()});
    const transfer = row && (await open(row));
    if (!transfer) throw transferNotFound();
    return transfer;
  }

  return {
    /** Registers a kind of integration. Call this before the server starts. */
    register(kind: WebhookKindName, transferable: TransferableKind): void {
      kinds.set(kind, transferable);
    },

    /**
     * Transfers an integration that the actor may manage: immediately to the actor, or to anyone if the actor is a
     * system administrator. Otherwise it creates an offer, which replaces an earlier one.
     *
     * @throws AppError 400 if the user cannot own it, 403, 404
     */
    async start(
      actor: Actor,
      kind: WebhookKindName,
      apiId: string,
      userId: string,
    ): Promise<{transfer: OpenTransfer; isDone: boolean}> {
      const {managed, requireOwner} = kindOf(kind);
      const integration = await managed(actor, apiId);
      await requireOwner(actor, integration, userId);
      const now = Date.now();
      const row: TransferRow = {
        id: newId(),
        kind,
        integrationid: integration.id,
        teamid: integration.teamId,
        ownerid: integration.ownerId,
        offeredby: actor.userId,
        newownerid: userId,
        createat: now,
        expiresat: now + OFFER_LIFETIME,
      };
      const transfer = {row, integration};
      if (userId === actor.userId || (await permissions.can(actor, 'manage_system'))) {
        await changeOwner(kind, integration, {userId});
        return {transfer, isDone: true};
      }
      const {own} = await rightsOf(userId, kind, integration.teamId);
      if (!own) throw cannotManage(`manage_own_${kind}s`);
      await database.transaction((tx) => replaceTransfer(tx, row));
      return {transfer, isDone: false};
    },

    /** The pending offer of an integration that the actor may manage. @throws AppError 403, 404 */
    async of(actor: Actor, kind: WebhookKindName, apiId: string): Promise<OpenTransfer | undefined> {
      const {id} = await kindOf(kind).managed(actor, apiId);
      const row = await selectTransferOf(database, {kind, integrationId: id, now: Date.now()});
      return row && open(row);
    },

    /** Cancels an offer. @throws AppError 403 if the actor may not manage the integration, 404 if there is no offer */
    async cancel(actor: Actor, kind: WebhookKindName, apiId: string): Promise<OpenTransfer> {
      const integration = await kindOf(kind).managed(actor, apiId);
      const row = await selectTransferOf(database, {kind, integrationId: integration.id, now: Date.now()});
      if (!row || !(await deleteTransfer(database, row.id))) throw transferNotFound();
      return {row, integration};
    },

    /** The offers that the actor can accept or decline, newest first, at most 100. */
    async offeredTo(actor: Actor): Promise<OpenTransfer[]> {
      const rows = await selectTransfersTo(database, {
        newOwnerId: actor.userId,
        now: Date.now(),
        limit: MAX_LISTED,
      });
      const offers: OpenTransfer[] = [];
      for (const row of rows) {
        const transfer = await open(row);
        if (transfer) offers.push(transfer);
      }
      return offers;
    },

    /**
     * Accepts an offer. The actor becomes the owner.
     *
     * @throws AppError 403 for a bot or a user who cannot own it, 404 if there is no such offer
     */
    async accept(actor: Actor, id: string): Promise<OpenTransfer> {
      const transfer = await requireOpen(actor, id);
      const {row, integration} = transfer;
      await kindOf(row.kind).requireOwner(actor, integration, actor.userId);
      await changeOwner(row.kind, integration, {userId: actor.userId, offerId: id});
      return transfer;
    },

    /** Declines an offer. @throws AppError 404 if there is no such offer */
    async decline(actor: Actor, id: string): Promise<OpenTransfer> {
      const transfer = await requireOpen(actor, id);
      if (!(await deleteTransfer(database, id))) throw transferNotFound();
      return transfer;
    },

    /**
     * Ends an offer in the transaction that changes what the integration does, so that no one accepts something that
     * they have not seen.
     */
    async end(tx: Transaction, kind: WebhookKindName, integrationId: string): Promise<void> {
      await deleteTransferOf(tx, {kind, integrationId});
    },

    /** Deletes offers that can no longer be accepted. */
    sweep: () => deleteStaleTransfers(database, Date.now()),
  };
}
