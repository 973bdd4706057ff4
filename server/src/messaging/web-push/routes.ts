import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {Id, line, Millis, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {SubscriptionStateRow} from './store.ts';
import type {WebPush} from './web-push.ts';

const SubscriptionState = Type.Object({
  session_id: Id,
  user_id: Id,
  username: Type.String(),
  host: Type.String({description: 'The push service.'}),
  create_at: Millis,
  sent_at: Type.Integer({description: 'When the last notification was sent, to the hour; 0 for never.'}),
  failed_at: Type.Integer({description: 'When the last one failed, to the hour; 0 for never.'}),
  failure: Type.String({description: 'Why it failed.'}),
  props: Type.Record(Type.String(), Type.String(), {description: 'The device of the session.'}),
});

/** Push notifications to the caller's own browser, and the subscriptions of all users: `/web_push`. */
export function registerWebPushRoutes(
  api: HttpServer,
  {webPush, permissions, audits}: {webPush: WebPush; permissions: Permissions; audits: Audits},
): void {
  api.get(
    '/web_push/subscriptions',
    {
      schema: {
        summary: 'List the subscriptions to push notifications of all users',
        description: 'Without their addresses and keys. By username.',
        querystring: Type.Object({
          ...PagingQuery.properties,
          term: Type.Optional(line('Only usernames that contain this text.')),
          failing: QueryFlag,
        }),
        response: {200: Type.Array(SubscriptionState)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {term = '', failing} = request.query;
      const rows = await webPush.list({term, isFailing: isFlagSet(failing)}, toOffsetLimit(request.query));
      return rows.map(presentSubscription);
    },
  );

  api.delete(
    '/web_push/subscriptions/:session_id',
    {
      schema: {
        summary: 'Remove the subscription of any session',
        params: Type.Object({session_id: Id}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {session_id} = request.params;
      await webPush.remove(session_id);
      await audits.recordRequest(request, `session_id=${session_id}`);
      return STATUS_OK;
    },
  );

  api.get(
    '/web_push/key',
    {
      schema: {
        summary: 'Get the public key for subscriptions to push notifications',
        description: 'The `applicationServerKey` for `PushManager.subscribe`. 501 if they are disabled.',
        response: {200: Type.Object({public_key: Type.String()})},
      },
    },
    async () => ({public_key: await webPush.publicKey()}),
  );

  api.put(
    '/web_push/subscription',
    {
      schema: {
        summary: 'Subscribe the browser of this session to push notifications',
        description: 'The body is a `PushSubscription` as JSON. It replaces the previous one of the session.',
        body: Type.Object({
          endpoint: Type.String({maxLength: 2000}),
          keys: Type.Object({p256dh: Type.String({maxLength: 128}), auth: Type.String({maxLength: 64})}),
        }),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await webPush.subscribe(actorOf(request), request.body);
      return STATUS_OK;
    },
  );

  api.delete(
    '/web_push/subscription',
    {schema: {summary: "Unsubscribe this session's browser", response: {200: StatusOk}}},
    async (request) => {
      await webPush.unsubscribe(actorOf(request));
      return STATUS_OK;
    },
  );

  api.post(
    '/web_push/test',
    {
      schema: {
        summary: "Send a test notification to this session's browser",
        description: '404 without a subscription, 502 if the push service does not accept it.',
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await webPush.test(actorOf(request));
      return STATUS_OK;
    },
  );
}

function presentSubscription(row: SubscriptionStateRow) {
  // Other properties of a session are not about its device.
  const {browser = '', os = '', platform = ''} = row.props;
  return {
    session_id: row.sessionid,
    user_id: row.userid,
    username: row.username,
    host: new URL(row.endpoint).host,
    create_at: row.createat,
    sent_at: row.sentat,
    failed_at: row.failedat,
    failure: row.failure,
    props: {browser, os, platform},
  };
}
