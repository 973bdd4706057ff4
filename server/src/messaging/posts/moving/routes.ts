import Type from 'typebox';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../../platform/http/wire.ts';
import type {Audits} from '../../audits/audits.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf} from '../../sessions/sessions.ts';
import type {Posts} from '../posts.ts';

/** Moving threads to other channels. */
export function registerThreadMovingRoutes(
  api: HttpServer,
  {posts, permissions, audits}: {posts: Posts; permissions: Permissions; audits: Audits},
): void {
  api.post(
    '/posts/:post_id/move',
    {
      schema: {
        summary: 'Move a thread to another channel of its team',
        params: Type.Object({post_id: Id}),
        body: Type.Object({channel_id: Id}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {channel_id: toChannelId} = request.body;
      const post = await posts.byId(request.params.post_id);
      await permissions.requireChannelRead(actor, post.channel_id);
      const rootId = post.root_id || post.id;
      // Moving removes messages from their channel, so it requires permission to delete each of them.
      const where = {channelId: post.channel_id};
      for (const {authorId} of await posts.movedMessages(rootId)) {
        const permission = authorId === actor.userId ? 'delete_post' : 'delete_others_posts';
        await permissions.require(actor, permission, where);
      }
      await permissions.requireChannelPost(actor, toChannelId);
      const moved = await posts.moveThread(rootId, toChannelId, actor.userId);
      await audits.recordRequest(
        request,
        `post_id=${rootId} from=${post.channel_id} to=${toChannelId} new_post_id=${moved.id}`,
      );
      return STATUS_OK;
    },
  );
}
