import Type, {type Static} from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {Id} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {LegalHolds} from './legal-holds.ts';
import {LegalHold, NewLegalHold} from './schema.ts';
import type {LegalHoldRow} from './store.ts';

/** Legal holds: `/legal_holds`. Every route requires `manage_system`. */
export function registerLegalHoldRoutes(
  api: HttpServer,
  {legalHolds, permissions, audits}: {legalHolds: LegalHolds; permissions: Permissions; audits: Audits},
): void {
  api.get(
    '/legal_holds',
    {
      schema: {
        summary: 'List legal holds, active ones first',
        querystring: PagingQuery,
        response: {200: Type.Array(LegalHold)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return (await legalHolds.list(toOffsetLimit(request.query))).map(presentHold);
    },
  );

  api.post(
    '/legal_holds',
    {
      schema: {
        summary: 'Create a legal hold',
        description:
          'Messages that match all conditions cannot be deleted permanently until the hold is released.',
        body: NewLegalHold,
        response: {201: LegalHold},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const row = await legalHolds.create(request.body, actor.userId);
      await audits.recordRequest(
        request,
        `createLegalHold id=${row.id} users=${row.userids.length} channels=${row.channelids.length} from=${row.startat} to=${row.endat}`,
      );
      return reply.code(201).send(presentHold(row));
    },
  );

  api.post(
    '/legal_holds/:hold_id/release',
    {
      schema: {
        summary: 'Release a legal hold',
        params: Type.Object({hold_id: Id}),
        response: {200: LegalHold},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const row = await legalHolds.release(request.params.hold_id, actor.userId);
      await audits.recordRequest(request, `releaseLegalHold id=${row.id}`);
      return presentHold(row);
    },
  );
}

function presentHold(row: LegalHoldRow): Static<typeof LegalHold> {
  return {
    id: row.id,
    name: row.name,
    create_at: row.createat,
    creator_id: row.creatorid,
    user_ids: row.userids,
    channel_ids: row.channelids,
    start_at: row.startat,
    end_at: row.endat,
    release_at: row.releaseat,
    released_by: row.releasedby,
  };
}
