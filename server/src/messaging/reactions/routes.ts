import Type from 'typebox';
import {forbidden} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Reactions} from './reactions.ts';
import {NewReaction, Reaction} from './schema.ts';

export function registerReactionRoutes(
  api: HttpServer,
  {reactions, permissions}: {reactions: Reactions; permissions: Permissions},
): void {
  const PostId = Type.Object({post_id: Id});

  api.post(
    '/reactions',
    {schema: {summary: 'Add a reaction to a message', body: NewReaction, response: {200: Reaction}}},
    async (request) => {
      const actor = actorOf(request);
      const {user_id: userId, post_id: postId, emoji_name: emojiName} = request.body;
      if (userId !== actor.userId) throw forbidden('You can only add reactions in your own name.');
      const channelId = await reactions.channelOfPost(postId);
      await permissions.require(actor, 'add_reaction', {channelId});
      return reactions.add({userId, postId, emojiName});
    },
  );

  api.get(
    '/posts/:post_id/reactions',
    {
      schema: {
        summary: 'List the reactions to a message',
        params: PostId,
        response: {200: Type.Array(Reaction)},
      },
    },
    async (request) => {
      const {post_id} = request.params;
      await permissions.requireChannelRead(actorOf(request), await reactions.channelOfPost(post_id));
      return (await reactions.forPosts([post_id])).get(post_id) ?? [];
    },
  );

  api.post(
    '/posts/ids/reactions',
    {
      schema: {
        summary: 'List the reactions to several messages',
        body: Type.Array(Id, {maxItems: 1000}),
        response: {200: Type.Record(Type.String(), Type.Array(Reaction))},
      },
    },
    async (request) => {
      const postIds = [...new Set(request.body)];
      const channelIds = (await reactions.channelsOfPosts(postIds)).values();
      for (const channelId of new Set(channelIds)) {
        await permissions.requireChannelRead(actorOf(request), channelId);
      }
      const found = await reactions.forPosts(postIds);
      return Object.fromEntries(postIds.map((postId) => [postId, found.get(postId) ?? []]));
    },
  );

  api.delete(
    '/users/:user_id/posts/:post_id/reactions/:emoji_name',
    {
      schema: {
        summary: 'Remove a reaction',
        params: Type.Object({user_id: Id, post_id: Id, emoji_name: word()}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {user_id: userId, post_id: postId, emoji_name: emojiName} = request.params;
      const channelId = await reactions.channelOfPost(postId);
      const permission = userId === actor.userId ? 'remove_reaction' : 'remove_others_reactions';
      await permissions.require(actor, permission, {channelId});
      await reactions.remove({userId, postId, emojiName});
      return STATUS_OK;
    },
  );
}
