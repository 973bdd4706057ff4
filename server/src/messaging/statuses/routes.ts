import Type from 'typebox';
import {invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Visibility} from '../visibility/visibility.ts';
import type {CustomStatuses} from './custom-statuses.ts';
import {CustomStatus, Status, StatusChange} from './schema.ts';
import type {Statuses} from './statuses.ts';

/** Statuses: `/users/{id}/status`, `/users/status/ids`. Users can read the statuses of users they can see. */
export function registerStatusRoutes(
  api: HttpServer,
  {
    statuses,
    customStatuses,
    permissions,
    visibility,
  }: {
    statuses: Statuses;
    customStatuses: CustomStatuses;
    permissions: Permissions;
    visibility: Visibility;
  },
): void {
  const UserId = Type.Object({user_id: Id});

  api.get(
    '/users/:user_id/status',
    {schema: {summary: "Get a user's status", params: UserId, response: {200: Status}}},
    async (request) => {
      const actor = actorOf(request);
      await visibility.require(actor, [request.params.user_id]);
      const [status] = await statuses.presentFor(actor.userId, [request.params.user_id]);
      return status!;
    },
  );

  api.post(
    '/users/status/ids',
    {
      schema: {
        summary: 'Get the statuses of several users',
        body: Type.Array(Id, {maxItems: 1000, minItems: 1}),
        response: {200: Type.Array(Status)},
      },
    },
    async (request) => {
      const users = [...new Set(request.body)].map((id) => ({id}));
      const actor = actorOf(request);
      const visible = await visibility.only(actor, users);
      return statuses.presentFor(
        actor.userId,
        visible.map(({id}) => id),
      );
    },
  );

  api.put(
    '/users/:user_id/status',
    {
      schema: {
        summary: "Set a user's status",
        params: UserId,
        body: StatusChange,
        response: {200: Status},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      const {status, dnd_end_time, user_id: named} = request.body;
      if (named && named !== user_id) {
        throw invalidBodyParam('user_id', {explanation: `It is "${named}", but the path has "${user_id}".`});
      }
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      return statuses.choose(user_id, status, dnd_end_time);
    },
  );

  api.put(
    '/users/:user_id/status/custom',
    {
      schema: {
        summary: "Set a user's custom status",
        params: UserId,
        body: CustomStatus,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      await customStatuses.set(user_id, request.body);
      return STATUS_OK;
    },
  );

  api.delete(
    '/users/:user_id/status/custom',
    {schema: {summary: "Clear a user's custom status", params: UserId, response: {200: StatusOk}}},
    async (request) => {
      const {user_id} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      await customStatuses.clear(user_id);
      return STATUS_OK;
    },
  );

  // There is a POST route too, because proxies drop the body of a DELETE request.
  for (const [method, url] of [
    ['DELETE', '/users/:user_id/status/custom/recent'],
    ['POST', '/users/:user_id/status/custom/recent/delete'],
  ] as const) {
    api.route({
      method,
      url,
      schema: {
        summary: 'Remove a recent custom status',
        params: UserId,
        body: CustomStatus,
        response: {200: StatusOk},
      },
      handler: async (request) => {
        const {user_id} = request.params;
        await permissions.requireSelfOrEditor(actorOf(request), user_id);
        await customStatuses.removeRecent(user_id, request.body);
        return STATUS_OK;
      },
    });
  }
}
