import type {Static} from 'typebox';
import type {Transfer} from './schema.ts';
import type {OpenTransfer} from './transfers.ts';

/** A transfer in wire format. */
export function presentTransfer({row, integration}: OpenTransfer): Static<typeof Transfer> {
  return {
    id: row.id,
    kind: row.kind,
    display_name: integration.displayName,
    description: integration.description,
    team_id: row.teamid,
    channel_id: integration.channelId,
    owner_id: row.ownerid,
    offered_by: row.offeredby,
    new_owner_id: row.newownerid,
    create_at: row.createat,
    expires_at: row.expiresat,
  };
}
