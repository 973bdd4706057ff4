import Type from 'typebox';
import {AppError, invalidBodyParam} from '../../../platform/errors/app-error.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {Id, looseId, STATUS_OK, StatusOk} from '../../../platform/http/wire.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf, type Session} from '../../sessions/sessions.ts';
import type {Posts} from '../posts.ts';
import type {WirePost} from '../present.ts';
import {Post, PostPatch} from '../schema.ts';

/** Editing, deleting and pinning posts. */
export function registerPostEditingRoutes(
  api: HttpServer,
  {posts, permissions}: {posts: Posts; permissions: Permissions},
): void {
  const PostId = Type.Object({post_id: Id});

  /** Returns the post. @throws AppError 403 unless the actor may edit it. */
  async function requireMayEdit(actor: Session, postId: string): Promise<WirePost> {
    const post = await posts.byId(postId);
    const where = {channelId: post.channel_id};
    await permissions.require(actor, 'edit_post', where);
    if (post.user_id !== actor.userId) await permissions.require(actor, 'edit_others_posts', where);
    return post;
  }

  for (const {path, needsId, summary} of [
    {path: '/posts/:post_id', needsId: true, summary: 'Replace a message with the given record'},
    {path: '/posts/:post_id/patch', needsId: false, summary: 'Edit the given fields of a message'},
  ]) {
    api.put(
      path,
      {
        schema: {
          summary,
          params: PostId,
          body: Type.Object({...PostPatch.properties, id: Type.Optional(looseId())}),
          response: {200: Post},
        },
      },
      async (request) => {
        const {post_id} = request.params;
        const {id, message, props, is_pinned: isPinned, file_ids: fileIds} = request.body;
        if (needsId && id !== post_id) throw invalidBodyParam('id', 'The id must match the one in the path.');
        const actor = actorOf(request);
        await requireMayEdit(actor, post_id);
        const edited = await posts.patch(
          post_id,
          {message, props, isPinned, fileIds: fileIds ?? undefined},
          {byPerson: true},
        );
        const [shown] = await posts.quotes.withQuotes(actor, [edited]);
        return shown!;
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
        summary: 'List the earlier versions of a message, newest first',
        params: PostId,
        response: {200: Type.Array(Post)},
      },
    },
    async (request) => {
      await requireMayEdit(actorOf(request), request.params.post_id);
      return posts.history(request.params.post_id);
    },
  );

  api.post(
    '/posts/:post_id/restore/:restore_version_id',
    {
      schema: {
        summary: 'Restore an earlier version of your own message',
        params: Type.Object({...PostId.properties, restore_version_id: Id}),
        response: {200: Post},
      },
    },
    async (request) => {
      const {post_id, restore_version_id} = request.params;
      const actor = actorOf(request);
      const post = await requireMayEdit(actor, post_id);
      if (post.user_id !== actor.userId) throw notTheAuthor();
      return posts.restoreVersion(post_id, restore_version_id);
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
}

// Others who may edit the post can change its text. But restoring a version would look like the author's choice.
function notTheAuthor(): AppError {
  return new AppError({
    id: 'app.post.restore_post_version.not_allowed.app_error',
    message: 'Only the author of a message can restore an earlier version of it.',
    status: 403,
  });
}
