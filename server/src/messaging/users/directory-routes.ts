import Type, {type Static} from 'typebox';
import type {Config} from '../../platform/config/config.ts';
import {AppError, invalidBodyParam, invalidUrlParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {isFlagSet, parseQueryList, QueryFlag, QueryList} from '../../platform/http/query.ts';
import {Id, line, looseId, word} from '../../platform/http/wire.ts';
import type {Actor, Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Visibility} from '../visibility/visibility.ts';
import type {Directory, UserFilter, UserOrder} from './directory.ts';
import {
  AutocompleteQuery,
  AutocompleteResult,
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  User,
  UserSearch,
} from './schema.ts';
import type {UserRow, Users} from './users.ts';

const ListQuery = Type.Object({
  ...PagingQuery.properties,
  in_team: Type.Optional(looseId()),
  not_in_team: Type.Optional(looseId()),
  in_channel: Type.Optional(looseId()),
  not_in_channel: Type.Optional(looseId('Requires in_team.')),
  in_group: Type.Optional(looseId()),
  without_team: QueryFlag,
  active: QueryFlag,
  inactive: QueryFlag,
  role: Type.Optional(word('A system-wide role.')),
  roles: QueryList,
  team_roles: QueryList,
  channel_roles: QueryList,
  sort: Type.Optional(
    word(
      'create_at and last_activity_at require in_team, status requires in_channel, admin requires either; display_name requires in_group. Defaults to username.',
    ),
  ),
});

const UserCount = Type.Object({total_users_count: Type.Integer()});

/** Which terms of service a user accepted, and when. */
export interface AcceptedTerms {
  acceptedBy(userId: string): Promise<{terms_of_service_id: string; create_at: number} | undefined>;
}

/** Lists, searches and counts users under `/users`. */
export function registerDirectoryRoutes(
  api: HttpServer,
  {
    users,
    directory,
    permissions,
    visibility,
    config,
    termsOfService,
  }: {
    users: Users;
    directory: Directory;
    permissions: Permissions;
    visibility: Visibility;
    config: Config;
    termsOfService: AcceptedTerms;
  },
): void {
  /** Checks access to the teams and channels in a filter. */
  async function requireFilterAccess(actor: Actor, filter: UserFilter): Promise<void> {
    if (filter.withoutTeam) await permissions.require(actor, 'list_users_without_team');
    for (const teamId of [filter.inTeam, filter.notInTeam]) {
      if (teamId !== undefined) await permissions.require(actor, 'view_team', {teamId});
    }
    for (const channelId of [filter.inChannel, filter.notInChannel]) {
      if (channelId !== undefined) await permissions.require(actor, 'read_channel', {channelId});
    }
  }

  api.get(
    '/users',
    {
      config: {etag: true},
      schema: {
        summary: 'List users by username',
        querystring: ListQuery,
        response: {200: Type.Array(User)},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {query} = request;
      const filter = toFilter(query);
      if (filter.notInChannel !== undefined && filter.inTeam === undefined) {
        throw invalidUrlParam('team_id', {
          explanation: 'not_in_channel requires in_team, the team of that channel.',
        });
      }
      const order = toOrder(query.sort, filter);
      await requireFilterAccess(actor, filter);
      const rows = await directory.list(actor, filter, order, toOffsetLimit(query));
      const present = await users.present(actor, rows);
      if (order !== 'last_activity_at') return present;
      return present.map((user, index) => ({...user, last_activity_at: rows[index]!.lastactivityat ?? 0}));
    },
  );

  api.get(
    '/users/username/:username',
    {
      config: {etag: true},
      schema: {
        summary: 'Get a user by username',
        params: Type.Object({username: Type.String({minLength: 1, maxLength: 64})}),
        response: {200: User},
      },
    },
    async (request) => presentVisible(actorOf(request), () => users.byUsername(request.params.username)),
  );

  api.get(
    '/users/email/:email',
    {
      config: {etag: true},
      schema: {
        summary: 'Get a user by email address',
        params: Type.Object({email: Type.String({minLength: 1, maxLength: 128})}),
        response: {200: User},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      if (
        !config.get().PrivacySettings.ShowEmailAddress &&
        !(await permissions.can(actor, 'manage_system'))
      ) {
        throw new AppError({
          id: 'api.user.get_user_by_email.permissions.app_error',
          message: 'Email addresses are hidden on this server (PrivacySettings.ShowEmailAddress).',
          status: 403,
        });
      }
      return presentVisible(actor, () => users.byEmail(request.params.email));
    },
  );

  async function presentVisible(actor: Actor, lookUp: () => Promise<UserRow>) {
    return (await users.present(actor, [await visibility.find(actor, lookUp)]))[0]!;
  }

  api.get(
    '/users/:user_id',
    {
      config: {etag: true},
      schema: {
        summary: 'Get a user; `me` is your own account',
        params: Type.Object({user_id: Id}),
        response: {200: User},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const id = request.params.user_id;
      if (id !== actor.userId) return presentVisible(actor, () => users.byId(id));
      const [self] = await users.present(actor, [await users.own(actor)]);
      const accepted = await termsOfService.acceptedBy(id);
      return accepted
        ? {
            ...self!,
            terms_of_service_id: accepted.terms_of_service_id,
            terms_of_service_create_at: accepted.create_at,
          }
        : self!;
    },
  );

  api.post(
    '/users/ids',
    {
      schema: {
        summary: 'Get the users with these ids',
        querystring: Type.Object({
          since: Type.Optional(Type.Integer({description: 'Only users changed after this time.'})),
        }),
        body: Type.Array(looseId(), {maxItems: 1000}),
        response: {200: Type.Array(User)},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      if (request.body.length === 0) throw invalidBodyParam('user_ids', 'Include at least one id.');
      const rows = await users.byIds(request.body, request.query.since);
      return users.present(actor, await visibility.only(actor, rows));
    },
  );

  api.post(
    '/users/usernames',
    {
      schema: {
        summary: 'Get the users with these usernames',
        body: Type.Array(line(), {maxItems: 1000}),
        response: {200: Type.Array(User)},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      if (request.body.length === 0) throw invalidBodyParam('usernames', 'Include at least one username.');
      const rows = await users.byUsernames(request.body);
      return users.present(actor, await visibility.only(actor, rows));
    },
  );

  api.post(
    '/users/group_channels',
    {
      schema: {
        summary: 'Get the other members of several group channels',
        body: Type.Array(looseId(), {maxItems: 1000}),
        response: {200: Type.Record(Type.String(), Type.Array(User))},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      if (request.body.length === 0) throw invalidBodyParam('group_channel_ids', 'Include at least one id.');
      const byChannel = await directory.ofGroupChannels(actor, request.body);
      const present = [...byChannel].map(
        async ([channelId, rows]) => [channelId, await users.present(actor, rows)] as const,
      );
      return Object.fromEntries(await Promise.all(present));
    },
  );

  api.post(
    '/users/search',
    {
      schema: {
        summary: 'Search users by the start of their names',
        body: UserSearch,
        response: {200: Type.Array(User)},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {body} = request;
      if (body.not_in_channel_id && !body.team_id) {
        throw invalidBodyParam('team_id', {
          explanation: 'not_in_channel_id requires the team of that channel.',
        });
      }
      const filter: UserFilter = {
        inTeam: body.team_id || undefined,
        notInTeam: body.not_in_team_id || undefined,
        inChannel: body.in_channel_id || undefined,
        notInChannel: body.not_in_channel_id || undefined,
        inGroup: body.in_group_id || undefined,
        withoutTeam: body.without_team,
        activation: body.allow_inactive ? undefined : 'active',
        roles: [...(body.roles ?? []), ...(body.role ? [body.role] : [])],
        teamRoles: body.team_roles,
        channelRoles: body.channel_roles,
      };
      await requireFilterAccess(actor, filter);
      const rows = await directory.search(actor, body.term, filter, body.limit || DEFAULT_SEARCH_LIMIT);
      return users.present(actor, rows);
    },
  );

  api.get(
    '/users/autocomplete',
    {
      schema: {
        summary: 'Autocomplete users in a channel or team',
        querystring: AutocompleteQuery,
        response: {200: AutocompleteResult},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {name = '', in_team, in_channel, limit = 0} = request.query;
      const limited = limit > 0 ? Math.min(limit, MAX_SEARCH_LIMIT) : DEFAULT_SEARCH_LIMIT;
      const find = async (filter: UserFilter) =>
        users.present(actor, await directory.search(actor, name, {...filter, activation: 'active'}, limited));

      const inTeam = in_team || undefined;
      const inChannel = in_channel || undefined;
      await requireFilterAccess(actor, {inTeam, inChannel});
      if (inChannel === undefined) return {users: await find({inTeam})};
      const inside = await find({inChannel});
      return inTeam === undefined
        ? {users: inside}
        : {users: inside, out_of_channel: await find({inTeam, notInChannel: inChannel})};
    },
  );

  api.get(
    '/users/stats',
    {schema: {summary: 'Count the users on the server, without bots', response: {200: UserCount}}},
    async (request) => ({
      total_users_count: await directory.count(actorOf(request), {withoutBots: true, activation: 'active'}),
    }),
  );

  api.get(
    '/users/stats/filtered',
    {
      schema: {
        summary: 'Count users',
        querystring: Type.Object({
          in_team: Type.Optional(looseId()),
          in_channel: Type.Optional(looseId()),
          include_deleted: QueryFlag,
          include_bots: QueryFlag,
          roles: QueryList,
          team_roles: QueryList,
          channel_roles: QueryList,
        }),
        response: {200: UserCount},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const {query} = request;
      const total_users_count = await directory.count(actor, {
        inTeam: query.in_team || undefined,
        inChannel: query.in_channel || undefined,
        activation: isFlagSet(query.include_deleted) ? undefined : 'active',
        withoutBots: !isFlagSet(query.include_bots),
        roles: parseQueryList(query.roles),
        teamRoles: parseQueryList(query.team_roles),
        channelRoles: parseQueryList(query.channel_roles),
      });
      return {total_users_count};
    },
  );

  api.get(
    '/users/known',
    {
      schema: {
        summary: 'List the ids of the users who share a channel with you',
        response: {200: Type.Array(Id)},
      },
    },
    async (request) => directory.knownIds(actorOf(request)),
  );
}

function toFilter(query: Static<typeof ListQuery>): UserFilter {
  return {
    inTeam: query.in_team || undefined,
    notInTeam: query.not_in_team || undefined,
    inChannel: query.in_channel || undefined,
    notInChannel: query.not_in_channel || undefined,
    inGroup: query.in_group || undefined,
    withoutTeam: isFlagSet(query.without_team),
    activation: isFlagSet(query.active) ? 'active' : isFlagSet(query.inactive) ? 'inactive' : undefined,
    roles: [...parseQueryList(query.roles), ...parseQueryList(query.role)],
    teamRoles: parseQueryList(query.team_roles),
    channelRoles: parseQueryList(query.channel_roles),
  };
}

/** @throws AppError 400 for an order that is unknown, or not supported by this list (as on the reference server). */
function toOrder(sort: string | undefined, filter: UserFilter): UserOrder {
  if (!sort || sort === 'username') return 'username';
  const {inTeam, inChannel, inGroup} = filter;
  const possible: Record<string, boolean> = {
    display_name: inGroup !== undefined,
    create_at: inTeam !== undefined,
    last_activity_at: inTeam !== undefined,
    status: inChannel !== undefined,
    admin: inTeam !== undefined || inChannel !== undefined,
  };
  if (!Object.hasOwn(possible, sort)) {
    throw invalidUrlParam(
      'sort',
      `The order must be one of ${Object.keys(possible).join(', ')}, not "${sort}".`,
    );
  }
  if (!possible[sort])
    throw invalidUrlParam('sort', {explanation: `${sort} requires in_team, in_channel or in_group.`});
  return sort as UserOrder;
}
