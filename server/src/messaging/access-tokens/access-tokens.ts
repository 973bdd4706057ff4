import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError, invalidBodyParam, notImplemented} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';
import type {UserRow} from '../users/users.ts';
import {
  type AccessTokenRow,
  deleteAccessToken,
  insertAccessToken,
  replaceSecret,
  searchAccessTokens,
  selectAccessToken,
  selectAccessTokens,
  updateAccessTokenActive,
} from './store.ts';

export type {AccessTokenRow} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface RecordedEvents {
    /** A personal access token was created for a person, not for a bot. */
    'access-token:created': {userId: string; description: string};
  }
}

const MAX_DESCRIPTION = 255;
const MAX_FOUND = 200;

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * Personal access tokens, for programs that act as a person or a bot (docs/specification.md#access-tokens). Only their
 * SHA-256 hash is stored. Sessions check tokens when they are used.
 */
export function createAccessTokens({
  database,
  events,
  config,
}: {
  database: Database;
  events: EventBus;
  config: Config;
}) {
  // Clears the token from the session caches.
  const revoked = (token: AccessTokenRow) =>
    events.publish('sessions:revoked', {userId: token.userid, sessionIds: [token.id]});

  return {
    /**
     * Creates a token that acts as this account. The secret is returned only here.
     *
     * @param expiresAt milliseconds since the epoch; 0 if the token never expires
     * @throws AppError 501 if personal access tokens are disabled, which does not affect bots. 400 if the description
     * is missing or too long, or the expiry is in the past.
     */
    async create(
      user: Pick<UserRow, 'id' | 'isbot'>,
      {description, expiresAt = 0}: {description: string; expiresAt?: number},
    ): Promise<{row: AccessTokenRow; secret: string}> {
      if (!user.isbot && !config.get().ServiceSettings.EnableUserAccessTokens) throw tokensDisabled();
      if (description.trim() === '') throw invalidBodyParam('description', 'Enter a description.');
      if (countCodePoints(description) > MAX_DESCRIPTION) throw descriptionTooLong();
      const now = Date.now();
      if (expiresAt !== 0 && expiresAt <= now) {
        throw invalidBodyParam('expires_at', {
          message: 'Choose a time in the future.',
          explanation: `It must be in the future, or 0 to never expire; it was ${expiresAt}.`,
        });
      }
      const secret = newId();
      const row: AccessTokenRow = {
        id: newId(),
        userid: user.id,
        description,
        isactive: true,
        createat: now,
        expiresat: expiresAt,
        lastusedat: 0,
      };
      const publish = await database.transaction(async (tx) => {
        await insertAccessToken(tx, row, hashToken(secret));
        return events.record(
          tx,
          'access-token:created',
          ...(user.isbot ? [] : [{userId: user.id, description}]),
        );
      });
      publish();
      return {row, secret};
    },

    /** @throws AppError 404 if the token doesn't exist. */
    async byId(id: string): Promise<AccessTokenRow> {
      const row = await selectAccessToken(database, id);
      if (!row) throw tokenNotFound(id);
      return row;
    },

    /** A page of tokens, newest first, of one user or of everyone. */
    list: (userId: string | undefined, page: {offset: number; limit: number}) =>
      selectAccessTokens(database, userId, page),

    /** Up to 200 tokens whose id, owner id or owner username starts with the term. */
    search: (term: string) => searchAccessTokens(database, term, MAX_FOUND),

    /** Activates or deactivates the token. */
    async setActive(token: AccessTokenRow, active: boolean): Promise<void> {
      await updateAccessTokenActive(database, token.id, active);
      if (!active) revoked(token);
    },

    /**
     * Replaces the token's secret. The new secret is returned only here. The current secret stays valid for `overlap`
     * milliseconds so that programs can switch over; an earlier one stops working immediately.
     *
     * @throws AppError 400 if the token has expired; 501 as in {@link create}.
     */
    async rotate(token: AccessTokenRow, user: Pick<UserRow, 'isbot'>, overlap: number): Promise<string> {
      if (!user.isbot && !config.get().ServiceSettings.EnableUserAccessTokens) throw tokensDisabled();
      const now = Date.now();
      if (token.expiresat !== 0 && token.expiresat <= now) throw tokenExpired(token);
      const secret = newId();
      await replaceSecret(database, token.id, {tokenHash: hashToken(secret), validUntil: now + overlap, now});
      revoked(token);
      return secret;
    },

    async revoke(token: AccessTokenRow): Promise<void> {
      await deleteAccessToken(database, token.id);
      revoked(token);
    },
  };
}

function tokensDisabled(): AppError {
  return notImplemented(
    'app.user_access_token.disabled',
    'Personal access tokens are disabled on this server (ServiceSettings.EnableUserAccessTokens).',
  );
}

function tokenExpired({id, expiresat}: AccessTokenRow): AppError {
  return invalidBodyParam('token_id', {
    message: 'This access token has expired. Create a new one instead.',
    explanation: `The token ${id} expired at ${expiresat}.`,
  });
}

function descriptionTooLong(): AppError {
  return new AppError({
    id: 'model.user_access_token.is_valid.description.app_error',
    message: `The token description can be at most ${MAX_DESCRIPTION} characters.`,
    status: 400,
    path: 'description',
  });
}

function tokenNotFound(id: string): AppError {
  return new AppError({
    id: 'app.user_access_token.get_by_user.app_error',
    message: "This access token doesn't exist. It may have been revoked.",
    explanation: `There is no personal access token with the id ${id}.`,
    status: 404,
  });
}
