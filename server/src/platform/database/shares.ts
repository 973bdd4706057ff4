import {AppError} from '../errors/app-error.ts';
import {type Caller, clientClosedRequest} from './callers.ts';

/** Milliseconds that a caller waits for one of its own requests to end. */
const LONGEST_WAIT = 10_000;
/** What may wait for one key; beyond it a caller is refused at once. */
const MAX_WAITING = 1_000;
/** Milliseconds after which a refused caller may try again. */
const RETRY_AFTER = 5_000;

interface Share {
  held: number;
  waiting: Set<() => void>;
}

/**
 * Divides the connections of a pool among callers: those with one key hold at most `size` of them, and wait for one
 * another beyond that. So the slow requests of one person leave room for everyone else.
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
     * Takes a connection of the caller's share; a promise if it has to wait. Who has a transaction open never waits:
     * it may be what the others wait for.
     *
     * @throws AppError 429 if there is no room in time; 499 if the caller leaves.
     */
    take(caller: Caller): Promise<void> | undefined {
      let share = shares.get(caller.key);
      if (!share) {
        share = {held: 0, waiting: new Set()};
        shares.set(caller.key, share);
      }
      if (share.held < size || caller.transactions > 0) {
        share.held++;
        return undefined;
      }
      // Whoever leaves hands its place on, so the number that is held stays as it is.
      return wait(caller, share);
    },

    /** Gives back what {@link take} took for a caller with this key. */
    giveBack(key: string): void {
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
      'Too many of your requests are being processed at once. Wait until some have finished, and try again.',
    status: 429,
    retryAfter: RETRY_AFTER,
  });
}
