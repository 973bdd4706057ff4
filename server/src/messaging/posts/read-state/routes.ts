import Type from 'typebox';
import {forbidden} from '../../../platform/errors/app-error.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../../platform/http/wire.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf, type Session} from '../../sessions/sessions.ts';
import type {Posts} from '../posts.ts';
import type {WirePost} from '../present.ts';
import {ChannelUnreadAt, PostAcknowledgement} from '../schema.ts';

/** Marking posts as unread and acknowledging them. */
export function registerReadStateRoutes(
  api: HttpServer,
  {posts, permissions}: {posts: Posts; permissions: Permissions},
): void {
  const UserAndPost = Type.Object({user_id: Id, post_id: Id});

  api.post(
    '/users/:user_id/posts/:post_id/set_unread',
    {
      schema: {
        summary: 'Mark a message and all later ones in its channel as unread',
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
      const actor = actorOf(request);
      requireSelf(actor, user_id);
      const {channel_id} = await requireMayRead(actor, user_id, post_id);
      return {post_id, user_id, acknowledged_at: await posts.acknowledge(user_id, post_id, channel_id)};
    },
  );

  api.delete(
    '/users/:user_id/posts/:post_id/ack',
    {schema: {summary: 'Remove an acknowledgment', params: UserAndPost, response: {200: StatusOk}}},
    async (request) => {
      const {user_id, post_id} = request.params;
      const actor = actorOf(request);
      requireSelf(actor, user_id);
      const {channel_id} = await requireMayRead(actor, user_id, post_id);
      await posts.unacknowledge(user_id, post_id, channel_id);
      return STATUS_OK;
    },
  );

  /** Others see who acknowledged a message. @throws AppError 403 for the acknowledgment of someone else */
  function requireSelf(actor: Session, userId: string): void {
    if (actor.userId !== userId) throw forbidden(`userId=${actor.userId} is not ${userId}`);
  }

  /**
   * Returns the post.
   *
   * @throws AppError 403 unless the actor is the user, or may edit other users, and may read the post.
   */
  async function requireMayRead(actor: Session, userId: string, postId: string): Promise<WirePost> {
    await permissions.requireSelfOrEditor(actor, userId);
    const post = await posts.byId(postId);
    if (!(await permissions.canReadChannel(actor, post.channel_id))) {
      throw forbidden(`userId=${actor.userId}, permission=read_channel, channelId=${post.channel_id}`);
    }
    return post;
  }
}
