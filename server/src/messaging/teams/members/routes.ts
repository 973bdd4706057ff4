import Type, {type Static} from 'typebox';
import {AppError, invalidBodyParam} from '../../../platform/errors/app-error.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../../platform/http/paging.ts';
import {isFlagSet, QueryFlag} from '../../../platform/http/query.ts';
import {ErrorBody, Id, looseId, STATUS_OK, StatusOk, word} from '../../../platform/http/wire.ts';
import type {Channels} from '../../channels/channels.ts';
import type {Actor, Permissions} from '../../permissions/permissions.ts';
import {registerMemberRoleRoutes} from '../../roles/roles.ts';
import {actorOf} from '../../sessions/sessions.ts';
import type {Visibility} from '../../visibility/visibility.ts';
import {presentTeamMember} from '../present.ts';
import {TeamMember, TeamMemberList} from '../schema.ts';
import type {TeamAccess} from '../team-access.ts';
import {notTeamMember} from '../team-errors.ts';
import type {Teams} from '../teams.ts';
import type {TeamMemberRow} from './store.ts';

const TeamUnread = Type.Object({
  team_id: Id,
  msg_count: Type.Integer({description: 'Unread posts in its channels, except muted ones.'}),
  msg_count_root: Type.Integer(),
  mention_count: Type.Integer(),
  mention_count_root: Type.Integer(),
  thread_count: Type.Integer(),
  thread_mention_count: Type.Integer(),
  thread_urgent_mention_count: Type.Integer(),
});

const MemberWithError = Type.Object({
  user_id: Id,
  member: Type.Optional(TeamMember),
  error: Type.Union([ErrorBody, Type.Null()]),
});

/** Team memberships, by team and by user. */
export function registerTeamMemberRoutes(
  api: HttpServer,
  {
    teams,
    channels,
    permissions,
    visibility,
    access,
    invitations,
  }: {
    teams: Teams;
    channels: Channels;
    permissions: Permissions;
    visibility: Visibility;
    access: TeamAccess;
    /** Accepts email invitations. */
    invitations: {join(token: string, actor: Actor): Promise<TeamMemberRow>};
  },
): void {
  const TeamId = Type.Object({team_id: Id});
  const UserId = Type.Object({user_id: Id});
  const MemberIds = Type.Object({team_id: Id, user_id: Id});

  api.get(
    '/teams/:team_id/members',
    {
      schema: {
        summary: 'List the members of a team',
        params: TeamId,
        querystring: Type.Object({
          ...PagingQuery.properties,
          sort: Type.Optional(word('`Username` sorts by username; otherwise by id.')),
          exclude_deleted_users: QueryFlag,
        }),
        response: {200: TeamMemberList},
      },
    },
    async (request) => {
      const {team_id} = request.params;
      const actor = actorOf(request);
      await permissions.require(actor, 'view_team', {teamId: team_id});
      const {query} = request;
      const rows = await teams.lists.members(
        team_id,
        {
          activeOnly: isFlagSet(query.exclude_deleted_users),
          visibleTo: await visibility.limitedViewer(actor),
          byUsername: query.sort === 'Username',
        },
        toOffsetLimit(query),
      );
      return rows.map(presentTeamMember);
    },
  );

  api.post(
    '/teams/:team_id/members/ids',
    {
      schema: {
        summary: 'Get memberships by user ids',
        params: TeamId,
        body: Type.Array(Id, {maxItems: 1000}),
        response: {200: TeamMemberList},
      },
    },
    async (request) => {
      const {team_id} = request.params;
      const actor = actorOf(request);
      await permissions.require(actor, 'view_team', {teamId: team_id});
      const visibleTo = await visibility.limitedViewer(actor);
      return (await teams.lists.membersByIds(team_id, request.body, visibleTo)).map(presentTeamMember);
    },
  );

  api.get(
    '/teams/:team_id/members/:user_id',
    {schema: {summary: 'Get a membership', params: MemberIds, response: {200: TeamMember}}},
    async (request) => {
      const {team_id, user_id} = request.params;
      const actor = actorOf(request);
      await permissions.require(actor, 'view_team', {teamId: team_id});
      const visibleTo = await visibility.limitedViewer(actor);
      const [row] = await teams.lists.membersByIds(team_id, [user_id], visibleTo);
      if (!row) throw notTeamMember(team_id, user_id);
      return presentTeamMember(row);
    },
  );

  api.post(
    '/teams/:team_id/members',
    {
      schema: {
        summary: 'Add a member, or join',
        params: TeamId,
        body: Type.Object({user_id: looseId(), team_id: Type.Optional(looseId())}),
        response: {201: TeamMember},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {team_id} = request.params;
      const {user_id, team_id: named} = request.body;
      if (named && named !== team_id) {
        throw invalidBodyParam('team_id', 'The team must match the one in the URL.');
      }
      const userId = user_id === 'me' ? actor.userId : user_id;
      const team = await teams.byId(team_id);
      if (userId === actor.userId) await access.requireJoin(actor, team);
      else {
        await permissions.require(actor, 'add_user_to_team', {teamId: team_id});
        await visibility.require(actor, [userId]);
      }
      return reply.code(201).send(presentTeamMember(await teams.addMember(team_id, userId, actor.userId)));
    },
  );

  api.post(
    '/teams/:team_id/members/batch',
    {
      schema: {
        summary: 'Add several members: all or none or, with graceful, as many as possible',
        params: TeamId,
        querystring: Type.Object({graceful: QueryFlag}),
        body: Type.Array(Type.Object({user_id: Id, team_id: Type.Optional(looseId())}), {
          minItems: 1,
          maxItems: 1000,
        }),
        response: {201: Type.Union([TeamMemberList, Type.Array(MemberWithError)])},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {team_id} = request.params;
      await teams.byId(team_id);
      await permissions.require(actor, 'add_user_to_team', {teamId: team_id});
      const userIds = request.body.map(({user_id}) => user_id);
      await visibility.require(actor, userIds);
      if (!isFlagSet(request.query.graceful)) {
        const rows = await teams.addMembers(team_id, userIds, actor.userId);
        return reply.code(201).send(rows.map(presentTeamMember));
      }
      const outcomes: Static<typeof MemberWithError>[] = [];
      for (const userId of userIds) {
        try {
          const row = await teams.addMember(team_id, userId, actor.userId);
          outcomes.push({user_id: userId, member: presentTeamMember(row), error: null});
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const {id, message, explanation, status} = error;
          outcomes.push({
            user_id: userId,
            error: {id, message, detailed_error: explanation, status_code: status},
          });
        }
      }
      return reply.code(201).send(outcomes);
    },
  );

  api.post(
    '/teams/members/invite',
    {
      schema: {
        summary: 'Join a team with an invitation',
        querystring: Type.Object({
          invite_id: Type.Optional(Type.String({maxLength: 64})),
          token: Type.Optional(word('The token of an invitation by email.')),
        }),
        response: {201: TeamMember},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {invite_id, token} = request.query;
      if (token) return reply.code(201).send(presentTeamMember(await invitations.join(token, actor)));
      if (!invite_id) throw invalidBodyParam('invite_id', {explanation: 'Set invite_id or token.'});
      if (actor.roles.includes('system_guest')) {
        throw new AppError({
          id: 'api.team.add_user_to_team_from_invite.guest.app_error',
          message: 'Guests cannot join a team with an invitation for members. Ask a member to add you.',
          status: 403,
        });
      }
      const team = await teams.byInviteId(invite_id);
      const row = await teams.addMember(team.id, actor.userId, actor.userId);
      return reply.code(201).send(presentTeamMember(row));
    },
  );

  api.delete(
    '/teams/:team_id/members/:user_id',
    {
      schema: {
        summary: 'Remove a member, or leave the team and all of its channels',
        params: MemberIds,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {team_id, user_id} = request.params;
      await teams.byId(team_id);
      if (user_id !== actor.userId) {
        await permissions.require(actor, 'remove_user_from_team', {teamId: team_id});
      }
      await teams.removeMember(team_id, user_id, actor.userId);
      return STATUS_OK;
    },
  );

  registerMemberRoleRoutes(api, {kind: 'team', places: teams, permissions});

  api.get(
    '/users/:user_id/teams/members',
    {
      config: {etag: true},
      schema: {summary: "List a user's memberships", params: UserId, response: {200: TeamMemberList}},
    },
    async (request) => {
      const {user_id} = request.params;
      await permissions.requireSelfOr(actorOf(request), user_id, 'read_other_users_teams');
      return (await teams.lists.membershipsOfUser(user_id)).map(presentTeamMember);
    },
  );

  /** The user's unread counts by team. Counts of threads only if requested. */
  async function unreads(userId: string, withThreads: boolean): Promise<Static<typeof TeamUnread>[]> {
    const [rows, threads] = await Promise.all([
      channels.reading.teamUnreads(userId),
      withThreads ? teams.lists.threadUnreads(userId) : [],
    ]);
    return rows.map((row) => {
      const inThreads = threads.find(({teamid}) => teamid === row.teamid);
      return {
        team_id: row.teamid,
        msg_count: row.msgcount,
        msg_count_root: row.msgcountroot,
        mention_count: row.mentioncount,
        mention_count_root: row.mentioncountroot,
        thread_count: inThreads?.threads ?? 0,
        thread_mention_count: inThreads?.mentions ?? 0,
        thread_urgent_mention_count: 0,
      };
    });
  }

  api.get(
    '/users/:user_id/teams/unread',
    {
      schema: {
        summary: "Get a user's unread counts by team",
        params: UserId,
        querystring: Type.Object({
          exclude_team: Type.Optional(looseId()),
          include_collapsed_threads: QueryFlag,
        }),
        response: {200: Type.Array(TeamUnread)},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await permissions.requireSelfOr(actorOf(request), user_id, 'manage_system');
      const {exclude_team, include_collapsed_threads} = request.query;
      const list = await unreads(user_id, isFlagSet(include_collapsed_threads));
      return list.filter(({team_id}) => team_id !== exclude_team);
    },
  );

  api.get(
    '/users/:user_id/teams/:team_id/unread',
    {
      schema: {
        summary: "Get a user's unread counts in a team",
        params: MemberIds,
        response: {200: TeamUnread},
      },
    },
    async (request) => {
      const {user_id, team_id} = request.params;
      const actor = actorOf(request);
      await permissions.requireSelfOr(actor, user_id, 'manage_system');
      await permissions.require(actor, 'view_team', {teamId: team_id});
      const [found] = (await unreads(user_id, true)).filter((unread) => unread.team_id === team_id);
      if (!found) throw notTeamMember(team_id, user_id);
      return found;
    },
  );
}
