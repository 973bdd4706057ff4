import {createHmac, randomBytes} from 'node:crypto';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {installationValue} from '../../platform/secrets/installation-values.ts';
import type {Sealing} from '../../platform/secrets/sealing.ts';
import {secretsEqual} from '../../platform/secrets/secrets.ts';
import type {UserRow, Users} from '../users/users.ts';

/**
 * Links that turn off a user's email notifications without signing in, and nothing else. A link contains the user's id
 * and a signature of the id and the address with a key of the installation, so it works as long as the user has this
 * address.
 */
export function createUnsubscribing({
  database,
  config,
  sealing,
  users,
}: {
  database: Database;
  config: Config;
  sealing: Sealing;
  users: Users;
}) {
  let key: string | undefined;

  async function createToken({id, email}: Pick<UserRow, 'id' | 'email'>): Promise<string> {
    key ??= await withoutCaller(() =>
      installationValue({database, sealing}, 'EmailUnsubscribeKey', () =>
        randomBytes(32).toString('base64url'),
      ),
    );
    return `${id}.${createHmac('sha256', key).update(`${id} ${email}`).digest('base64url')}`;
  }

  return {
    /** The link for people, and the URL for mail programs that unsubscribe with one click (RFC 8058). */
    async urls(user: Pick<UserRow, 'id' | 'email'>): Promise<{page: string; oneClick: string}> {
      const site = siteUrl(config.get());
      const query = `?token=${await createToken(user)}`;
      return {
        page: `${site}/unsubscribe${query}`,
        oneClick: `${site}/api/v4/notifications/unsubscribe${query}`,
      };
    },

    /** Turns off email notifications. @throws AppError 400 for an invalid or outdated token. */
    async unsubscribe(token: string): Promise<void> {
      const user = await users.byIdCached(token.slice(0, token.indexOf('.')));
      if (!user || !secretsEqual(token, await createToken(user))) throw invalidToken();
      if (user.notifyprops.email === 'false') return;
      await users.update(user, {notify_props: {...user.notifyprops, email: 'false'}});
    },
  };
}

function invalidToken(): AppError {
  return new AppError({
    id: 'api.notifications.unsubscribe.invalid_token.app_error',
    message:
      'This link does not work: it is incomplete, or your email address has changed. Turn off email notifications in your settings.',
    status: 400,
    path: 'token',
  });
}
