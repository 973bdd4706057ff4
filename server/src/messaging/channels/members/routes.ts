import {Readable} from 'node:stream';
import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import {invalidBodyParam} from '../../../platform/errors/app-error.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../../platform/http/paging.ts';
import {Id, jsonMap, looseId, STATUS_OK, StatusOk} from '../../../platform/http/wire.ts';
import type {Audits} from '../../audits/audits.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {registerMemberRoleRoutes} from '../../roles/roles.ts';
import {actorOf} from '../../sessions/sessions.ts';
import type {ChannelAccess} from '../channel-access.ts';
import type {Channels} from '../channels.ts';
import {presentChannelMemberTo} from '../present.ts';
import {ChannelMember, ChannelMemberList} from '../schema.ts';
import type {ChannelMemberRow} from './store.ts';

/** The maximum number of members in one request. */
const MAX_MEMBERS = 100_000;

/** Channel memberships, by channel and by user. */
export function registerChannelMemberRoutes(
  api: HttpServer,
  {
    channels,
    permissions,
    access,
    audits,
  }: {channels: Channels; permissions: Permissions; access: ChannelAccess; audits: Audits},
): void {
  /** Returns a function that presents memberships as the caller may see them. */
  const presenterFor = (request: FastifyRequest) => {
    const {userId} = actorOf(request);
    return (row: ChannelMemberRow) => presentChannelMemberTo(userId, row);
  };
  const ChannelId = Type.Object({channel_id: Id});
  const MemberIds = Type.Object({channel_id: Id, user_id: Id});

  api.get(
    '/channels/:channel_id/members',
    {
      schema: {
        summary: 'List the members of a channel',
        params: ChannelId,
        querystring: PagingQuery,
        response: {200: ChannelMemberList},
      },
    },
    async (request) => {
      const channel = await channels.byId(request.params.channel_id);
      await permissions.requireChannelRead(actorOf(request), channel.id);
      return (await channels.members(channel.id, toOffsetLimit(request.query))).map(presenterFor(request));
    },
  );

  api.post(
    '/channels/:channel_id/members/ids',
    {
      schema: {
        summary: 'Get memberships by user ids',
        params: ChannelId,
        body: Type.Array(Id, {maxItems: 1000}),
        response: {200: ChannelMemberList},
      },
    },
    async (request) => {
      const channel = await channels.byId(request.params.channel_id);
      await permissions.requireChannelRead(actorOf(request), channel.id);
      return (await channels.membersByIds(channel.id, request.body)).map(presenterFor(request));
    },
  );

  api.get(
    '/channels/:channel_id/members/:user_id',
    {schema: {summary: 'Get a membership', params: MemberIds, response: {200: ChannelMember}}},
    async (request) => {
      const channel = await channels.byId(request.params.channel_id);
      await permissions.requireChannelRead(actorOf(request), channel.id);
      return presenterFor(request)(await channels.member(channel.id, request.params.user_id));
    },
  );

  api.post(
    '/channels/:channel_id/members',
    {
      schema: {
        summary: 'Add members, or join',
        params: ChannelId,
        body: Type.Object({
          user_id: Type.Optional(looseId()),
          user_ids: Type.Optional(Type.Array(Id, {maxItems: 1000})),
          post_root_id: Type.Optional(
            looseId('A post of the channel. The message that they were added is a reply to it.'),
          ),
        }),
        response: {201: Type.Union([ChannelMember, ChannelMemberList])},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {user_id, user_ids, post_root_id: rootId} = request.body;
      const userIds = user_ids ?? (user_id ? [user_id === 'me' ? actor.userId : user_id] : []);
      if (userIds.length === 0) throw invalidBodyParam('user_id', {explanation: 'Set user_id or user_ids.'});
      const channel = await channels.byId(request.params.channel_id);
      await access.requireAddMembers(actor, channel, userIds);
      const rows = await channels.addMembers(channel.id, userIds, actor.userId, {
        rootId: rootId || undefined,
      });
      const members = rows.map(presenterFor(request));
      return reply.code(201).send(user_ids ? members : members[0]!);
    },
  );

  // Sends each batch when it is finished, one JSON object per line, because a large channel takes minutes.
  api.put(
    '/channels/:channel_id/members',
    {
      schema: {
        summary: 'Set all members of a channel, and optionally its administrators',
        description:
          'Removes and adds members as needed. The response has one line of JSON per batch that lists what changed.',
        params: ChannelId,
        querystring: Type.Object({
          batch_size: Type.Optional(Type.Integer({minimum: 1, maximum: 1000, default: 100})),
          batch_delay_ms: Type.Optional(Type.Integer({minimum: 0, maximum: 10_000, default: 500})),
        }),
        body: Type.Object({
          members: Type.Array(Id, {maxItems: MAX_MEMBERS}),
          channel_admins: Type.Optional(
            Type.Array(Id, {
              maxItems: MAX_MEMBERS,
              description: 'Members who become channel administrators; omit to keep the roles of members.',
            }),
          ),
        }),
        response: {
          200: {content: {'application/x-ndjson': {schema: Type.Unsafe<Readable>(Type.String())}}},
        },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      await permissions.require(actor, 'manage_system');
      const {channel_id} = request.params;
      const {batch_size = 100, batch_delay_ms = 500} = request.query;
      const {members, channel_admins} = request.body;
      const pacing = {size: batch_size, delayMs: batch_delay_ms};
      const target = {userIds: members, adminIds: channel_admins};
      const batches = await channels.setMembers(channel_id, target, actor.userId, pacing);
      await audits.recordRequest(request, `channel_id=${channel_id} members=${members.length}`);
      async function* lines() {
        try {
          for await (const batch of batches) yield `${JSON.stringify(batch)}\n`;
        } catch (error) {
          request.log.error({err: error}, 'could not replace all members of a channel');
          yield `${JSON.stringify({error: 'Not all members could be set. Send the request again.'})}\n`;
        }
      }
      return reply.type('application/x-ndjson').send(Readable.from(lines()));
    },
  );

  api.delete(
    '/channels/:channel_id/members/:user_id',
    {schema: {summary: 'Remove a member, or leave', params: MemberIds, response: {200: StatusOk}}},
    async (request) => {
      const actor = actorOf(request);
      const channel = await channels.byId(request.params.channel_id);
      const {user_id} = request.params;
      if (user_id !== actor.userId) await access.requireManageMembers(actor, channel);
      await channels.removeMember(channel.id, user_id, actor.userId);
      return STATUS_OK;
    },
  );

  registerMemberRoleRoutes(api, {kind: 'channel', places: channels, permissions});

  api.put(
    '/channels/:channel_id/members/:user_id/notify_props',
    {
      schema: {
        summary: "Change a member's notification settings",
        params: MemberIds,
        body: jsonMap(10_000),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {channel_id, user_id} = request.params;
      await access.requireUser(actorOf(request), user_id);
      await channels.byId(channel_id);
      await channels.setNotifyProps(channel_id, user_id, request.body);
      return STATUS_OK;
    },
  );

  api.get(
    '/users/:user_id/teams/:team_id/channels/members',
    {
      config: {etag: true},
      schema: {
        summary: "List a user's memberships in a team, including direct and group channels",
        params: Type.Object({user_id: Id, team_id: Id}),
        response: {200: ChannelMemberList},
      },
    },
    async (request) => {
      const {user_id, team_id} = request.params;
      const actor = actorOf(request);
      await access.requireUser(actor, user_id);
      await permissions.require(actor, 'view_team', {teamId: team_id});
      return (await channels.membershipsInTeam(user_id, team_id)).map(presenterFor(request));
    },
  );

  // Page -1 returns all memberships, one JSON object per line, because an active account has thousands.
  api.get(
    '/users/:user_id/channel_members',
    {
      schema: {
        summary: "List a user's memberships; page -1 returns all, one per line",
        params: Type.Object({user_id: Id}),
        querystring: PagingQuery,
        response: {
          200: {
            content: {
              'application/json': {schema: ChannelMemberList},
              'application/x-ndjson': {schema: Type.Unsafe<Readable>(Type.String())},
            },
          },
        },
      },
    },
    async (request, reply) => {
      const {user_id} = request.params;
      await access.requireUser(actorOf(request), user_id);
      if (request.query.page !== -1) {
        const rows = await channels.memberships(user_id, toOffsetLimit(request.query));
        return reply.send(rows.map(presenterFor(request)));
      }
      const present = presenterFor(request);
      async function* lines() {
        for await (const rows of channels.allMemberships(user_id)) {
          yield rows.map((row) => `${JSON.stringify(present(row))}\n`).join('');
        }
      }
      return reply.type('application/x-ndjson').send(Readable.from(lines()));
    },
  );
}
