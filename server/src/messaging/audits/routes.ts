import Type, {type Static} from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {Id} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {AuditRow, Audits} from './audits.ts';
import {Audit, AuditQuery} from './schema.ts';

export function registerAuditRoutes(
  api: HttpServer,
  {audits, permissions}: {audits: Audits; permissions: Permissions},
): void {
  api.get(
    '/audits',
    {
      schema: {
        summary: 'List audit log entries, newest first',
        querystring: Type.Intersect([PagingQuery, AuditQuery]),
        response: {200: Type.Array(Audit)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'read_audits');
      const {user_id, term, kind, action, exclude_sign_ins, outcome, from, before} = request.query;
      const failed = outcome === undefined ? undefined : outcome === 'fail';
      const filter = {
        userId: user_id,
        term,
        kind,
        actions: action?.split(','),
        withoutSignIns: exclude_sign_ins,
        failed,
        from,
        before,
      };
      return (await audits.list(filter, toOffsetLimit(request.query))).map(presentAudit);
    },
  );

  api.get(
    '/users/:user_id/audits',
    {
      schema: {
        summary: "List a user's audit log entries, newest first",
        params: Type.Object({user_id: Id}),
        querystring: PagingQuery,
        response: {200: Type.Array(Audit)},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      return (await audits.list({userId: user_id}, toOffsetLimit(request.query))).map(presentAudit);
    },
  );
}

function presentAudit(row: AuditRow): Static<typeof Audit> {
  return {
    id: row.id,
    create_at: row.createat,
    user_id: row.userid,
    action: row.action,
    extra_info: row.extrainfo,
    ip_address: row.ipaddress,
    session_id: row.sessionid,
  };
}
