import type {FastifyRequest} from 'fastify';
import type {Audits} from '../../messaging/audits/audits.ts';
import type {OpenTransfer} from './transfers.ts';

/** Adds a transfer request to the audit log. */
export function recordTransfer(audits: Audits, request: FastifyRequest, {row}: OpenTransfer): Promise<void> {
  const info = `transfer_id=${row.id} kind=${row.kind} team_id=${row.teamid} owner_id=${row.ownerid} new_owner_id=${row.newownerid}`;
  // The path of an incoming webhook contains its key.
  return audits.recordRequest(request, info, request.routeOptions.url);
}
