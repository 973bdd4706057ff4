import Type, {type Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import {invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {Id, looseId, SearchTerm, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {ActionLimits} from '../action-limits/action-limits.ts';
import type {Audits} from '../audits/audits.ts';
import type {Channels} from '../channels/channels.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {actorOf, type Session} from '../sessions/sessions.ts';
import type {Users} from '../users/users.ts';
import type {Visibility} from '../visibility/visibility.ts';
import {registerTeamMemberRoutes} from './members/routes.ts';
import {PUBLIC_TEAM_VIEW, presentTeam} from './present.ts';
import {NewTeam, Team, TeamList, TeamPatch} from './schema.ts';
import {TEAM_SORT_COLUMNS, type TeamRow} from './store.ts';
import {createTeamAccess} from './team-access.ts';
import {teamNameNotFound} from './team-errors.ts';
import type {Teams} from './teams.ts';

/** Required to see which teams have a data retention policy. */
const READ_RETENTION = 'sysconsole_read_compliance_data_retention_policy';
/** Required to sort a list of teams, which can count the members of all of them. */
const READ_TEAMS = 'sysconsole_read_user_management_teams';

const TeamsWithCount = Type.Object({teams: TeamList, total_count: Type.Integer()});

const InviteInfo = Type.Object({
  id: Id,
  name: Type.String(),
  display_name: Type.String(),
  description: Type.String(),
});

/** Teams: `/teams`. */
export function registerTeamRoutes(
  api: HttpServer,
  parts: {
    teams: Teams;
    channels: Channels;
    users: Users;
    permissions: Permissions;
    visibility: Visibility;
    invitations: Parameters<typeof registerTeamMemberRoutes>[1]['invitations'];
    permanentDeletion: {team(actor: Actor, team: TeamRow): Promise<void>};
    audits: Audits;
    actionLimits: ActionLimits;
    config: Config;
  },
): void {
  const {teams, channels, users, permissions, visibility, permanentDeletion, audits, actionLimits, config} =
    parts;
  const access = createTeamAccess({permissions, teams, config});
  const TeamId = Type.Object({team_id: Id});
  const TeamName = Type.Object({team_name: Type.String({maxLength: 64})});

  registerTeamMemberRoutes(api, {...parts, access});

  const present = async (actor: Session, row: TeamRow) => presentTeam(row, await access.viewFor(actor, row));
  const presentAll = (actor: Session, rows: readonly TeamRow[]) =>
    Promise.all(rows.map((row) => present(actor, row)));

  api.post(
    '/teams',
    {schema: {summary: 'Create a team', body: NewTeam, response: {201: Team}}},
    async (request, reply) => {
      const actor = actorOf(request);
      await access.requireCreate(actor);
      await actionLimits.count(request, reply, 'team-creation');
      const {email} = await users.byId(actor.userId);
      const row = await teams.create({...request.body, email: request.body.email || email}, actor.userId);
      return reply.code(201).send(await present(actor, row));
    },
  );

  api.get(
    '/teams',
    {
      schema: {
        summary: 'List the teams that you can join, or all teams',
        querystring: Type.Object({
          ...PagingQuery.properties,
          include_total_count: QueryFlag,
          exclude_policy_constrained: QueryFlag,
        }),
        response: {200: Type.Union([TeamsWithCount, TeamList])},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const withoutPolicy = isFlagSet(request.query.exclude_policy_constrained);
      if (withoutPolicy) await permissions.require(actor, READ_RETENTION);
      const filter = {term: '', ...(await access.listable(actor)), withoutPolicy};
      const list = await presentAll(actor, await teams.lists.teams(filter, toOffsetLimit(request.query)));
      if (!isFlagSet(request.query.include_total_count)) return list;
      return {teams: list, total_count: await teams.lists.countTeams(filter)};
    },
  );

  api.post(
    '/teams/search',
    {
      schema: {
        summary: 'Search teams by name',
        body: Type.Object({
          term: SearchTerm,
          page: Type.Optional(Type.Integer()),
          per_page: Type.Optional(Type.Integer()),
          allow_open_invite: Type.Optional(Type.Boolean()),
          group_constrained: Type.Optional(Type.Boolean()),
          exclude_policy_constrained: Type.Optional(Type.Boolean()),
          include_deleted: Type.Optional(
            Type.Boolean({
              description: 'If `false`, archived teams are left out. Only administrators can find them.',
            }),
          ),
          sort_column: Type.Optional(
            Type.Enum(TEAM_SORT_COLUMNS, {
              description: 'Sorts all teams that match, not only those on the page. Only for administrators.',
            }),
          ),
          sort_direction: Type.Optional(Type.Enum(['asc', 'desc'])),
        }),
        response: {200: Type.Union([TeamsWithCount, TeamList])},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {term, page, per_page, allow_open_invite, exclude_policy_constrained, include_deleted} =
        request.body;
      const {group_constrained, sort_column = 'display_name', sort_direction} = request.body;
      if (request.body.sort_column) await permissions.require(actor, READ_TEAMS);
      if (exclude_policy_constrained) await permissions.require(actor, READ_RETENTION);
      const listable = await access.listable(actor);
      // There are no group-synced teams.
      const wantsHidden =
        group_constrained === true ||
        (listable.openInvite !== undefined &&
          allow_open_invite !== undefined &&
          allow_open_invite !== listable.openInvite);
      const filter = {
        term,
        openInvite: allow_open_invite ?? listable.openInvite,
        archivedToo: listable.archivedToo && include_deleted !== false,
        withoutPolicy: exclude_policy_constrained,
      };
      const paged = page !== undefined && per_page !== undefined;
      const found = wantsHidden
        ? []
        : await teams.lists.teams(filter, toOffsetLimit({page: page ?? 0, per_page: per_page ?? 100}), {
            column: sort_column,
            descending: sort_direction === 'desc',
          });
      const list = await presentAll(actor, found);
      if (!paged) return list;
      return {teams: list, total_count: wantsHidden ? 0 : await teams.lists.countTeams(filter)};
    },
  );

  api.get(
    '/teams/:team_id',
    {schema: {summary: 'Get a team', params: TeamId, response: {200: Team}}},
    async (request) => {
      const actor = actorOf(request);
      const row = await teams.byId(request.params.team_id);
      await access.requireSee(actor, row);
      return present(actor, row);
    },
  );

  api.get(
    '/teams/name/:team_name',
    {schema: {summary: 'Get a team by its name', params: TeamName, response: {200: Team}}},
    async (request) => {
      const actor = actorOf(request);
      const row = await teams.byName(request.params.team_name);
      if (!(await access.canSee(actor, row))) throw teamNameNotFound(row.name);
      return present(actor, row);
    },
  );

  api.get(
    '/teams/name/:team_name/exists',
    {
      schema: {
        summary: 'Check whether a team with this name exists and is visible to you',
        params: TeamName,
        response: {200: Type.Object({exists: Type.Boolean()})},
      },
    },
    async (request) => {
      const row = await teams.findByName(request.params.team_name);
      return {exists: row !== undefined && (await access.canSee(actorOf(request), row))};
    },
  );

  async function change(actor: Session, teamId: string, patch: Static<typeof TeamPatch>) {
    await requireManaged(actor, teamId);
    return present(actor, await teams.change(teamId, patch));
  }

  /** @throws AppError 404 for an unknown team, 403 unless the actor may manage it. */
  async function requireManaged(actor: Session, teamId: string): Promise<void> {
    await teams.byId(teamId);
    await permissions.require(actor, 'manage_team', {teamId});
  }

  api.put(
    '/teams/:team_id',
    {
      schema: {
        summary: 'Replace a team with the given record',
        params: TeamId,
        body: Type.Object({id: Type.Optional(looseId()), ...TeamPatch.properties}),
        response: {200: Team},
      },
    },
    async (request) => {
      const {id, ...patch} = request.body;
      if (id && id !== request.params.team_id) {
        throw invalidBodyParam('id', 'The id must match the one in the URL.');
      }
      return change(actorOf(request), request.params.team_id, patch);
    },
  );

  api.put(
    '/teams/:team_id/patch',
    {
      schema: {
        summary: 'Edit the given fields of a team',
        params: TeamId,
        body: TeamPatch,
        response: {200: Team},
      },
    },
    async (request) => change(actorOf(request), request.params.team_id, request.body),
  );

  api.put(
    '/teams/:team_id/privacy',
    {
      schema: {
        summary: 'Open a team to everyone (O) or restrict it to invited users (I)',
        params: TeamId,
        body: Type.Object({privacy: Type.Enum(['O', 'I'])}),
        response: {200: Team},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await requireManaged(actor, request.params.team_id);
      return present(actor, await teams.setPrivacy(request.params.team_id, request.body.privacy));
    },
  );

  api.post(
    '/teams/:team_id/regenerate_invite_id',
    {
      schema: {
        summary: "Regenerate a team's invite id, which revokes its invitations",
        params: TeamId,
        response: {200: Team},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await requireManaged(actor, request.params.team_id);
      return present(actor, await teams.regenerateInviteId(request.params.team_id));
    },
  );

  api.delete(
    '/teams/:team_id',
    {
      schema: {
        summary: 'Archive a team, or delete it permanently',
        params: TeamId,
        querystring: Type.Object({permanent: QueryFlag}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {team_id} = request.params;
      await requireManaged(actorOf(request), team_id);
      if (isFlagSet(request.query.permanent)) {
        await permanentDeletion.team(actorOf(request), await teams.byId(team_id));
      } else {
        await teams.archive(team_id);
      }
      await audits.recordRequest(request, `team_id=${team_id}`);
      return STATUS_OK;
    },
  );

  api.post(
    '/teams/:team_id/restore',
    {schema: {summary: 'Unarchive a team', params: TeamId, response: {200: Team}}},
    async (request) => {
      const actor = actorOf(request);
      await requireManaged(actor, request.params.team_id);
      const row = await teams.restore(request.params.team_id);
      await audits.recordRequest(request, `team_id=${row.id}`);
      return present(actor, row);
    },
  );

  api.put(
    '/teams/:team_id/scheme',
    {
      schema: {
        summary: 'Set or remove the scheme of a team',
        params: TeamId,
        body: Type.Object({scheme_id: Type.Optional(looseId())}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      await teams.setScheme(request.params.team_id, request.body.scheme_id ?? '');
      await audits.recordRequest(request, `team_id=${request.params.team_id}`);
      return STATUS_OK;
    },
  );

  api.get(
    '/teams/:team_id/stats',
    {
      schema: {
        summary: 'Count the members of a team',
        params: TeamId,
        response: {
          200: Type.Object({
            team_id: Id,
            total_member_count: Type.Integer(),
            active_member_count: Type.Integer(),
          }),
        },
      },
    },
    async (request) => {
      const {team_id} = request.params;
      await teams.byId(team_id);
      const actor = actorOf(request);
      await permissions.require(actor, 'view_team', {teamId: team_id});
      const visibleTo = await visibility.limitedViewer(actor);
      const {total, active} = await teams.lists.countMembers(team_id, visibleTo);
      return {team_id, total_member_count: total, active_member_count: active};
    },
  );

  // Without a session, because invited users may not have an account yet.
  api.get(
    '/teams/invite/:invite_id',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Get the team of an invitation',
        params: Type.Object({invite_id: Type.String({maxLength: 64})}),
        response: {200: InviteInfo},
      },
    },
    async (request) => {
      const {id, name, displayname, description} = await teams.byInviteId(request.params.invite_id);
      return {id, name, display_name: displayname, description};
    },
  );

  api.get(
    '/users/:user_id/teams',
    {
      config: {etag: true},
      schema: {
        summary: "List a user's teams",
        params: Type.Object({user_id: Id}),
        response: {200: TeamList},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.requireSelfOr(actor, request.params.user_id, 'read_other_users_teams');
      return presentAll(actor, await teams.lists.ofUser(request.params.user_id));
    },
  );

  api.get(
    '/channels/:channel_id/common_teams',
    {
      schema: {
        summary: 'List the teams shared by all members of a direct or group channel',
        params: Type.Object({channel_id: Id}),
        response: {200: TeamList},
      },
    },
    async (request) => {
      const channel = await channels.byId(request.params.channel_id);
      await permissions.requireChannelRead(actorOf(request), channel.id);
      const rows = await teams.lists.byIds(await channels.lists.commonTeamIds(channel.id));
      return rows.map((row) => presentTeam(row, PUBLIC_TEAM_VIEW));
    },
  );
}
