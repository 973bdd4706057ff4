import type {FastifyReply, FastifyRequest} from 'fastify';
import {clientNetwork} from '../../platform/addresses/ip-addresses.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Settings} from '../../platform/config/settings.ts';
import type {Database} from '../../platform/database/database.ts';
import {clientAddress} from '../../platform/http/client-address.ts';
import {createDatabaseRateLimitStore} from '../../platform/rate-limit/database-store.ts';
import {consumeRateLimit, rateLimited, rateLimitHeaders} from '../../platform/rate-limit/rate-limit.ts';
import type {Permissions} from '../permissions/permissions.ts';

/** The limited actions: the limit per hour (0 for no limit) and the wording for the error message. */
const ACTIONS = {
  'sign-up': {
    perHour: ({RateLimitSettings: {SignUpPerHour}}: Settings) => SignUpPerHour,
    what: 'new accounts',
  },
  'team-creation': {
    perHour: ({RateLimitSettings: {TeamCreationPerHour}}: Settings) => TeamCreationPerHour,
    what: 'new teams',
  },
  'group-creation': {
    perHour: ({RateLimitSettings: {GroupCreationPerHour}}: Settings) => GroupCreationPerHour,
    what: 'new groups',
  },
  'password-change': {
    perHour: ({RateLimitSettings: {PasswordChangePerHour}}: Settings) => PasswordChangePerHour,
    what: 'requests to change a password',
  },
  // Rejecting a name that is taken reveals that it exists.
  'name-change': {
    perHour: ({RateLimitSettings: {NameChangePerHour}}: Settings) => NameChangePerHour,
    what: 'new usernames and email addresses',
  },
};

const SECONDS_PER_HOUR = 3600;

export type ActionLimits = ReturnType<typeof createActionLimits>;

/**
 * Limits actions that a stranger or a single account could otherwise repeat endlessly. Each address and each
 * account has an hourly limit, which can be used up in one burst. System administrators are not limited.
 */
export function createActionLimits({
  database,
  config,
  permissions,
}: {
  database: Database;
  config: Config;
  permissions: Permissions;
}) {
  const store = createDatabaseRateLimitStore(database);

  return {
    /**
     * Counts a request against its address and, when signed in, its account. Sets the headers of the limit that will be
     * reached first.
     *
     * @throws AppError 429 with the time to wait
     */
    async count(request: FastifyRequest, reply: FastifyReply, action: keyof typeof ACTIONS): Promise<void> {
      const settings = config.get();
      const {perHour, what} = ACTIONS[action];
      const burst = perHour(settings);
      const actor = request.session;
      if (burst === 0 || (actor && (await permissions.can(actor, 'manage_system')))) return;
      const limit = {burst, perSecond: burst / SECONDS_PER_HOUR};
      const keys = [clientNetwork(clientAddress(request, settings)), ...(actor ? [actor.userId] : [])];
      let closest = Number.POSITIVE_INFINITY;
      for (const key of keys) {
        const verdict = await consumeRateLimit(store, `${action} ${key}`, limit, Date.now());
        if (verdict.remaining < closest) reply.headers(rateLimitHeaders(verdict));
        if (!verdict.allowed) throw rateLimited(what, verdict);
        closest = Math.min(closest, verdict.remaining);
      }
    },
  };
}
