import {clientNetwork} from '../../platform/addresses/ip-addresses.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {
  clearRateLimit,
  clearRateLimits,
  createDatabaseRateLimitStore,
} from '../../platform/rate-limit/database-store.ts';
import {
  consumeRateLimit,
  type RateLimit,
  type RateVerdict,
  refundRateLimit,
} from '../../platform/rate-limit/rate-limit.ts';
import {hashToken} from '../../platform/secrets/secrets.ts';

/** How many addresses may each fail as often as one before an account is slowed down for all of them. */
const ADDRESSES_PER_ACCOUNT = 50;
const MINUTE = 60;

/** An attempt that is under way. */
export interface SignInAttempt {
  /** The password was right: it does not count, and neither do the failures before it from this address. */
  succeeded(): Promise<void>;
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/**
 * Limits guesses at passwords. Attempts count for the name that was typed together with the address they come from, so
 * a stranger elsewhere cannot lock somebody out. A far larger limit holds for the name from all addresses together,
 * which slows down a distributed attack. Attempts count before anyone looks whether there is such an account: a
 * lock-out tells nothing about that. All of them come back within `ServiceSettings.LoginLockoutMinutes`.
 */
export function createSignInAttempts({database, config}: {database: Database; config: Config}) {
  const store = createDatabaseRateLimitStore(database);

  function limitFor(addresses: number): RateLimit {
    const {MaximumLoginAttempts, LoginLockoutMinutes} = config.get().ServiceSettings;
    const burst = MaximumLoginAttempts * addresses;
    return {burst, perSecond: burst / (LoginLockoutMinutes * MINUTE)};
  }

  async function take(key: string, limit: RateLimit): Promise<void> {
    const verdict = await consumeRateLimit(store, key, limit, Date.now());
    if (!verdict.allowed) throw tooManyAttempts(verdict);
  }

  return {
    /**
     * Counts an attempt to sign in as `name`, which is what was typed, from an address. It counts before the password is
     * looked at, so that guesses that are sent all at once are limited as well.
     *
     * @throws AppError 401 after too many failures.
     */
    async begin(name: string, address: string): Promise<SignInAttempt> {
      const [here, everywhere] = [`${prefixOf(name)}${clientNetwork(address)}`, `${prefixOf(name)}*`];
      await take(here, limitFor(1));
      const all = limitFor(ADDRESSES_PER_ACCOUNT);
      await take(everywhere, all);
      return {
        async succeeded() {
          await clearRateLimit(database, here);
          await refundRateLimit(store, everywhere, all, Date.now());
        },
      };
    },

    /** Forgets the failures under these names, from all addresses. */
    async forget(names: readonly string[]): Promise<void> {
      for (const name of names) await clearRateLimits(database, prefixOf(name));
    },
  };
}

/** Names are hashed: they are of any length and hold anything. */
function prefixOf(name: string): string {
  return `sign-in ${hashToken(name.trim().toLowerCase())} `;
}

/** 401: locked out for a while. */
function tooManyAttempts({retryAfter}: RateVerdict): AppError {
  const minutes = Math.max(1, Math.ceil(retryAfter / 60_000));
  return new AppError({
    id: 'api.user.check_user_login_attempts.too_many.app_error',
    message: `Too many failed attempts to sign in. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or ask an administrator to unlock the account.`,
    status: 401,
    retryAfter,
  });
}
