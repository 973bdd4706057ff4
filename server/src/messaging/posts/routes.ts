import Type from 'typebox';
import {invalidUrlParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Channels} from '../channels/channels.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf, type Sessions} from '../sessions/sessions.ts';
import type {Teams} from '../teams/teams.ts';
import {rejectReservedType} from './creation/rules.ts';
import {registerPostEditingRoutes} from './editing/routes.ts';
import {registerPostListRoutes} from './lists/routes.ts';
import {registerThreadMovingRoutes} from './moving/routes.ts';
import type {Posts} from './posts.ts';
import {withoutOrigin} from './props.ts';
import {registerReadStateRoutes} from './read-state/routes.ts';
import {NewEphemeralPost, NewPost, Post, PostInfo} from './schema.ts';

/** Posts: `/posts` and `/channels/{id}/posts`. */
export function registerPostRoutes(
  api: HttpServer,
  parts: {
    posts: Posts;
    permissions: Permissions;
    sessions: Sessions;
    channels: Channels;
    teams: Teams;
    audits: Audits;
  },
): void {
  const {posts, permissions, sessions, channels, teams} = parts;
  const PostId = Type.Object({post_id: Id});

  api.post(
    '/posts',
    {
      schema: {
        summary: 'Post a message',
        querystring: Type.Object({
          set_online: Type.Optional(
            Type.Boolean({default: true, description: "Whether posting sets the author's status to online."}),
          ),
        }),
        body: NewPost,
        response: {201: Post},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {body} = request;
      rejectReservedType(body.type ?? '', 'post.type');
      await permissions.requireChannelPost(actor, body.channel_id);
      const isIntegration = actor.isBot || actor.kind === 'access-token';
      const mayBackdate = actor.isBot || (await permissions.can(actor, 'manage_system'));
      const {priority} = body.metadata ?? {};
      const post = await posts.create({
        channelId: body.channel_id,
        userId: actor.userId,
        message: body.message ?? '',
        rootId: body.root_id || undefined,
        replyBroadcast: body.reply_broadcast,
        fileIds: body.file_ids,
        // Users cannot post under another name, but programs with their own token can.
        props: body.props && (isIntegration ? body.props : withoutOrigin(body.props)),
        type: body.type,
        priority: priority && {priority: priority.priority ?? '', requested_ack: priority.requested_ack},
        createAt: mayBackdate ? pastTime(body.create_at) : undefined,
        isPinned: body.is_pinned,
        pendingPostId: body.pending_post_id || undefined,
        setOnline: request.query.set_online,
      });
      await sessions.recordActivity(actor);
      const [shown] = await posts.quotes.withQuotes(actor, [post]);
      return reply.code(201).send(shown!);
    },
  );

  api.post(
    '/posts/ephemeral',
    {
      schema: {
        summary: 'Show a message to one user without storing it',
        body: NewEphemeralPost,
        response: {201: Post},
      },
    },
    async (request, reply) => {
      const actor = actorOf(request);
      const {user_id, post} = request.body;
      await permissions.require(actor, 'create_post_ephemeral');
      await channels.byId(post.channel_id);
      const shown = await posts.ephemeral(user_id, {
        channelId: post.channel_id,
        authorId: actor.userId,
        message: post.message ?? '',
        rootId: post.root_id,
        props: post.props,
      });
      return reply.code(201).send(shown);
    },
  );

  api.get(
    '/posts/:post_id',
    {
      schema: {
        summary: 'Get a message',
        params: PostId,
        querystring: Type.Object({
          include_deleted: Type.Optional(
            Type.Boolean({description: 'Allow a deleted post; requires an administrator.'}),
          ),
        }),
        response: {200: Post},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const includeDeleted = request.query.include_deleted;
      if (includeDeleted) await permissions.require(actor, 'manage_system');
      const post = await posts.byId(request.params.post_id, {includeDeleted});
      await permissions.requireChannelRead(actor, post.channel_id);
      const [shown] = await posts.quotes.withQuotes(actor, [post]);
      return shown!;
    },
  );

  api.post(
    '/posts/ids',
    {
      schema: {
        summary: 'Get the readable messages with these ids',
        body: Type.Array(Id, {maxItems: 1000}),
        response: {200: Type.Array(Post)},
      },
    },
    async (request) => {
      if (request.body.length === 0) throw invalidUrlParam('post_ids', 'Include at least one post id.');
      const actor = actorOf(request);
      const found = await posts.lists.byIds([...new Set(request.body)]);
      const readable = new Map<string, boolean>();
      for (const {channel_id} of found) {
        if (readable.has(channel_id)) continue;
        readable.set(channel_id, await permissions.canReadChannel(actor, channel_id));
      }
      return posts.quotes.withQuotes(
        actor,
        found.filter((post) => readable.get(post.channel_id)),
      );
    },
  );

  api.get(
    '/posts/:post_id/info',
    {
      schema: {
        summary: 'Get the channel and team of a message',
        params: PostId,
        response: {200: PostInfo},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const post = await posts.byId(request.params.post_id);
      await permissions.requireChannelRead(actor, post.channel_id);
      const channel = await channels.byId(post.channel_id);
      const standing = await permissions.channelStanding(actor.userId, channel.id);
      const team = channel.teamid === '' ? undefined : await teams.byId(channel.teamid);
      return {
        channel_id: channel.id,
        channel_type: channel.type,
        channel_display_name: channel.displayname,
        has_joined_channel: standing?.isMember ?? false,
        team_id: channel.teamid,
        team_type: team?.type ?? '',
        team_display_name: team?.displayname ?? '',
        has_joined_team: standing?.isTeamMember ?? false,
      };
    },
  );

  registerPostListRoutes(api, parts);
  registerPostEditingRoutes(api, parts);
  registerReadStateRoutes(api, parts);
  registerThreadMovingRoutes(api, parts);
}

/**
 * Checks a time sent by a client. A post with a time in the future or before 1970 would be visible but missing from
 * archives.
 */
function pastTime(time: number | undefined): number | undefined {
  return time !== undefined && time > 0 && time <= Date.now() ? time : undefined;
}
