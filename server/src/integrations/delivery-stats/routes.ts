import Type from 'typebox';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Millis} from '../../platform/http/wire.ts';
import {countWaiting, selectHours} from './store.ts';

const HOUR = 60 * 60 * 1000;

const DeliveryStats = Type.Object({
  hours: Type.Array(
    Type.Object({
      at: Millis,
      received: Type.Integer({description: 'Requests that incoming webhooks accepted.'}),
      refused: Type.Integer({description: 'Requests that incoming webhooks rejected.'}),
      sent: Type.Integer({description: 'Delivered calls of outgoing webhooks.'}),
      failed: Type.Integer({description: 'Failed calls of outgoing webhooks.'}),
    }),
  ),
  waiting: Type.Integer({description: 'Pending calls of outgoing webhooks.'}),
});

/** `GET /integrations/deliveries/by_hour`: webhook traffic by hour, from the delivery logs. */
export function registerDeliveryStatsRoutes(
  api: HttpServer,
  {database, permissions}: {database: Database; permissions: Permissions},
): void {
  api.get(
    '/integrations/deliveries/by_hour',
    {
      schema: {
        summary: 'Count webhook deliveries by hour; the log keeps the last 100 of each incoming webhook',
        querystring: Type.Object({
          hours: Type.Integer({
            minimum: 1,
            maximum: 168,
            default: 24,
            description: 'Number of hours, up to now.',
          }),
        }),
        response: {200: DeliveryStats},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const {hours} = request.query;
      const first = (Math.floor(Date.now() / HOUR) - hours + 1) * HOUR;
      const [rows, waiting] = await Promise.all([selectHours(database, first), countWaiting(database)]);
      const byHour = new Map(rows.map((row) => [row.at, row]));
      return {
        hours: Array.from({length: hours}, (_, index) => {
          const at = first + index * HOUR;
          return byHour.get(at) ?? {at, received: 0, refused: 0, sent: 0, failed: 0};
        }),
        waiting,
      };
    },
  );
}
