import Type, {type Static} from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, line, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';

const OfTeam = Type.Object({team_id: Id, user_id: Id});
const OfChannel = Type.Object({channel_id: Id, user_id: Id});

/** Operations on teams or channels, whose members have roles. */
interface MemberRoleTarget {
  /** @throws AppError 404 if the team or channel doesn't exist. */
  byId(id: string): Promise<unknown>;
  setRoles(id: string, userId: string, roles: string): Promise<unknown>;
  setSchemeRoles(
    id: string,
    userId: string,
    flags: {schemeAdmin: boolean; schemeUser: boolean; schemeGuest: boolean},
  ): Promise<unknown>;
}

/** Changes a member's roles in a team or channel: `/{kind}s/{id}/members/{user}/roles` and `schemeRoles`. */
export function registerMemberRoleRoutes(
  api: HttpServer,
  {kind, places, permissions}: {kind: 'team' | 'channel'; places: MemberRoleTarget; permissions: Permissions},
): void {
  const path = `/${kind}s/:${kind}_id/members/:user_id`;
  const params = kind === 'team' ? OfTeam : OfChannel;

  /**
   * Returns the id of the team or channel.
   *
   * @throws AppError 404 if it doesn't exist, 403 unless the actor may change the roles of its members.
   */
  async function requireManageable(
    actor: Actor,
    ids: Static<typeof OfTeam | typeof OfChannel>,
  ): Promise<string> {
    const where = 'team_id' in ids ? {teamId: ids.team_id} : {channelId: ids.channel_id};
    const id = 'team_id' in ids ? ids.team_id : ids.channel_id;
    await places.byId(id);
    await permissions.require(actor, `manage_${kind}_roles`, where);
    return id;
  }

  api.put(
    `${path}/roles`,
    {
      schema: {
        summary: "Set a member's roles by name",
        params,
        body: Type.Object({roles: line()}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const id = await requireManageable(actorOf(request), request.params);
      await places.setRoles(id, request.params.user_id, request.body.roles);
      return STATUS_OK;
    },
  );

  api.put(
    `${path}/schemeRoles`,
    {
      schema: {
        summary: "Set a member's role flags",
        params,
        body: Type.Object({
          scheme_admin: Type.Boolean(),
          scheme_user: Type.Boolean(),
          scheme_guest: Type.Optional(Type.Boolean()),
        }),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const id = await requireManageable(actorOf(request), request.params);
      const {scheme_admin, scheme_user, scheme_guest = false} = request.body;
      await places.setSchemeRoles(id, request.params.user_id, {
        schemeAdmin: scheme_admin,
        schemeUser: scheme_user,
        schemeGuest: scheme_guest,
      });
      return STATUS_OK;
    },
  );
}
