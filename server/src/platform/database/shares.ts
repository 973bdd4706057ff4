import {AppError} from '../errors/app-error.ts';
import {type Caller, clientClosedRequest} from './callers.ts';

/** Milliseconds a request waits for the caller's other requests to finish. */
const LONGEST_WAIT = 10_000;
/** The maximum number of waiting requests per key. Further requests are rejected immediately. */
const MAX_WAITING = 1_000;
/** Milliseconds after which a rejected client can retry. */
const RETRY_AFTER = 5_000;

interface Share {
  held: number;
  waiting: Set<() => void>;
}

/**
 * Shares the connections of a pool among callers. Callers with the same key hold at most `size` connections and queue for
 * more, so that one user's slow requests don't block everyone else.
 */
export function createShares({size}: {size: number}) {
  const shares = new Map<string, Share>();

  function wait(caller: Caller, share: Share): Promise<void> {
    if (share.waiting.size >= MAX_WAITING) throw tooMany();
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        share.waiting.delete(admit);
        caller.onCancel.delete(giveUp);
      };
      const admit = () => {
        end();
        resolve();
      };
      const giveUp = () => {
        end();
        reject(clientClosedRequest());
      };
      const timer = setTimeout(() => {
        end();
        reject(tooMany());
      }, LONGEST_WAIT);
      share.waiting.add(admit);
      caller.onCancel.add(giveUp);
    });
  }

  return {
    /**
     * Acquires a connection from the caller's share; returns a promise if it has to wait. A caller with an open transaction
     * never waits, because the others may be waiting for that transaction.
     *
     * @throws AppError 429 if none becomes available in time; 499 if the client disconnects
     */
    acquire(caller: Caller): Promise<void> | undefined {
      let share = shares.get(caller.key);
      if (!share) {
        share = {held: 0, waiting: new Set()};
        shares.set(caller.key, share);
      }
      if (share.held < size || caller.transactions > 0) {
        share.held++;
        return undefined;
      }
      // A released connection passes to the next waiting request, so `held` doesn't change.
      return wait(caller, share);
    },

    /** Returns a connection that {@link acquire} acquired for a caller with this key. */
    release(key: string): void {
      const share = shares.get(key)!;
      if (share.held <= size) {
        const [admitNext] = share.waiting;
        if (admitNext) {
          admitNext();
          return;
        }
      }
      share.held--;
      if (share.held === 0 && share.waiting.size === 0) shares.delete(key);
    },
  };
}

function tooMany(): AppError {
  return new AppError({
    id: 'app.database.too_many_requests.app_error',
    message:
      'Too many of your requests are being processed at the same time. Wait until some have finished, and try again.',
    status: 429,
    retryAfter: RETRY_AFTER,
  });
}
