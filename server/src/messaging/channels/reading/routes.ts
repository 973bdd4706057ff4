import Type, {type Static} from 'typebox';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {isFlagSet, QueryFlag} from '../../../platform/http/query.ts';
import {Id, looseId, Millis} from '../../../platform/http/wire.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf} from '../../sessions/sessions.ts';
import type {ChannelAccess} from '../channel-access.ts';
import type {Channels} from '../channels.ts';
import type {ChannelUnreadRow} from './store.ts';

const ViewResult = Type.Object({
  status: Type.Literal('OK'),
  last_viewed_at_times: Type.Record(Type.String(), Millis),
});

const ChannelUnread = Type.Object({
  team_id: Type.String(),
  channel_id: Id,
  user_id: Id,
  msg_count: Type.Integer({description: 'The number of unread posts.'}),
  msg_count_root: Type.Integer(),
  mention_count: Type.Integer(),
  mention_count_root: Type.Integer(),
  urgent_mention_count: Type.Integer(),
  last_viewed_at: Millis,
  notify_props: Type.Record(Type.String(), Type.String()),
});

const ChannelStats = Type.Object({
  channel_id: Id,
  member_count: Type.Integer(),
  guest_count: Type.Integer(),
  pinnedpost_count: Type.Integer(),
  files_count: Type.Integer({description: '-1 if not requested.'}),
});

/** Read state and counts of channels. */
export function registerReadingRoutes(
  api: HttpServer,
  {channels, permissions, access}: {channels: Channels; permissions: Permissions; access: ChannelAccess},
): void {
  const ChannelId = Type.Object({channel_id: Id});
  const UserId = Type.Object({user_id: Id});
  const {reading} = channels;

  api.post(
    '/channels/members/:user_id/view',
    {
      schema: {
        summary: 'Mark a channel as read',
        params: UserId,
        body: Type.Object({
          channel_id: Type.Optional(looseId()),
          prev_channel_id: Type.Optional(looseId()),
          collapsed_threads_supported: Type.Optional(Type.Boolean()),
        }),
        response: {200: ViewResult},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await access.requireUser(actorOf(request), user_id);
      const {channel_id = '', prev_channel_id = ''} = request.body;
      return viewed(await reading.view(user_id, [channel_id, prev_channel_id]));
    },
  );

  api.post(
    '/channels/members/:user_id/mark_read',
    {
      schema: {
        summary: 'Mark channels as read',
        params: UserId,
        body: Type.Array(Id, {maxItems: 10_000}),
        response: {200: ViewResult},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await access.requireUser(actorOf(request), user_id);
      return viewed(await reading.view(user_id, request.body));
    },
  );

  api.put(
    '/users/:user_id/teams/:team_id/read',
    {
      schema: {
        summary: 'Mark all channels of a team as read',
        params: Type.Object({user_id: Id, team_id: Id}),
        response: {200: ViewResult},
      },
    },
    async (request) => {
      const {user_id, team_id} = request.params;
      const actor = actorOf(request);
      await access.requireUser(actor, user_id);
      await permissions.require(actor, 'view_team', {teamId: team_id});
      return viewed(await reading.viewAll(user_id, team_id));
    },
  );

  api.put(
    '/channels/members/:user_id/direct/read',
    {
      schema: {
        summary: 'Mark all direct and group channels as read',
        params: UserId,
        response: {200: ViewResult},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await access.requireUser(actorOf(request), user_id);
      return viewed(await reading.viewAll(user_id, ''));
    },
  );

  api.get(
    '/users/:user_id/channels/:channel_id/unread',
    {
      schema: {
        summary: "Get a user's unread counts in a channel",
        params: Type.Object({user_id: Id, channel_id: Id}),
        response: {200: ChannelUnread},
      },
    },
    async (request) => {
      const {user_id, channel_id} = request.params;
      const actor = actorOf(request);
      await access.requireUser(actor, user_id);
      await channels.byId(channel_id);
      await permissions.requireChannelRead(actor, channel_id);
      return presentUnread(await reading.unread(user_id, channel_id));
    },
  );

  api.get(
    '/channels/:channel_id/stats',
    {
      schema: {
        summary: 'Count members, guests, pinned posts and files',
        params: ChannelId,
        querystring: Type.Object({exclude_files_count: QueryFlag}),
        response: {200: ChannelStats},
      },
    },
    async (request) => {
      const channel = await channels.byId(request.params.channel_id);
      await permissions.requireChannelRead(actorOf(request), channel.id);
      const {members, guests, pinned, files} = await reading.stats(channel.id);
      return {
        channel_id: channel.id,
        member_count: members,
        guest_count: guests,
        pinnedpost_count: pinned,
        files_count: isFlagSet(request.query.exclude_files_count) ? -1 : files,
      };
    },
  );

  api.post(
    '/channels/stats/member_count',
    {
      schema: {
        summary: 'Count the members of several channels',
        body: Type.Array(Id, {maxItems: 1000}),
        response: {200: Type.Record(Type.String(), Type.Integer())},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      for (const channelId of request.body) await permissions.requireChannelRead(actor, channelId);
      const counts = await reading.memberCounts(request.body);
      return Object.fromEntries(counts.map(({channelid, members}) => [channelid, members]));
    },
  );

  api.get(
    '/channels/:channel_id/timezones',
    {
      schema: {
        summary: "List the time zones of a channel's members",
        params: ChannelId,
        response: {200: Type.Array(Type.String())},
      },
    },
    async (request) => {
      const channel = await channels.byId(request.params.channel_id);
      await permissions.requireChannelRead(actorOf(request), channel.id);
      return reading.timezones(channel.id);
    },
  );
}

function viewed(times: Record<string, number>): Static<typeof ViewResult> {
  return {status: 'OK', last_viewed_at_times: times};
}

function presentUnread(row: ChannelUnreadRow): Static<typeof ChannelUnread> {
  return {
    team_id: row.teamid,
    channel_id: row.channelid,
    user_id: row.userid,
    msg_count: row.msgcount,
    msg_count_root: row.msgcountroot,
    mention_count: row.mentioncount,
    mention_count_root: row.mentioncountroot,
    urgent_mention_count: row.urgentmentioncount,
    last_viewed_at: row.lastviewedat,
    notify_props: row.notifyprops,
  };
}
