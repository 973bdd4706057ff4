import Type, {type Static} from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {Id, line} from '../../platform/http/wire.ts';
import type {ActionLimits} from '../action-limits/action-limits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Users} from '../users/users.ts';
import type {Visibility} from '../visibility/visibility.ts';
import type {Groups} from './groups.ts';
import {
  Group,
  GroupMember,
  GroupMemberIds,
  GroupMemberPage,
  GroupPatch,
  GroupQuery,
  GroupStats,
  NewGroup,
} from './schema.ts';
import type {GroupFilter} from './store.ts';

const ChannelMemberCount = Type.Object({
  group_id: Id,
  channel_member_count: Type.Integer(),
  channel_member_timezones_count: Type.Integer({description: '0 without include_timezones.'}),
});
const GroupsWithCount = Type.Object({groups: Type.Array(Group), total_count: Type.Integer()});

/** Custom groups: `/groups`. */
export function registerGroupRoutes(
  api: HttpServer,
  {
    groups,
    permissions,
    users,
    visibility,
    actionLimits,
  }: {
    groups: Groups;
    permissions: Permissions;
    users: Users;
    visibility: Visibility;
    actionLimits: ActionLimits;
  },
): void {
  const GroupId = Type.Object({group_id: Id});

  api.get(
    '/groups',
    {
      schema: {
        summary: 'List groups',
        querystring: GroupQuery,
        response: {200: Type.Union([Type.Array(Group), GroupsWithCount])},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {query} = request;
      const {filter_has_member: memberId, include_channel_member_count: channelId} = query;
      if (channelId) await permissions.requireChannelRead(actor, channelId);
      if (memberId) await visibility.require(actor, [memberId]);
      const filter = toFilter(query);
      const isOtherSource = !['', 'custom', undefined].includes(query.group_source);
      const found = isOtherSource
        ? []
        : await groups.list(
            actor,
            filter,
            {
              withMemberCount: isFlagSet(query.include_member_count),
              withMemberIds: isFlagSet(query.include_member_ids),
              channelId,
              withTimezones: isFlagSet(query.include_timezones),
            },
            toOffsetLimit(query),
          );
      if (!isFlagSet(query.include_total_count)) return found;
      return {groups: found, total_count: isOtherSource ? 0 : await groups.count(filter)};
    },
  );

  api.post(
    '/groups',
    {schema: {summary: 'Create a group', body: NewGroup, response: {201: Group}}},
    async (request, reply) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'create_custom_group');
      await actionLimits.count(request, reply, 'group-creation');
      return reply.code(201).send(await groups.create(actor, request.body));
    },
  );

  api.post(
    '/groups/names',
    {
      schema: {
        summary: 'Get groups by name',
        body: Type.Array(line(), {maxItems: 1000}),
        response: {200: Type.Array(Group)},
      },
    },
    async (request) => groups.byNames(request.body),
  );

  api.get(
    '/groups/:group_id',
    {
      schema: {
        summary: 'Get a group',
        params: GroupId,
        querystring: Type.Object({include_member_count: QueryFlag, include_member_ids: QueryFlag}),
        response: {200: Group},
      },
    },
    async (request) =>
      groups.byId(actorOf(request), request.params.group_id, {
        withMemberCount: isFlagSet(request.query.include_member_count),
        withMemberIds: isFlagSet(request.query.include_member_ids),
      }),
  );

  api.put(
    '/groups/:group_id/patch',
    {schema: {summary: 'Rename a group', params: GroupId, body: GroupPatch, response: {200: Group}}},
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'edit_custom_group');
      return groups.patch(actor, request.params.group_id, request.body);
    },
  );

  api.delete(
    '/groups/:group_id',
    {schema: {summary: 'Archive a group', params: GroupId, response: {200: Group}}},
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'delete_custom_group');
      return groups.setArchived(actor, request.params.group_id, true);
    },
  );

  api.post(
    '/groups/:group_id/restore',
    {schema: {summary: 'Unarchive a group', params: GroupId, response: {200: Group}}},
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'restore_custom_group');
      return groups.setArchived(actor, request.params.group_id, false);
    },
  );

  api.get(
    '/groups/:group_id/stats',
    {schema: {summary: "Count a group's members", params: GroupId, response: {200: GroupStats}}},
    async (request) => {
      const {id, member_count = 0} = await groups.byId(actorOf(request), request.params.group_id, {
        withMemberCount: true,
      });
      return {group_id: id, total_member_count: member_count};
    },
  );

  api.get(
    '/groups/:group_id/members',
    {
      schema: {
        summary: "List a group's members",
        params: GroupId,
        querystring: PagingQuery,
        response: {200: GroupMemberPage},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {member_ids = [], member_count = 0} = await groups.byId(actor, request.params.group_id, {
        withMemberCount: true,
        withMemberIds: true,
      });
      const {offset, limit} = toOffsetLimit(request.query);
      const rows = await users.byIds(member_ids.slice(offset, offset + limit));
      return {members: await users.present(actor, rows), total_member_count: member_count};
    },
  );

  api.post(
    '/groups/:group_id/members',
    {
      schema: {
        summary: 'Add members to a group',
        params: GroupId,
        body: GroupMemberIds,
        response: {200: Type.Array(GroupMember)},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_custom_group_members');
      return groups.addMembers(actor, request.params.group_id, request.body.user_ids);
    },
  );

  api.delete(
    '/groups/:group_id/members',
    {
      schema: {
        summary: 'Remove members from a group',
        params: GroupId,
        body: GroupMemberIds,
        response: {200: Type.Array(GroupMember)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_custom_group_members');
      return groups.removeMembers(request.params.group_id, request.body.user_ids);
    },
  );

  api.get(
    '/channels/:channel_id/member_counts_by_group',
    {
      schema: {
        summary: 'Count the members of a channel by group',
        params: Type.Object({channel_id: Id}),
        querystring: Type.Object({include_timezones: QueryFlag}),
        response: {200: Type.Array(ChannelMemberCount)},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {channel_id: channelId} = request.params;
      await permissions.requireChannelRead(actor, channelId);
      const withTimezones = isFlagSet(request.query.include_timezones);
      const counts = await groups.channelMemberCounts(actor, channelId, {withTimezones});
      return counts.map(({groupid, members, timezones}) => ({
        group_id: groupid,
        channel_member_count: members,
        channel_member_timezones_count: timezones,
      }));
    },
  );

  api.get(
    '/users/:user_id/groups',
    {
      schema: {
        summary: "List a user's groups",
        params: Type.Object({user_id: Id}),
        response: {200: Type.Array(Group)},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {user_id} = request.params;
      await visibility.require(actor, [user_id]);
      const filter: GroupFilter = {archived: 'exclude', memberId: user_id};
      return groups.list(actor, filter, {}, {offset: 0, limit: 1000});
    },
  );
}

function toFilter(query: Static<typeof GroupQuery>): GroupFilter {
  const isArchived = isFlagSet(query.filter_archived);
  return {
    term: query.q,
    archived: isArchived ? 'only' : isFlagSet(query.include_archived) ? 'include' : 'exclude',
    onlyReferenced: isFlagSet(query.filter_allow_reference),
    memberId: query.filter_has_member,
    changedAfter: query.since,
  };
}
