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

/** How many addresses can each use up their limit before sign-ins to the account are limited for all addresses. */
const ADDRESSES_PER_ACCOUNT = 50;
const MINUTE = 60;

/** A pending attempt. */
export interface SignInAttempt {
  /** Call this if the password was correct. Removes this attempt and earlier failures from this address. */
  succeeded(): Promise<void>;
}

export type SignInAttempts = ReturnType<typeof createSignInAttempts>;

/**
 * Limits password guesses. Attempts are counted per entered name and client address, so that strangers cannot lock a
 * user out. A much higher limit per name for all addresses slows down distributed attacks. Attempts are counted before
 * the account is looked up, so that a lockout doesn't reveal whether it exists. They expire within
 * `ServiceSettings.LoginLockoutMinutes`.
 */
export function createSignInAttempts({database, config}: {database: Database; config: Config}) {
  const store = createDatabaseRateLimitStore(database);

  function limitFor(addresses: number): RateLimit {
    const {MaximumLoginAttempts, LoginLockoutMinutes} = config.get().ServiceSettings;
    const burst = MaximumLoginAttempts * addresses;
    return {burst, perSecond: burst / (LoginLockoutMinutes * MINUTE)};
  }

  async function consume(key: string, limit: RateLimit): Promise<void> {
    const verdict = await consumeRateLimit(store, key, limit, Date.now());
    if (!verdict.allowed) throw tooManyAttempts(verdict);
  }

  return {
    /**
     * Counts an attempt to sign in with the entered name from an address. Call this before checking the password, so
     * that concurrent guesses are limited too.
     *
     * @throws AppError 401 after too many failures.
     */
    async begin(name: string, address: string): Promise<SignInAttempt> {
      const [here, everywhere] = [`${keyPrefix(name)}${clientNetwork(address)}`, `${keyPrefix(name)}*`];
      await consume(here, limitFor(1));
      const all = limitFor(ADDRESSES_PER_ACCOUNT);
      await consume(everywhere, all);
      return {
        async succeeded() {
          await clearRateLimit(database, here);
          await refundRateLimit(store, everywhere, all, Date.now());
        },
      };
    },

    /** Resets the failures of these names from all addresses. */
    async reset(names: readonly string[]): Promise<void> {
      for (const name of names) await clearRateLimits(database, keyPrefix(name));
    },
  };
}

/** Hashed, because entered names can have any length and content. */
function keyPrefix(name: string): string {
  return `sign-in ${hashToken(name.trim().toLowerCase())} `;
}

/** 401: locked out for a while. */
function tooManyAttempts({retryAfter}: RateVerdict): AppError {
  const minutes = Math.max(1, Math.ceil(retryAfter / 60_000));
  return new AppError({
    id: 'api.user.check_user_login_attempts.too_many.app_error',
    message: `Too many failed sign-in attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or ask an administrator to unlock the account.`,
    params: {minutes},
    status: 401,
    retryAfter,
  });
}
