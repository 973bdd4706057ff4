import Type from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Users} from '../users/users.ts';
import type {Guests} from './guests.ts';

/** Guests: `/users/{id}/promote` and `/users/{id}/demote`. */
export function registerGuestRoutes(
  api: HttpServer,
  {
    guests,
    users,
    permissions,
    audits,
  }: {guests: Guests; users: Users; permissions: Permissions; audits: Audits},
): void {
  for (const [action, permission, summary] of [
    ['promote', 'promote_guest', 'Convert a guest to a member'],
    ['demote', 'demote_to_guest', 'Convert a member to a guest'],
  ] as const) {
    api.post(
      `/users/:user_id/${action}`,
      {schema: {summary, params: Type.Object({user_id: Id}), response: {200: StatusOk}}},
      async (request) => {
        await permissions.require(actorOf(request), permission);
        const user = await users.byId(request.params.user_id);
        await guests[action](user);
        await audits.recordRequest(request, `user_id=${user.id}`);
        return STATUS_OK;
      },
    );
  }
}
