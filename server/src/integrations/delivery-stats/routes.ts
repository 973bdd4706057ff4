import Type from 'typebox';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {Database} from '../../platform/database/database.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Millis} from '../../platform/http/wire.ts';
import {countWaiting, selectHours} from './store.ts';

const HOUR = 60 * 60 * 1000;

const Figures = Type.Object({
  hours: Type.Array(
    Type.Object({
      at: Millis,
      received: Type.Integer({description: 'Requests that incoming webhooks took.'}),
      refused: Type.Integer({description: 'Requests that incoming webhooks refused.'}),
      sent: Type.Integer({description: 'Calls of outgoing webhooks that arrived.'}),
      failed: Type.Integer({description: 'Calls of outgoing webhooks that were given up.'}),
    }),
  ),
  waiting: Type.Integer({description: 'Calls of outgoing webhooks that are still to be made.'}),
});

/** `GET /integrations/deliveries/by_hour`: how much goes through the webhooks, by what their logs keep. */
export function registerDeliveryFigureRoutes(
  api: HttpServer,
  {database, permissions}: {database: Database; permissions: Permissions},
): void {
  api.get(
    '/integrations/deliveries/by_hour',
    {
      schema: {
        summary:
          'Count what webhooks received and sent, by hour; the logs keep the last 100 of each incoming one',
        querystring: Type.Object({
          hours: Type.Integer({minimum: 1, maximum: 168, default: 24, description: 'So many, up to now.'}),
        }),
        response: {200: Figures},
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
