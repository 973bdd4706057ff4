import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import {forbidden} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {formParts} from '../../platform/http/form-parts.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {FileBytes, sendStoredFile} from '../../platform/http/stored-file-response.ts';
import {Id, STATUS_OK, StatusOk, word} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {TeamRow, Teams} from '../teams/teams.ts';
import type {UserRow, Users} from '../users/users.ts';
import type {Visibility} from '../visibility/visibility.ts';
import {imageResponse, type ProfileImages} from './profile-images.ts';

// Clients append the time of the last change, to bypass the browser's cache.
const CacheBuster = Type.Object({_: Type.Optional(word())});

interface Parts {
  profileImages: ProfileImages;
  users: Users;
  teams: Teams;
  permissions: Permissions;
  visibility: Visibility;
  audits: Audits;
  fileStore: FileStore;
}

/** Images: `/users/{id}/image` and `/teams/{id}/image`. */
export function registerProfileImageRoutes(api: HttpServer, parts: Parts): void {
  registerUserImageRoutes(api, parts);
  registerTeamIconRoutes(api, parts);
}

function registerUserImageRoutes(
  api: HttpServer,
  {profileImages, users, visibility, audits, fileStore}: Parts,
): void {
  const UserId = Type.Object({user_id: Id});
  const find = (request: FastifyRequest<{Params: {user_id: string}}>) =>
    visibility.find(actorOf(request), () => users.byId(request.params.user_id));

  api.get(
    '/users/:user_id/image',
    {
      schema: {
        summary: 'Get the profile image of a user',
        params: UserId,
        querystring: CacheBuster,
        response: {200: FileBytes},
      },
    },
    async (request, reply) => {
      const user = await find(request);
      const image = await profileImages.ofUser(user);
      return sendStoredFile(request, reply, fileStore, imageResponse(image, user.username));
    },
  );

  api.get(
    '/users/:user_id/image/default',
    {
      schema: {
        summary: 'Get the default profile image of a user',
        params: UserId,
        querystring: CacheBuster,
        response: {200: FileBytes},
      },
    },
    async (request, reply) => {
      const user = await find(request);
      const image = await profileImages.readDefaultImage(user);
      return sendStoredFile(request, reply, fileStore, imageResponse(image, user.username));
    },
  );

  async function editable(request: FastifyRequest<{Params: {user_id: string}}>): Promise<UserRow> {
    const user = await users.byId(request.params.user_id);
    await users.requireMayEdit(actorOf(request), user);
    return user;
  }

  async function recordForOthers(request: FastifyRequest, user: UserRow): Promise<void> {
    if (actorOf(request).userId !== user.id) await audits.recordRequest(request, `user_id=${user.id}`);
  }

  api.post(
    '/users/:user_id/image',
    {
      schema: {
        summary: 'Set the profile image of a user',
        description: 'A multipart form with the file `image`.',
        params: UserId,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const user = await editable(request);
      await profileImages.setOfUser(user, await profileImages.fromForm(formParts(request)));
      await recordForOthers(request, user);
      return STATUS_OK;
    },
  );

  api.delete(
    '/users/:user_id/image',
    {
      schema: {
        summary: "Reset a user's profile image to the default",
        params: UserId,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const user = await editable(request);
      await profileImages.resetOfUser(user);
      await recordForOthers(request, user);
      return STATUS_OK;
    },
  );
}

function registerTeamIconRoutes(
  api: HttpServer,
  {profileImages, teams, permissions, fileStore}: Parts,
): void {
  const TeamId = Type.Object({team_id: Id});

  /** @throws AppError 403 unless the actor is in the team, or the team is open. */
  async function requireSee(request: FastifyRequest, team: TeamRow): Promise<void> {
    const actor = actorOf(request);
    if (await permissions.can(actor, 'view_team', {teamId: team.id})) return;
    const isOpen = team.allowopeninvite && team.deleteat === 0;
    if (isOpen && (await permissions.can(actor, 'list_public_teams'))) return;
    throw forbidden(`userId=${actor.userId}, permission=view_team, teamId=${team.id}`);
  }

  api.get(
    '/teams/:team_id/image',
    {
      schema: {
        summary: 'Get the icon of a team',
        params: TeamId,
        querystring: CacheBuster,
        response: {200: FileBytes},
      },
    },
    async (request, reply) => {
      const team = await teams.byId(request.params.team_id);
      await requireSee(request, team);
      const icon = await profileImages.ofTeam(team);
      return sendStoredFile(request, reply, fileStore, imageResponse(icon, team.name));
    },
  );

  api.post(
    '/teams/:team_id/image',
    {
      schema: {
        summary: 'Set the icon of a team',
        description: 'A multipart form with the file `image`.',
        params: TeamId,
        response: {200: StatusOk},
      },
    },
    async (request) => {
      const {team_id: teamId} = request.params;
      await permissions.require(actorOf(request), 'manage_team', {teamId});
      const team = await teams.byId(teamId);
      await profileImages.setOfTeam(team, await profileImages.fromForm(formParts(request)));
      return STATUS_OK;
    },
  );

  api.delete(
    '/teams/:team_id/image',
    {schema: {summary: 'Remove the icon of a team', params: TeamId, response: {200: StatusOk}}},
    async (request) => {
      const {team_id: teamId} = request.params;
      await permissions.require(actorOf(request), 'manage_team', {teamId});
      await profileImages.resetOfTeam(await teams.byId(teamId));
      return STATUS_OK;
    },
  );
}
