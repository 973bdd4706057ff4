import type {FastifyRequest} from 'fastify';
import Type, {type Static} from 'typebox';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {PagingQuery, toOffsetLimit} from '../../platform/http/paging.ts';
import {Id, SearchTerm, STATUS_OK, StatusOk} from '../../platform/http/wire.ts';
import type {Audits} from '../audits/audits.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import type {Users} from '../users/users.ts';
import type {AccessTokenRow, AccessTokens} from './access-tokens.ts';
import {AccessToken, AccessTokenRef, NewAccessToken, Rotation} from './schema.ts';

/**
 * Personal access tokens: `/users/{id}/tokens`, `/users/tokens`. Each route requires its own permission and permission
 * to edit the account that owns the token.
 */
export function registerAccessTokenRoutes(
  api: HttpServer,
  {
    accessTokens,
    users,
    permissions,
    audits,
  }: {accessTokens: AccessTokens; users: Users; permissions: Permissions; audits: Audits},
): void {
  const UserId = Type.Object({user_id: Id});

  /**
   * Checks that the actor has the permission and that it covers this account, and returns the account. A token acts as
   * its account, so only that person and system administrators can create or activate one.
   */
  async function requireFor(request: FastifyRequest, permission: string, userId: string) {
    const actor = actorOf(request);
    await permissions.require(actor, permission);
    const user = await users.byId(userId);
    await users.requireMayEdit(actor, user);
    if (permission === 'create_user_access_token' && user.id !== actor.userId && !user.isbot) {
      await permissions.require(actor, 'manage_system');
    }
    return user;
  }

  api.post(
    '/users/:user_id/tokens',
    {
      schema: {
        summary: 'Create a personal access token; the secret is returned only once',
        params: UserId,
        body: NewAccessToken,
        response: {200: AccessToken},
      },
    },
    async (request) => {
      const user = await requireFor(request, 'create_user_access_token', request.params.user_id);
      const {description, expires_at: expiresAt} = request.body;
      const {row, secret} = await accessTokens.create(user, {description, expiresAt});
      await audits.recordRequest(request, `user_id=${user.id} token_id=${row.id}`);
      return {...presentAccessToken(row), token: secret};
    },
  );

  api.get(
    '/users/:user_id/tokens',
    {
      schema: {
        summary: "List a user's tokens, newest first",
        params: UserId,
        querystring: PagingQuery,
        response: {200: Type.Array(AccessToken)},
      },
    },
    async (request) => {
      const user = await requireFor(request, 'read_user_access_token', request.params.user_id);
      return (await accessTokens.list(user.id, toOffsetLimit(request.query))).map(presentAccessToken);
    },
  );

  api.get(
    '/users/tokens',
    {
      schema: {
        summary: 'List all tokens on the server, newest first',
        querystring: PagingQuery,
        response: {200: Type.Array(AccessToken)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return (await accessTokens.list(undefined, toOffsetLimit(request.query))).map(presentAccessToken);
    },
  );

  api.post(
    '/users/tokens/search',
    {
      schema: {
        summary: 'Search tokens by the start of their id, owner id or owner username',
        body: Type.Object({term: Type.String({...SearchTerm, minLength: 1})}),
        response: {200: Type.Array(AccessToken)},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'manage_system');
      return (await accessTokens.search(request.body.term)).map(presentAccessToken);
    },
  );

  api.get(
    '/users/tokens/:token_id',
    {
      schema: {
        summary: 'Get a token',
        params: Type.Object({token_id: Id}),
        response: {200: AccessToken},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'read_user_access_token');
      const token = await accessTokens.byId(request.params.token_id);
      await requireFor(request, 'read_user_access_token', token.userid);
      return presentAccessToken(token);
    },
  );

  api.post(
    '/users/tokens/:token_id/rotate',
    {
      schema: {
        summary: "Rotate a token's secret; the old secret stays valid during the overlap",
        params: Type.Object({token_id: Id}),
        body: Rotation,
        response: {200: AccessToken},
      },
    },
    async (request) => {
      await permissions.require(actorOf(request), 'create_user_access_token');
      const token = await accessTokens.byId(request.params.token_id);
      const user = await requireFor(request, 'create_user_access_token', token.userid);
      const secret = await accessTokens.rotate(token, user, request.body.overlap_ms ?? 0);
      await audits.recordRequest(request, `user_id=${token.userid} token_id=${token.id}`);
      return {...presentAccessToken(token), token: secret};
    },
  );

  for (const {path, summary, permission, work} of [
    {
      path: 'revoke',
      summary: 'Revoke a token',
      permission: 'revoke_user_access_token',
      work: (token: AccessTokenRow) => accessTokens.revoke(token),
    },
    {
      path: 'disable',
      summary: 'Deactivate a token',
      permission: 'revoke_user_access_token',
      work: (token: AccessTokenRow) => accessTokens.setActive(token, false),
    },
    {
      path: 'enable',
      summary: 'Activate a token',
      permission: 'create_user_access_token',
      work: (token: AccessTokenRow) => accessTokens.setActive(token, true),
    },
  ]) {
    api.post(
      `/users/tokens/${path}`,
      {schema: {summary, body: AccessTokenRef, response: {200: StatusOk}}},
      async (request) => {
        await permissions.require(actorOf(request), permission);
        const token = await accessTokens.byId(request.body.token_id);
        await requireFor(request, permission, token.userid);
        await work(token);
        await audits.recordRequest(request, `user_id=${token.userid} token_id=${token.id}`);
        return STATUS_OK;
      },
    );
  }
}

function presentAccessToken(row: AccessTokenRow): Static<typeof AccessToken> {
  return {
    id: row.id,
    user_id: row.userid,
    description: row.description,
    is_active: row.isactive,
    create_at: row.createat,
    expires_at: row.expiresat,
    last_used_at: row.lastusedat,
  };
}
