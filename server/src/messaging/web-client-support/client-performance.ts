import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {STATUS_OK, StatusOk} from '../../platform/http/wire.ts';

/** What clients measure of themselves. Nobody here reads it, and it is not kept. */
export function registerClientPerformanceRoutes(api: HttpServer): void {
  api.post(
    '/client_perf',
    {
      schema: {
        summary: 'Take what a client has measured of itself, and forget it',
        body: Type.Unknown(),
        response: {200: StatusOk},
      },
    },
    async () => STATUS_OK,
  );
}
