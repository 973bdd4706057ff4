import Type from 'typebox';
import {invalidBodyParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import type {Posts} from '../posts/posts.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {PostReminders} from './post-reminders.ts';

// A time after the year 5138 means that the client sent milliseconds.
const MAX_SECONDS = 100_000_000_000;

export function registerPostReminderRoutes(
  api: HttpServer,
  {posts, postReminders, permissions}: {posts: Posts; postReminders: PostReminders; permissions: Permissions},
): void {
  api.post(
    '/users/:user_id/posts/:post_id/reminder',
    {
      schema: {
        summary: 'Set a reminder for a message',
        params: Type.Object({user_id: Id, post_id: Id}),
        body: Type.Object({
          target_time: Type.Integer({
            description: 'The time of the reminder, in seconds since 1970.',
            minimum: 1,
          }),
        }),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {user_id, post_id} = request.params;
      const {target_time} = request.body;
      await permissions.requireSelfOrEditor(actor, user_id);
      const post = await posts.byId(post_id);
      await permissions.requireChannelRead(actor, post.channel_id);
      if (target_time >= MAX_SECONDS) {
        throw invalidBodyParam('target_time', {
          message: 'Choose an earlier time.',
          explanation: `It must be in seconds since 1970; ${target_time} is too late.`,
        });
      }
      await postReminders.set(user_id, post, target_time);
      return STATUS_OK;
    },
  );

  api.delete(
    '/users/:user_id/posts/:post_id/reminder',
    {
      schema: {
        summary: 'Remove a reminder for a message',
        params: Type.Object({user_id: Id, post_id: Id}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {user_id, post_id} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      await postReminders.remove(user_id, post_id);
      return STATUS_OK;
    },
  );

  api.get(
    '/users/:user_id/posts/reminders',
    {
      schema: {
        summary: "List a user's next 1,000 reminders",
        params: Type.Object({user_id: Id}),
        response: {
          200: Type.Array(
            Type.Object({
              post_id: Id,
              target_time: Type.Integer({description: 'In seconds since 1970.'}),
            }),
          ),
        },
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await permissions.requireSelfOrEditor(actorOf(request), user_id);
      const reminders = await postReminders.list(user_id);
      return reminders.map(({postid, targettime}) => ({post_id: postid, target_time: targettime}));
    },
  );
}
