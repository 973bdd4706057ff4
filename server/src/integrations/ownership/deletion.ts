import type {DeletionPart} from '../../messaging/permanent-deletion/permanent-deletion.ts';

/** The column that links integrations to a permanently deleted user, team or channel, and its id. */
export function belongingTo(
  owner: Parameters<DeletionPart>[1],
  userColumn: 'UserId' | 'CreatorId',
): {column: string; id: string} {
  if ('userId' in owner) return {column: userColumn, id: owner.userId};
  if ('teamId' in owner) return {column: 'TeamId', id: owner.teamId};
  return {column: 'ChannelId', id: owner.channelId};
}

/** Deletes the offers that a user made or received. Those of deleted webhooks are removed by the sweep. */
export const deleteTransfersOf: DeletionPart = async (tx, owner) => {
  if (!('userId' in owner)) return;
  await tx.execute({
    text: 'delete from OwnershipTransfers where $1 in (OwnerId, OfferedBy, NewOwnerId)',
    values: [owner.userId],
  });
};
