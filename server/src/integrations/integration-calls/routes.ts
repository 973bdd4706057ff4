import Type from 'typebox';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {urlText} from '../../platform/http/wire.ts';
import type {OutboundHttp} from '../../platform/outbound-http/outbound-http.ts';

/** `POST /integrations/outbound/test`: whether the server may call a URL, and if not, what would allow it. */
export function registerOutboundTestRoute(
  api: HttpServer,
  {outboundHttp, permissions}: {outboundHttp: OutboundHttp; permissions: Permissions},
): void {
  api.post(
    '/integrations/outbound/test',
    {
      schema: {
        summary: 'Check whether the server is allowed to call a URL, without calling it',
        body: Type.Object({url: Type.String({maxLength: 2048})}),
        response: {
          200: Type.Object({
            url: urlText(),
            allowed: Type.Boolean(),
            addresses: Type.Array(
              Type.Object({
                address: Type.String({description: 'An address that the name resolves to.'}),
                allowed: Type.Boolean(),
                rule: Type.String({
                  description: 'The rule in words: `public`, `private`, `allowed by 10.0.0.0/8`, …',
                }),
              }),
            ),
            message: Type.String({
              description: 'The result in words, with the setting that would allow a blocked URL.',
            }),
          }),
        },
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return outboundHttp.explain(request.body.url);
    },
  );
}
