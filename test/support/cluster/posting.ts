import {setTimeout as pause} from 'node:timers/promises';
import {numberedMessage} from './numbered-posts.ts';
import type {SimulatedPerson} from './people.ts';

/** People who post numbered messages at a steady rate. */
export interface Posting {
  /** The ids of posts that a server acknowledged, by number. */
  acknowledged: ReadonlyMap<number, string>;
  /** Failed requests: without a response, or with a status other than 201. Each is repeated until it succeeds. */
  failures: readonly string[];
  /** The duration of each successful request in milliseconds. */
  latencies: readonly number[];
  /**
   * Resolves when this many posts have been acknowledged.
   *
   * @throws Error with the last failures if that takes too long
   */
  reached(count: number): Promise<void>;
  /** Stops, and waits until the posts being sent are finished. */
  stop(): Promise<void>;
}

export interface PostingOptions {
  /** The URLs to post to, in turn. */
  urls: readonly string[];
  authors: readonly SimulatedPerson[];
  channelId: string;
  perSecond: number;
  /** The number of the first post. */
  from?: number;
}

const REQUEST_TIMEOUT_MS = 30_000;
const RETRY_DELAY_MS = 100;
const REACH_TIMEOUT_MS = 90_000;
/** In milliseconds. After this time, a post is neither repeated nor expected to exist. */
const GIVE_UP_MS = 90_000;

export function startPosting({urls, authors, channelId, perSecond, from = 0}: PostingOptions): Posting {
  const acknowledged = new Map<number, string>();
  const failures: string[] = [];
  const latencies: number[] = [];
  const inProgress = new Set<Promise<void>>();
  let stopped = false;
  let turn = 0;

  /** Posts like a client does: if the request fails, it is repeated with the same `pending_post_id`. */
  async function post(number: number): Promise<void> {
    const author = authors[number % authors.length]!;
    const body = JSON.stringify({
      channel_id: channelId,
      message: numberedMessage(number),
      pending_post_id: `${author.id}:${number}`,
    });
    const deadline = Date.now() + GIVE_UP_MS;
    do {
      const started = performance.now();
      const url = urls[turn++ % urls.length]!;
      try {
        const response = await fetch(`${url}/api/v4/posts`, {
          method: 'POST',
          headers: {authorization: `Bearer ${author.token}`, 'content-type': 'application/json'},
          body,
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        });
        const text = await response.text();
        if (response.status === 201) {
          latencies.push(performance.now() - started);
          acknowledged.set(number, (JSON.parse(text) as {id: string}).id);
          return;
        }
        failures.push(`${number}: ${response.status} ${text.slice(0, 300)}`);
      } catch (error) {
        failures.push(`${number}: ${String((error as Error).cause ?? error)}`);
      }
      await pause(RETRY_DELAY_MS);
    } while (Date.now() < deadline);
  }

  const begin = performance.now();
  const running = (async () => {
    for (let index = 0; !stopped; index++) {
      await pause(Math.max(0, begin + (index * 1000) / perSecond - performance.now()));
      const posted = post(from + index).finally(() => inProgress.delete(posted));
      inProgress.add(posted);
    }
  })();

  return {
    acknowledged,
    failures,
    latencies,
    async reached(count) {
      const deadline = Date.now() + REACH_TIMEOUT_MS;
      while (acknowledged.size < count) {
        if (Date.now() > deadline) {
          throw new Error(
            `${acknowledged.size} of ${count} posts were acknowledged. ${failures.slice(-3).join('\n')}`,
          );
        }
        await pause(20);
      }
    },
    async stop() {
      stopped = true;
      await running;
      await Promise.all(inProgress);
    },
  };
}
