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

const MAX_DESCRIPTION = 255;
const MAX_FOUND = 200;

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * Personal access tokens, for programs that work as a person or as a bot (docs/specification.md#access-tokens). Only
 * their SHA-256 is stored. Sessions check them when they are used.
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
  // What the token had opened is forgotten wherever it is remembered.
  const ended = (token: AccessTokenRow) =>
    events.publish('sessions:ended', {userId: token.userid, sessionIds: [token.id]});

  return {
    /**
     * Makes a token that acts as this account. The secret is returned here and nowhere else.
     *
     * @param expiresAt milliseconds since the epoch; 0 for a token that never ends
     * @throws AppError 501 while tokens of people are switched off; those of bots never are. 400 for a description
     * that is missing or too long, and for an end that has passed.
     */
    async create(
      user: Pick<UserRow, 'id' | 'isbot'>,
      {description, expiresAt = 0}: {description: string; expiresAt?: number},
    ): Promise<{row: AccessTokenRow; secret: string}> {
      if (!user.isbot && !config.get().ServiceSettings.EnableUserAccessTokens) throw tokensAreOff();
      if (description.trim() === '') throw invalidBodyParam('description', 'Say what the token is for.');
      if (countCodePoints(description) > MAX_DESCRIPTION) throw descriptionTooLong();
      const now = Date.now();
      if (expiresAt !== 0 && expiresAt <= now) {
        throw invalidBodyParam('expires_at', `It is ${expiresAt}, which has passed; 0 means never.`);
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
      await insertAccessToken(database, row, hashToken(secret));
      return {row, secret};
    },

    /** @throws AppError 404 if there is no such token. */
    async byId(id: string): Promise<AccessTokenRow> {
      const row = await selectAccessToken(database, id);
      if (!row) throw tokenNotFound(id);
      return row;
    },

    /** A page of tokens, the newest first: one user's, or all. */
    list: (userId: string | undefined, page: {offset: number; limit: number}) =>
      selectAccessTokens(database, userId, page),

    /** Tokens whose id, or whose owner's id or username, begins with the term; 200 at most. */
    search: (term: string) => searchAccessTokens(database, term, MAX_FOUND),

    /** Suspends the token, or lets it work again. */
    async setActive(token: AccessTokenRow, active: boolean): Promise<void> {
      await updateAccessTokenActive(database, token.id, active);
      if (!active) ended(token);
    },

    /**
     * Gives the token another secret, which is returned here and nowhere else. The one that it had stays good for
     * `overlap` milliseconds, so that every program can change over; the one before that, if any, ends at once.
     *
     * @throws AppError 400 for a token that has ended; 501 as {@link create}.
     */
    async rotate(token: AccessTokenRow, user: Pick<UserRow, 'isbot'>, overlap: number): Promise<string> {
      if (!user.isbot && !config.get().ServiceSettings.EnableUserAccessTokens) throw tokensAreOff();
      const now = Date.now();
      if (token.expiresat !== 0 && token.expiresat <= now) throw tokenHasEnded(token);
      const secret = newId();
      await replaceSecret(database, token.id, {tokenHash: hashToken(secret), validUntil: now + overlap, now});
      ended(token);
      return secret;
    },

    /** Deletes the token. */
    async revoke(token: AccessTokenRow): Promise<void> {
      await deleteAccessToken(database, token.id);
      ended(token);
    },
  };
}

function tokensAreOff(): AppError {
  return notImplemented(
    'app.user_access_token.disabled',
    'Personal access tokens are switched off on this server (ServiceSettings.EnableUserAccessTokens).',
  );
}

function tokenHasEnded({id, expiresat}: AccessTokenRow): AppError {
  return invalidBodyParam(
    'token_id',
    `The token ${id} ended at ${expiresat} and gets no new secret; make a new token instead.`,
  );
}

function descriptionTooLong(): AppError {
  return new AppError({
    id: 'model.user_access_token.is_valid.description.app_error',
    message: `The description of a token has at most ${MAX_DESCRIPTION} characters.`,
    status: 400,
    path: 'description',
  });
}

function tokenNotFound(id: string): AppError {
  return new AppError({
    id: 'app.user_access_token.get_by_user.app_error',
    message: `There is no personal access token with the id ${id}.`,
    status: 404,
  });
}
