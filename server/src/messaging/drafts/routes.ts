import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import {forbidden} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {Id, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf, connectionIdOf, type Session} from '../sessions/sessions.ts';
import type {Drafts} from './drafts.ts';
import {Draft, SentDraft} from './schema.ts';

/** Drafts: `/drafts`. Visible only to their author. */
export function registerDraftRoutes(
  api: HttpServer,
  {drafts, permissions}: {drafts: Drafts; permissions: Permissions},
): void {
  api.post(
    '/drafts',
    {
      schema: {
        summary: 'Save a draft, or delete it by sending an empty one',
        body: SentDraft,
        response: {201: Type.Union([Draft, Type.Null()])},
      },
    },
    async (request, reply) => {
      const draft = await drafts.save(actorOf(request), request.body, connectionIdOf(request));
      return reply.code(201).send(draft ?? null);
    },
  );

  api.get(
    '/users/:user_id/teams/:team_id/drafts',
    {
      schema: {
        summary: 'List drafts for the channels of a team and for direct and group channels',
        params: Type.Object({user_id: Id, team_id: Id}),
        response: {200: Type.Array(Draft)},
      },
    },
    async (request) => {
      const {user_id, team_id} = request.params;
      const actor = requireSelf(request, user_id);
      await permissions.require(actor, 'view_team', {teamId: team_id});
      return drafts.ofTeam(actor, team_id);
    },
  );

  api.delete(
    '/users/:user_id/channels/:channel_id/drafts',
    {
      schema: {
        summary: 'Delete the draft for a channel',
        params: Type.Object({user_id: Id, channel_id: Id}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {user_id, channel_id} = request.params;
      await drafts.delete(requireSelf(request, user_id), channel_id, '', connectionIdOf(request));
      return STATUS_OK;
    },
  );

  api.delete(
    '/users/:user_id/channels/:channel_id/drafts/:thread_id',
    {
      schema: {
        summary: 'Delete the draft for a thread',
        params: Type.Object({user_id: Id, channel_id: Id, thread_id: Id}),
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {user_id, channel_id, thread_id} = request.params;
      await drafts.delete(requireSelf(request, user_id), channel_id, thread_id, connectionIdOf(request));
      return STATUS_OK;
    },
  );
}

/** Returns the caller's session. @throws AppError 403 if the user in the path is someone else. */
function requireSelf(request: FastifyRequest, userId: string): Session {
  const actor = actorOf(request);
  if (actor.userId !== userId) throw forbidden(`userId=${actor.userId} is not ${userId}`);
  return actor;
}
