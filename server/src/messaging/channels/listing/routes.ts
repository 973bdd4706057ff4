import Type from 'typebox';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../../platform/http/paging.ts';
import {isFlagSet, QueryFlag} from '../../../platform/http/query.ts';
import {Id, looseId, Millis, SearchTerm, word} from '../../../platform/http/wire.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf} from '../../sessions/sessions.ts';
import type {ChannelAccess} from '../channel-access.ts';
import {OFF_TOPIC, TOWN_SQUARE} from '../channel-names.ts';
import type {Channels} from '../channels.ts';
import {presentChannel, presentChannelWithTeam} from '../present.ts';
import {ChannelList, ChannelWithTeam} from '../schema.ts';
import {CHANNEL_SORT_COLUMNS, type ChannelFilter} from './store.ts';

const ChannelsWithCount = Type.Object({
  channels: Type.Array(ChannelWithTeam),
  total_count: Type.Integer(),
});

const DEFAULT_CHANNEL_NAMES = [TOWN_SQUARE, OFF_TOPIC];
/** Required to see which channels have a data retention policy. */
const READ_RETENTION = 'sysconsole_read_compliance_data_retention_policy';

/** Lists, searches and autocompletes channels. */
export function registerChannelListRoutes(
  api: HttpServer,
  {channels, permissions, access}: {channels: Channels; permissions: Permissions; access: ChannelAccess},
): void {
  const TeamId = Type.Object({team_id: Id});
  const UserAndTeam = Type.Object({user_id: Id, team_id: Id});
  const {lists} = channels;
  const Term = Type.Object({term: SearchTerm});
  const Name = Type.Object({name: Type.Optional(SearchTerm)});
  const Archived = Type.Object({
    include_deleted: QueryFlag,
    last_delete_at: Type.Optional(Millis),
  });

  api.get(
    '/teams/:team_id/channels',
    {
      schema: {
        summary: 'List the public channels of a team',
        params: TeamId,
        querystring: PagingQuery,
        response: {200: ChannelList},
      },
    },
    async (request) => {
      const teamId = request.params.team_id;
      await permissions.require(actorOf(request), 'list_team_channels', {teamId});
      return (await lists.publicOfTeam(teamId, toOffsetLimit(request.query))).map(presentChannel);
    },
  );

  api.get(
    '/teams/:team_id/channels/private',
    {
      schema: {
        summary: 'List the private channels of a team',
        params: TeamId,
        querystring: PagingQuery,
        response: {200: ChannelList},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      const rows = await lists.privateOfTeam(request.params.team_id, toOffsetLimit(request.query));
      return rows.map(presentChannel);
    },
  );

  api.get(
    '/teams/:team_id/channels/deleted',
    {
      schema: {
        summary: 'List the archived channels of a team',
        params: TeamId,
        querystring: PagingQuery,
        response: {200: ChannelList},
      },
    },
    async (request) => {
      const teamId = request.params.team_id;
      const actor = actorOf(request);
      await permissions.require(actor, 'list_team_channels', {teamId});
      return (await lists.archivedOfTeam(teamId, actor.userId, toOffsetLimit(request.query))).map(
        presentChannel,
      );
    },
  );

  api.post(
    '/teams/:team_id/channels/ids',
    {
      schema: {
        summary: 'Get public channels of a team by their ids',
        params: TeamId,
        body: Type.Array(Id, {maxItems: 1000}),
        response: {200: ChannelList},
      },
    },
    async (request) => {
      const teamId = request.params.team_id;
      await permissions.require(actorOf(request), 'list_team_channels', {teamId});
      return (await lists.publicByIds(teamId, request.body)).map(presentChannel);
    },
  );

  api.get(
    '/teams/:team_id/channels/recommended',
    {
      schema: {
        summary: 'List recommended channels (always empty)',
        params: TeamId,
        response: {200: ChannelList},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'view_team', {teamId: request.params.team_id});
      return [];
    },
  );

  api.post(
    '/teams/:team_id/channels/search',
    {
      schema: {
        summary: 'Search the channels of a team',
        params: TeamId,
        body: Type.Object({
          ...Term.properties,
          exclude_joined: Type.Optional(
            Type.Boolean({description: 'Leave out channels that the user is in.'}),
          ),
        }),
        response: {200: ChannelList},
      },
    },
    async (request) => {
      const {team_id} = request.params;
      const searcher = await access.teamSearchScope(actorOf(request), team_id);
      const {term, exclude_joined: excludeJoined = false} = request.body;
      return (await lists.search(team_id, {term, excludeJoined}, searcher)).map(presentChannel);
    },
  );

  api.get(
    '/teams/:team_id/channels/autocomplete',
    {
      schema: {
        summary: 'Autocomplete a channel name',
        params: TeamId,
        querystring: Name,
        response: {200: ChannelList},
      },
    },
    async (request) => {
      const {team_id} = request.params;
      const searcher = await access.teamSearchScope(actorOf(request), team_id);
      return (await lists.autocomplete(team_id, request.query.name ?? '', searcher)).map(presentChannel);
    },
  );

  api.get(
    '/teams/:team_id/channels/search_autocomplete',
    {
      schema: {
        summary: 'Autocomplete a channel name for a search',
        params: TeamId,
        querystring: Name,
        response: {200: ChannelList},
      },
    },
    async (request) => {
      const {team_id} = request.params;
      const searcher = await access.teamSearchScope(actorOf(request), team_id);
      const rows = await lists.autocompleteForSearch(team_id, request.query.name ?? '', searcher);
      return rows.map(presentChannel);
    },
  );

  api.get(
    '/users/:user_id/teams/:team_id/channels',
    {
      config: {etag: true},
      schema: {
        summary: "List a user's channels in a team, including direct and group channels",
        params: UserAndTeam,
        querystring: Archived,
        response: {200: ChannelList},
      },
    },
    async (request) => {
      const {user_id, team_id} = request.params;
      const actor = actorOf(request);
      await access.requireUser(actor, user_id);
      await permissions.require(actor, 'view_team', {teamId: team_id});
      const rows = await lists.ofUser(user_id, {
        teamId: team_id,
        archivedSince: archivedSince(request.query),
      });
      return rows.map(presentChannel);
    },
  );

  api.get(
    '/users/:user_id/channels',
    {
      config: {etag: true},
      schema: {
        summary: "List a user's channels in all teams",
        params: Type.Object({user_id: Id}),
        querystring: Archived,
        response: {200: ChannelList},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await access.requireUser(actorOf(request), user_id);
      const rows = await lists.ofUser(user_id, {archivedSince: archivedSince(request.query)});
      return rows.map(presentChannel);
    },
  );

  api.get(
    '/channels',
    {
      schema: {
        summary: 'List the channels of all teams',
        querystring: Type.Object({
          ...PagingQuery.properties,
          include_total_count: QueryFlag,
          include_deleted: QueryFlag,
          exclude_default_channels: QueryFlag,
          not_associated_to_group: Type.Optional(looseId()),
          exclude_policy_constrained: QueryFlag,
        }),
        response: {200: Type.Union([ChannelsWithCount, Type.Array(ChannelWithTeam)])},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'sysconsole_read_user_management_channels');
      const {include_total_count, include_deleted, exclude_default_channels} = request.query;
      const withoutPolicy = isFlagSet(request.query.exclude_policy_constrained);
      if (withoutPolicy) await permissions.require(actorOf(request), READ_RETENTION);
      const filter: ChannelFilter = {
        term: '',
        types: ['O', 'P'],
        archived: isFlagSet(include_deleted) ? 'with' : 'without',
        excludedNames: isFlagSet(exclude_default_channels) ? DEFAULT_CHANNEL_NAMES : [],
        withoutPolicy,
      };
      const list = (await lists.all(filter, toOffsetLimit(request.query))).map(presentChannelWithTeam);
      return isFlagSet(include_total_count)
        ? {channels: list, total_count: await lists.countAll(filter)}
        : list;
    },
  );

  api.post(
    '/channels/search',
    {
      schema: {
        summary: 'Search channels in all teams',
        querystring: Type.Object({
          system_console: Type.Optional(
            word('`false` searches your own teams; otherwise requires an administrator.'),
          ),
          include_deleted: QueryFlag,
        }),
        body: Type.Object({
          term: SearchTerm,
          exclude_default_channels: Type.Optional(Type.Boolean()),
          team_ids: Type.Optional(Type.Array(Id, {maxItems: 1000})),
          public: Type.Optional(Type.Boolean()),
          private: Type.Optional(Type.Boolean()),
          group_constrained: Type.Optional(
            Type.Boolean({
              description: 'If `true`, nothing is found, because group-synced channels are not supported.',
            }),
          ),
          deleted: Type.Optional(Type.Boolean()),
          include_deleted: Type.Optional(Type.Boolean()),
          include_search_by_id: Type.Optional(Type.Boolean()),
          exclude_policy_constrained: Type.Optional(Type.Boolean()),
          page: Type.Optional(Type.Integer()),
          per_page: Type.Optional(Type.Integer()),
          sort_column: Type.Optional(
            Type.Enum(CHANNEL_SORT_COLUMNS, {
              description: 'Sorts all channels that match, not only those on the page.',
            }),
          ),
          sort_direction: Type.Optional(Type.Enum(['asc', 'desc'])),
        }),
        response: {200: Type.Union([ChannelsWithCount, Type.Array(ChannelWithTeam), ChannelList])},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {body, query} = request;
      if (query.system_console === 'false') {
        const searcher = access.globalSearchScope(actor);
        return (await lists.searchEverywhere(body.term, searcher)).map(presentChannel);
      }
      await permissions.require(actor, 'sysconsole_read_user_management_channels');
      if (body.exclude_policy_constrained) await permissions.require(actor, READ_RETENTION);
      const onlyPublic = body.public === true && body.private !== true;
      const onlyPrivate = body.private === true && body.public !== true;
      const filter: ChannelFilter = {
        term: body.term,
        teamIds: body.team_ids?.length ? body.team_ids : undefined,
        types: onlyPublic ? ['O'] : onlyPrivate ? ['P'] : ['O', 'P'],
        archived: body.deleted
          ? 'only'
          : isFlagSet(query.include_deleted) || body.include_deleted
            ? 'with'
            : 'without',
        excludedNames: body.exclude_default_channels ? DEFAULT_CHANNEL_NAMES : [],
        matchesId: body.include_search_by_id,
        withoutPolicy: body.exclude_policy_constrained,
      };
      const paged = body.page !== undefined && body.per_page !== undefined;
      if (body.group_constrained) return paged ? {channels: [], total_count: 0} : [];
      const found = await lists.all(
        filter,
        toOffsetLimit({page: body.page ?? 0, per_page: body.per_page ?? 100}),
        {column: body.sort_column ?? 'display_name', descending: body.sort_direction === 'desc'},
      );
      const list = found.map(presentChannelWithTeam);
      return paged ? {channels: list, total_count: await lists.countAll(filter)} : list;
    },
  );
}

/** The earliest archive time to include; undefined to exclude archived channels. */
function archivedSince(query: {include_deleted?: string; last_delete_at?: number}): number | undefined {
  return isFlagSet(query.include_deleted) ? (query.last_delete_at ?? 0) : undefined;
}
