import {setTimeout as wait} from 'node:timers/promises';
import pg from 'pg';
import type {OperatorLog} from '../logging/operator-log.ts';

interface Subscriber {
  onMessage: (payload: string) => void;
  onReconnect: (() => void) | undefined;
}

export interface Listener {
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;

/**
 * Listens for notifications on one connection, which is opened for the first subscriber. A lost connection is reopened
 * with increasing delays.
 */
export function createListener({settings, log}: {settings: pg.ClientConfig; log: OperatorLog}): Listener {
  const subscribers = new Map<string, Set<Subscriber>>();
  const closing = new AbortController();
  let connection: Promise<pg.Client> | undefined;

  /** Runs statements on the connection one after the other, because the next major version of `pg` won't queue them. */
  let lastStatement: Promise<unknown> = Promise.resolve();
  function inTurn(run: () => Promise<unknown>): Promise<unknown> {
    const statement = lastStatement.then(run);
    lastStatement = statement.catch(() => {});
    return statement;
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client(settings);
    client.on('error', () => {});
    client.on('notification', ({channel, payload}) => {
      for (const {onMessage} of subscribers.get(channel) ?? []) {
        callSafely(() => onMessage(payload ?? ''));
      }
    });
    try {
      await client.connect();
      for (const channel of subscribers.keys()) {
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    client.once('end', reconnect);
    return client;
  }

  function reconnect(): void {
    if (closing.signal.aborted) {
      return;
    }
    log.warn({}, 'The connection for database notifications was lost; reconnecting');
    connection = connectWithRetries();
    connection.then(
      () => {
        for (const {onReconnect} of [...subscribers.values()].flatMap((set) => [...set])) {
          callSafely(() => onReconnect?.());
        }
      },
      () => {},
    );
  }

  async function connectWithRetries(): Promise<pg.Client> {
    for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, LONGEST_DELAY_MS)) {
      await wait(delay, undefined, {signal: closing.signal, ref: false});
      try {
        return await connect();
      } catch (error) {
        log.warn({err: error}, 'Could not reconnect for database notifications; trying again');
      }
    }
  }

  function callSafely(call: () => void): void {
    try {
      call();
    } catch (error) {
      log.error({err: error}, 'A listener for database notifications failed');
    }
  }

  return {
    async listen(channel, onMessage, onReconnect) {
      const subscriber = {onMessage, onReconnect};
      const others = subscribers.get(channel) ?? new Set();
      subscribers.set(channel, others.add(subscriber));
      const remove = () => {
        others.delete(subscriber);
        if (others.size === 0 && subscribers.get(channel) === others) {
          subscribers.delete(channel);
          return true;
        }
        return false;
      };
      try {
        connection ??= connect().catch((error) => {
          connection = undefined;
          throw error;
        });
        const client = await connection;
        await inTurn(() => client.query(`listen ${pg.escapeIdentifier(channel)}`));
      } catch (error) {
        remove();
        throw error;
      }
      return async () => {
        if (remove()) {
          const client = await connection?.catch(() => undefined);
          // A lost connection no longer listens to anything.
          await inTurn(async () => client?.query(`unlisten ${pg.escapeIdentifier(channel)}`)).catch(() => {});
        }
      };
    },

    async close() {
      closing.abort();
      const client = await connection?.catch(() => undefined);
      await client?.end();
    },
  };
}
