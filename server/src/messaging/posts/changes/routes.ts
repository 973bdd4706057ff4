import Type from 'typebox';
import {forbidden, invalidBodyParam} from '../../../platform/errors/app-error.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../../platform/http/wire.ts';
import {actorOf, type Session} from '../../sessions/sessions.ts';
import type {WirePost} from '../present.ts';
import type {PostRouteParts} from '../routes.ts';
import {ChannelUnreadAt, Post, PostAcknowledgement, PostPatch} from '../schema.ts';

/** Changes of posts: editing, deleting, pinning, marking as not read, acknowledging. */
export function registerPostChangeRoutes(api: HttpServer, {posts, permissions}: PostRouteParts): void {
  const PostId = Type.Object({post_id: Id});
  const UserAndPost = Type.Object({user_id: Id, post_id: Id});

  /** The post. @throws AppError 403 unless the actor may edit it. */
  async function requireMayEdit(actor: Session, postId: string): Promise<WirePost> {
    const post = await posts.byId(postId);
    const where = {channelId: post.channel_id};
    await permissions.require(actor, 'edit_post', where);
    if (post.user_id !== actor.userId) await permissions.require(actor, 'edit_others_posts', where);
    return post;
  }

  for (const {path, needsId, summary} of [
    {path: '/posts/:post_id', needsId: true, summary: 'Change a message by sending the record back'},
    {path: '/posts/:post_id/patch', needsId: false, summary: 'Change parts of a message'},
  ]) {
    api.put(
      path,
      {
        schema: {
          summary,
          params: PostId,
          body: Type.Object({...PostPatch.properties, id: Type.Optional(Type.String())}),
          response: {200: Post},
        },
      },
      async (request) => {
        const {post_id} = request.params;
        const {id, message, props, is_pinned: isPinned, file_ids: fileIds} = request.body;
        if (needsId && id !== post_id) throw invalidBodyParam('id', 'It must be the id in the path.');
        await requireMayEdit(actorOf(request), post_id);
        return posts.patch(
          post_id,
          {message, props, isPinned, fileIds: fileIds ?? undefined},
          {byPerson: true},
        );
      },
    );
  }

  for (const [path, isPinned, summary] of [
    ['/posts/:post_id/pin', true, 'Pin a message to its channel'],
    ['/posts/:post_id/unpin', false, 'Unpin a message'],
  ] as const) {
    api.post(path, {schema: {summary, params: PostId, response: {200: StatusOk}}}, async (request) => {
      const {post_id} = request.params;
      const {channel_id} = await posts.byId(post_id);
      await permissions.require(actorOf(request), 'read_channel', {channelId: channel_id});
      await posts.patch(post_id, {isPinned});
      return STATUS_OK;
    });
  }

  api.get(
    '/posts/:post_id/edit_history',
    {
      schema: {
        summary: 'List the earlier versions of a message, the newest first',
        params: PostId,
        response: {200: Type.Array(Post)},
      },
    },
    async (request) => {
      await requireMayEdit(actorOf(request), request.params.post_id);
      return posts.history(request.params.post_id);
    },
  );

  api.delete(
    '/posts/:post_id',
    {schema: {summary: 'Delete a message', params: PostId, response: {200: StatusOk}}},
    async (request) => {
      const actor = actorOf(request);
      const post = await posts.byId(request.params.post_id);
      const permission = post.user_id === actor.userId ? 'delete_post' : 'delete_others_posts';
      await permissions.require(actor, permission, {channelId: post.channel_id});
      await posts.delete(post.id, actor.userId);
      return STATUS_OK;
    },
  );

  api.post(
    '/users/:user_id/posts/:post_id/set_unread',
    {
      schema: {
        summary: 'Mark a channel unread from a message on',
        params: UserAndPost,
        response: {200: ChannelUnreadAt},
      },
    },
    async (request) => {
      const {user_id, post_id} = request.params;
      await requireMayRead(actorOf(request), user_id, post_id);
      const unread = await posts.markUnread(user_id, post_id);
      return {
        team_id: unread.teamId,
        user_id: unread.userId,
        channel_id: unread.channelId,
        msg_count: unread.msgCount,
        msg_count_root: unread.msgCountRoot,
        mention_count: unread.mentionCount,
        mention_count_root: unread.mentionCountRoot,
        urgent_mention_count: unread.urgentMentionCount,
        last_viewed_at: unread.lastViewedAt,
      };
    },
  );

  api.post(
    '/users/:user_id/posts/:post_id/ack',
    {schema: {summary: 'Acknowledge a message', params: UserAndPost, response: {200: PostAcknowledgement}}},
    async (request) => {
      const {user_id, post_id} = request.params;
      const {channel_id} = await requireMayRead(actorOf(request), user_id, post_id);
      return {post_id, user_id, acknowledged_at: await posts.acknowledge(user_id, post_id, channel_id)};
    },
  );

  api.delete(
    '/users/:user_id/posts/:post_id/ack',
    {schema: {summary: 'Take an acknowledgement back', params: UserAndPost, response: {200: StatusOk}}},
    async (request) => {
      const {user_id, post_id} = request.params;
      await requireMayRead(actorOf(request), user_id, post_id);
      await posts.unacknowledge(user_id, post_id);
      return STATUS_OK;
    },
  );

  /** The post. @throws AppError 403 unless the actor is that user, or may edit them, and may read the post. */
  async function requireMayRead(actor: Session, userId: string, postId: string): Promise<WirePost> {
    await permissions.requireSelfOr(actor, userId, 'edit_other_users');
    const post = await posts.byId(postId);
    if (!(await permissions.canReadChannel(actor, post.channel_id))) {
      throw forbidden(`userId=${actor.userId}, permission=read_channel, channelId=${post.channel_id}`);
    }
    return post;
  }
}
