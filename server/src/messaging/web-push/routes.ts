import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {WebPush} from './web-push.ts';

/** Push notifications to the caller's own browser: `/web_push`. */
export function registerWebPushRoutes(api: HttpServer, {webPush}: {webPush: WebPush}): void {
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
