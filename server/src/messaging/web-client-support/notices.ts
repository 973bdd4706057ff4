import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';

/** News about the product, which it would have to fetch from somewhere: it has none. */
export function registerNoticeRoutes(api: HttpServer): void {
  api.get(
    '/system/notices/:team_id',
    {
      schema: {
        summary: 'List news about the product: none',
        params: Type.Object({team_id: Id}),
        response: {200: Type.Array(Type.Unknown())},
      },
    },
    async () => [],
  );

  api.put(
    '/system/notices/view',
    {
      schema: {
        summary: 'Mark news about the product as read',
        body: Type.Array(Type.String()),
        response: {200: StatusOk},
      },
    },
    async () => STATUS_OK,
  );
}
