import Type from 'typebox';
import type {Permissions} from '../../messaging/permissions/permissions.ts';
import type {Posts} from '../../messaging/posts/posts.ts';
import {actorOf} from '../../messaging/sessions/sessions.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';
import type {Polls} from './polls.ts';

export function registerPollRoutes(
  api: HttpServer,
  {polls, posts, permissions}: {polls: Polls; posts: Posts; permissions: Permissions},
): void {
  api.get(
    '/posts/:post_id/poll_votes',
    {
      schema: {
        summary: 'Get your votes in a poll',
        params: Type.Object({post_id: Id}),
        response: {
          200: Type.Object({
            options: Type.Array(Type.Integer(), {
              description:
                'The options that you voted for: 0 is the first. Empty if the message is not a poll.',
            }),
          }),
        },
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const post = await posts.byId(request.params.post_id);
      await permissions.requireChannelRead(actor, post.channel_id);
      return {options: await polls.votesOf(actor.userId, post.id)};
    },
  );
}
