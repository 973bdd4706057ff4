import Type from 'typebox';
import {invalidUrlParam} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf, connectionIdOf} from '../sessions/sessions.ts';
import {MAX_PER_USER, type ScheduledPosts} from './scheduled-posts.ts';
import {ChangedScheduledPost, NewScheduledPost, ScheduledPost, ScheduledPostsByTeam} from './schema.ts';

/** Scheduled messages: `/posts/schedule`. Visible only to their author. */
export function registerScheduledPostRoutes(
  api: HttpServer,
  {scheduledPosts, permissions}: {scheduledPosts: ScheduledPosts; permissions: Permissions},
): void {
  const ScheduledPostId = Type.Object({scheduled_post_id: Id});

  api.post(
    '/posts/schedule',
    {schema: {summary: 'Schedule a message', body: NewScheduledPost, response: {201: ScheduledPost}}},
    async (request, reply) => {
      const created = await scheduledPosts.create(actorOf(request), request.body, connectionIdOf(request));
      return reply.code(201).send(created);
    },
  );

  api.get(
    '/posts/scheduled/team/:team_id',
    {
      schema: {
        summary: 'List your scheduled messages in a team',
        params: Type.Object({team_id: Id}),
        querystring: Type.Object({
          includeDirectChannels: Type.Optional(
            Type.Boolean({description: 'Include messages for direct and group channels.'}),
          ),
          page: Type.Optional(Type.Integer({minimum: 0, description: 'The page to return, starting at 0.'})),
          per_page: Type.Optional(
            Type.Integer({
              minimum: 1,
              description: `Messages per page of each list, at most and by default ${MAX_PER_USER}.`,
            }),
          ),
        }),
        response: {200: ScheduledPostsByTeam},
      },
    },
    async (request) => {
      const actor = actorOf(request);
      const {team_id} = request.params;
      await permissions.require(actor, 'view_team', {teamId: team_id});
      const {includeDirectChannels = false, page = 0, per_page = MAX_PER_USER} = request.query;
      const limit = Math.min(per_page, MAX_PER_USER);
      const offset = Math.min(page * limit, Number.MAX_SAFE_INTEGER);
      return scheduledPosts.ofTeam(actor, team_id, {includeDirectChannels, offset, limit});
    },
  );

  api.put(
    '/posts/schedule/:scheduled_post_id',
    {
      schema: {
        summary: 'Edit the content and time of a scheduled message',
        params: ScheduledPostId,
        body: ChangedScheduledPost,
        response: {200: ScheduledPost},
      },
    },
    async (request) => {
      const {scheduled_post_id} = request.params;
      if (request.body.id !== scheduled_post_id) {
        throw invalidUrlParam('scheduled_post_id', {
          explanation: `The body has the id ${request.body.id}.`,
        });
      }
      return scheduledPosts.update(actorOf(request), request.body, connectionIdOf(request));
    },
  );

  api.delete(
    '/posts/schedule/:scheduled_post_id',
    {
      schema: {
        summary: 'Delete a scheduled message',
        params: ScheduledPostId,
        response: {200: ScheduledPost},
      },
    },
    async (request) =>
      scheduledPosts.delete(actorOf(request), request.params.scheduled_post_id, connectionIdOf(request)),
  );
}
