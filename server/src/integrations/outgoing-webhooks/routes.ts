import Type, {type Static} from 'typebox';
import type {Audits} from '../../messaging/audits/audits.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {Id, looseId, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import {type Ownership, registerWebhookTransferRoutes} from '../ownership/ownership.ts';
import type {DeliveryRow, OutgoingWebhooks, OutgoingWebhookWithToken} from './outgoing-webhooks.ts';
import {NewOutgoingWebhook, OutgoingDelivery, OutgoingWebhook, OutgoingWebhookUpdate} from './schema.ts';

/** Outgoing webhooks: `/hooks/outgoing`. */
export function registerOutgoingWebhookRoutes(
  api: HttpServer,
  {
    outgoingWebhooks,
    ownership: {transfers},
    audits,
  }: {outgoingWebhooks: OutgoingWebhooks; ownership: Ownership; audits: Audits},
): void {
  const HookId = Type.Object({hook_id: Id});

  api.post(
    '/hooks/outgoing',
    {
      schema: {
        summary: 'Create an outgoing webhook',
        body: NewOutgoingWebhook,
        response: {201: OutgoingWebhook},
      },
    },
    async (request, reply) =>
      reply.code(201).send(presentHook(await outgoingWebhooks.create(actorOf(request), request.body))),
  );

  api.get(
    '/hooks/outgoing',
    {
      schema: {
        summary: 'List outgoing webhooks',
        querystring: Type.Object({
          ...PagingQuery.properties,
          team_id: Type.Optional(looseId()),
          channel_id: Type.Optional(looseId()),
        }),
        response: {200: Type.Array(OutgoingWebhook)},
      },
    },
    async (request) => {
      const {team_id, channel_id} = request.query;
      const rows = await outgoingWebhooks.list(actorOf(request), {
        teamId: team_id,
        channelId: channel_id,
        ...toOffsetLimit(request.query),
      });
      return rows.map(presentHook);
    },
  );

  api.get(
    '/hooks/outgoing/:hook_id',
    {schema: {summary: 'Get an outgoing webhook', params: HookId, response: {200: OutgoingWebhook}}},
    async (request) => presentHook(await outgoingWebhooks.get(actorOf(request), request.params.hook_id)),
  );

  api.put(
    '/hooks/outgoing/:hook_id',
    {
      schema: {
        summary: 'Edit an outgoing webhook',
        params: HookId,
        body: OutgoingWebhookUpdate,
        response: {200: OutgoingWebhook},
      },
    },
    async (request) =>
      presentHook(await outgoingWebhooks.update(actorOf(request), request.params.hook_id, request.body)),
  );

  api.delete(
    '/hooks/outgoing/:hook_id',
    {schema: {summary: 'Delete an outgoing webhook', params: HookId, response: {200: StatusOk}}},
    async (request) => {
      await outgoingWebhooks.remove(actorOf(request), request.params.hook_id);
      return STATUS_OK;
    },
  );

  api.post(
    '/hooks/outgoing/:hook_id/regen_token',
    {
      schema: {
        summary: 'Regenerate the token of an outgoing webhook',
        params: HookId,
        response: {200: OutgoingWebhook},
      },
    },
    async (request) =>
      presentHook(await outgoingWebhooks.regenerateToken(actorOf(request), request.params.hook_id)),
  );

  registerWebhookTransferRoutes(api, {
    section: 'outgoing',
    Webhook: OutgoingWebhook,
    read: async (actor, hookId) => presentHook(await outgoingWebhooks.get(actor, hookId)),
    transfers,
    audits,
  });

  api.post(
    '/hooks/outgoing/:hook_id/enable',
    {
      schema: {
        summary: 'Enable an outgoing webhook that the server disabled',
        params: HookId,
        response: {200: OutgoingWebhook},
      },
    },
    async (request) => presentHook(await outgoingWebhooks.enable(actorOf(request), request.params.hook_id)),
  );

  api.post(
    '/hooks/outgoing/:hook_id/signing_secret',
    {
      schema: {
        summary: 'Create a signing secret and sign requests; the secret is shown only once',
        params: HookId,
        response: {200: Type.Object({secret: Type.String()})},
      },
    },
    async (request) => outgoingWebhooks.rotateSigningSecret(actorOf(request), request.params.hook_id),
  );

  api.delete(
    '/hooks/outgoing/:hook_id/signing_secret',
    {
      schema: {
        summary: 'Stop signing the requests of an outgoing webhook',
        params: HookId,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await outgoingWebhooks.dropSigning(actorOf(request), request.params.hook_id);
      return STATUS_OK;
    },
  );

  api.get(
    '/hooks/outgoing/:hook_id/deliveries',
    {
      schema: {
        summary: 'List the deliveries of an outgoing webhook, newest first',
        params: HookId,
        querystring: PagingQuery,
        response: {200: Type.Array(OutgoingDelivery)},
      },
    },
    async (request) => {
      const rows = await outgoingWebhooks.deliveries(
        actorOf(request),
        request.params.hook_id,
        toOffsetLimit(request.query),
      );
      return rows.map(presentDelivery);
    },
  );

  api.post(
    '/hooks/outgoing/:hook_id/deliveries/:delivery_id/redeliver',
    {
      schema: {
        summary: 'Repeat a delivery',
        params: Type.Object({hook_id: Id, delivery_id: Id}),
        response: {200: OutgoingDelivery},
      },
    },
    async (request) => {
      const {hook_id, delivery_id} = request.params;
      return presentDelivery(await outgoingWebhooks.redeliver(actorOf(request), hook_id, delivery_id));
    },
  );
}

function presentHook(row: OutgoingWebhookWithToken): Static<typeof OutgoingWebhook> {
  return {
    id: row.id,
    token: row.token,
    create_at: row.createat,
    update_at: row.updateat,
    delete_at: row.deleteat,
    creator_id: row.creatorid,
    channel_id: row.channelid,
    team_id: row.teamid,
    trigger_words: row.triggerwords,
    trigger_when: row.triggerwhen,
    callback_urls: row.callbackurls,
    display_name: row.displayname,
    description: row.description,
    content_type: row.contenttype,
    username: row.username,
    icon_url: row.iconurl,
    allow_private_channel: row.allowprivatechannel,
    signed: row.signingsecret !== '',
    failing_since: row.failingsince,
    disabled_at: row.disabledat,
  };
}

function presentDelivery(row: DeliveryRow): Static<typeof OutgoingDelivery> {
  return {
    id: row.id,
    create_at: row.createat,
    update_at: row.updateat,
    status: row.status,
    attempts: row.attempts,
    next_attempt_at: row.nextattemptat ?? 0,
    post_id: row.postid,
    callback_url: row.callbackurl,
    trigger_word: row.triggerword,
    http_status: row.httpstatus,
    duration_ms: row.duration,
    reply_post_id: row.replypostid,
    error: row.error,
  };
}
