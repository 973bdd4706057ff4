import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';

/** What a hosted workspace may use. Nothing is limited here, and nothing is for sale. */
export function registerCloudRoutes(api: HttpServer): void {
  api.get(
    '/cloud/limits',
    {schema: {summary: 'Say what is limited: nothing', response: {200: Type.Object({})}}},
    async () => ({}),
  );

  api.get(
    '/cloud/products',
    {schema: {summary: 'List what can be bought: nothing', response: {200: Type.Array(Type.Unknown())}}},
    async () => [],
  );
}
