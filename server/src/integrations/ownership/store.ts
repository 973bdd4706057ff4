import type {OWNERSHIP_TRANSFERS} from '../../messaging/tables/tables.ts';
import type {Queryable, Transaction} from '../../platform/database/queryable.ts';
import type {RowOf} from '../../platform/database/table.ts';

/** Integrations that act in their owner's name and can be transferred. */
export type WebhookKindName = 'incoming_webhook' | 'outgoing_webhook';

/** `ownerid` is the owner at the time of the offer. */
export interface TransferRow extends RowOf<typeof OWNERSHIP_TRANSFERS, {kind: WebhookKindName}> {}

/** Adds an offer, or replaces the existing one of the integration. */
export async function replaceTransfer(tx: Transaction, row: TransferRow): Promise<void> {
  await tx.execute({
    text: `
      insert into OwnershipTransfers (Id, Kind, IntegrationId, TeamId, OwnerId, OfferedBy, NewOwnerId, CreateAt, ExpiresAt)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (Kind, IntegrationId) do update set Id = excluded.Id, OwnerId = excluded.OwnerId,
        OfferedBy = excluded.OfferedBy, NewOwnerId = excluded.NewOwnerId, CreateAt = excluded.CreateAt,
        ExpiresAt = excluded.ExpiresAt`,
    values: [
      row.id,
      row.kind,
      row.integrationid,
      row.teamid,
      row.ownerid,
      row.offeredby,
      row.newownerid,
      row.createat,
      row.expiresat,
    ],
  });
}

/** An offer to a user that has not expired. */
export function selectTransferTo(
  db: Queryable,
  {id, newOwnerId, now}: {id: string; newOwnerId: string; now: number},
): Promise<TransferRow | undefined> {
  return db.row<TransferRow>({
    text: 'select * from OwnershipTransfers where Id = $1 and NewOwnerId = $2 and ExpiresAt > $3',
    values: [id, newOwnerId, now],
  });
}

/** The offers to a user that have not expired, newest first. */
export function selectTransfersTo(
  db: Queryable,
  {newOwnerId, now, limit}: {newOwnerId: string; now: number; limit: number},
): Promise<TransferRow[]> {
  return db.rows<TransferRow>({
    text: `
      select * from OwnershipTransfers where NewOwnerId = $1 and ExpiresAt > $2
      order by CreateAt desc, Id limit $3`,
    values: [newOwnerId, now, limit],
  });
}

/** The offer of an integration that has not expired. */
export function selectTransferOf(
  db: Queryable,
  {kind, integrationId, now}: {kind: WebhookKindName; integrationId: string; now: number},
): Promise<TransferRow | undefined> {
  return db.row<TransferRow>({
    text: 'select * from OwnershipTransfers where Kind = $1 and IntegrationId = $2 and ExpiresAt > $3',
    values: [kind, integrationId, now],
  });
}

/** Returns whether the offer existed. */
export async function deleteTransfer(db: Queryable, id: string): Promise<boolean> {
  return (await db.execute({text: 'delete from OwnershipTransfers where Id = $1', values: [id]})) > 0;
}

export async function deleteTransferOf(
  db: Queryable,
  {kind, integrationId}: {kind: WebhookKindName; integrationId: string},
): Promise<void> {
  await db.execute({
    text: 'delete from OwnershipTransfers where Kind = $1 and IntegrationId = $2',
    values: [kind, integrationId],
  });
}

/** Deletes expired offers and those of deleted integrations. */
export async function deleteStaleTransfers(db: Queryable, now: number): Promise<void> {
  await db.execute({
    text: `
      delete from OwnershipTransfers t where ExpiresAt <= $1 or not exists (
        select from IncomingWebhooks h where t.Kind = 'incoming_webhook' and h.Id = t.IntegrationId and h.DeleteAt = 0
        union all
        select from OutgoingWebhooks h where t.Kind = 'outgoing_webhook' and h.Id = t.IntegrationId and h.DeleteAt = 0)`,
    values: [now],
  });
}
