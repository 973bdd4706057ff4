import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';

const None = Type.Array(Type.Unknown());

/** Code of others inside the server: there is none, integrations live outside. */
export function registerPluginRoutes(api: HttpServer, {permissions}: {permissions: Permissions}): void {
  // The client asks for it on the sign-in page already.
  api.get(
    '/plugins/webapp',
    {
      config: {access: 'anonymous'},
      schema: {summary: 'List the plugins of the web client: none', response: {200: None}},
    },
    async () => [],
  );

  api.get(
    '/plugins',
    {
      schema: {
        summary: 'List plugins: none',
        response: {200: Type.Object({active: None, inactive: None})},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return {active: [], inactive: []};
    },
  );

  for (const [path, summary] of [
    ['/plugins/statuses', 'Say how plugins are: there are none'],
    ['/plugins/marketplace', 'List plugins that could be installed: none'],
  ] as const) {
    api.get(path, {schema: {summary, response: {200: None}}}, async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return [];
    });
  }
}
