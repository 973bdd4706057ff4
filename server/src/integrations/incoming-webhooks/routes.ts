import Type, {type Static} from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {Id, looseId, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import {type Ownership, registerWebhookTransferRoutes} from '../ownership/ownership.ts';
import type {DeliveryRow, IncomingWebhooks, VisibleIncomingWebhook} from './incoming-webhooks.ts';
import {
  Delivery,
  IncomingWebhook,
  IncomingWebhookUpdate,
  NewIncomingWebhook,
  Regeneration,
} from './schema.ts';

/** Management of incoming webhooks: `/hooks/incoming`. */
export function registerIncomingWebhookRoutes(
  api: HttpServer,
  {
    incomingWebhooks,
    ownership: {transfers},
    audits,
  }: {incomingWebhooks: IncomingWebhooks; ownership: Ownership; audits: Audits},
): void {
  const HookId = Type.Object({hook_id: Id});

  api.post(
    '/hooks/incoming',
    {
      schema: {
        summary: 'Create an incoming webhook',
        body: NewIncomingWebhook,
        response: {201: IncomingWebhook},
      },
    },
    async (request, reply) =>
      reply.code(201).send(presentHook(await incomingWebhooks.create(actorOf(request), request.body))),
  );

  api.get(
    '/hooks/incoming',
    {
      schema: {
        summary: 'List incoming webhooks',
        querystring: Type.Object({
          ...PagingQuery.properties,
          team_id: Type.Optional(looseId()),
          include_total_count: Type.Optional(Type.Boolean()),
        }),
        response: {
          200: Type.Union([
            Type.Array(IncomingWebhook),
            Type.Object({incoming_webhooks: Type.Array(IncomingWebhook), total_count: Type.Integer()}),
          ]),
        },
      },
    },
    async (request) => {
      const {team_id, include_total_count} = request.query;
      const page = toOffsetLimit(request.query);
      const {hooks, count} = await incomingWebhooks.list(actorOf(request), {teamId: team_id, ...page});
      const presented = hooks.map(presentHook);
      return include_total_count ? {incoming_webhooks: presented, total_count: await count()} : presented;
    },
  );

  api.get(
    '/hooks/incoming/:hook_id',
    {schema: {summary: 'Get an incoming webhook', params: HookId, response: {200: IncomingWebhook}}},
    async (request) => presentHook(await incomingWebhooks.get(actorOf(request), request.params.hook_id)),
  );

  api.put(
    '/hooks/incoming/:hook_id',
    {
      schema: {
        summary: 'Edit an incoming webhook',
        params: HookId,
        body: IncomingWebhookUpdate,
        response: {201: IncomingWebhook},
      },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(
          presentHook(await incomingWebhooks.update(actorOf(request), request.params.hook_id, request.body)),
        ),
  );

  api.delete(
    '/hooks/incoming/:hook_id',
    {schema: {summary: 'Delete an incoming webhook', params: HookId, response: {200: StatusOk}}},
    async (request) => {
      await incomingWebhooks.remove(actorOf(request), request.params.hook_id);
      return STATUS_OK;
    },
  );

  api.post(
    '/hooks/incoming/:hook_id/regenerate',
    {
      schema: {
        summary: 'Regenerate the key of an incoming webhook',
        params: HookId,
        body: Type.Union([Regeneration, Type.Null()]),
        response: {200: IncomingWebhook},
      },
    },
    async (request) =>
      presentHook(
        await incomingWebhooks.regenerate(
          actorOf(request),
          request.params.hook_id,
          request.body?.overlap_ms ?? 0,
        ),
      ),
  );

  registerWebhookTransferRoutes(api, {
    section: 'incoming',
    Webhook: IncomingWebhook,
    read: async (actor, hookId) => presentHook(await incomingWebhooks.get(actor, hookId)),
    transfers,
    audits,
  });

  api.post(
    '/hooks/incoming/:hook_id/signing_secret',
    {
      schema: {
        summary: 'Create a signing secret and require signed requests; the secret is shown only once',
        params: HookId,
        response: {200: Type.Object({secret: Type.String()})},
      },
    },
    async (request) => incomingWebhooks.rotateSigningSecret(actorOf(request), request.params.hook_id),
  );

  api.delete(
    '/hooks/incoming/:hook_id/signing_secret',
    {schema: {summary: 'Stop requiring signed requests', params: HookId, response: {200: StatusOk}}},
    async (request) => {
      await incomingWebhooks.dropSigning(actorOf(request), request.params.hook_id);
      return STATUS_OK;
    },
  );

  api.get(
    '/hooks/incoming/:hook_id/deliveries',
    {
      schema: {
        summary: 'List the deliveries of an incoming webhook, newest first',
        params: HookId,
        querystring: PagingQuery,
        response: {200: Type.Array(Delivery)},
      },
    },
    async (request) => {
      const rows = await incomingWebhooks.deliveries(
        actorOf(request),
        request.params.hook_id,
        toOffsetLimit(request.query),
      );
      return rows.map(presentDelivery);
    },
  );
}

function presentHook(row: VisibleIncomingWebhook): Static<typeof IncomingWebhook> {
  return {
    id: row.key ?? row.id,
    ...(row.key === undefined && {key_hidden: true as const}),
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    user_id: row.userid,
    channel_id: row.channelid,
    team_id: row.teamid,
    display_name: row.displayname,
    description: row.description,
    username: row.username,
    icon_url: row.iconurl,
    channel_locked: row.channellocked,
    signed: row.signingsecret !== '',
  };
}

function presentDelivery(row: DeliveryRow): Static<typeof Delivery> {
  return {
    id: row.id,
    create_at: row.createat,
    status: row.status,
    size: row.size,
    duration_ms: row.duration,
    post_id: row.postid,
    error_id: row.errorid,
    error: row.error,
  };
}
