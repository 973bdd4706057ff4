import {setTimeout as pause} from 'node:timers/promises';
import {Pool} from 'undici';
import type {Contender} from './harness.ts';
import type {HttpLoad} from './http-load.ts';

/** One request that makes the server call an integration, and what that integration is. */
export interface OwnTimeLoad
  extends Required<Pick<HttpLoad, 'pid' | 'url' | 'headers' | 'body' | 'connections'>> {
  /** Where the integration says how long it had each request (`bench/baseline/integration.ts`). */
  heldUrl: string;
  /** Milliseconds that it takes for one. */
  hold: number;
}

/**
 * POSTs over a number of connections, each of which waits for its answer. The latency is the server's own time: how
 * long the answer took, less how long the integration had the request. An answer names its trigger by `trigger_id`.
 */
export function ownTimeLoad({pid, url, headers, body, connections, heldUrl, hold}: OwnTimeLoad): Contender {
  const {origin, pathname} = new URL(url);
  return {
    pid,
    async measure(seconds) {
      const pool = new Pool(origin, {connections, pipelining: 1});
      const faults: string[] = [];
      const taken = new Map<string, number>();
      const end = performance.now() + seconds * 1000;

      async function keepAsking(place: number): Promise<void> {
        // One after another: people do not press at the same moment, and again at the next.
        await pause((place * hold) / connections);
        while (performance.now() < end) {
          const from = performance.now();
          const answer = await pool.request({method: 'POST', path: pathname, headers, body});
          const text = await answer.body.text();
          if (answer.statusCode >= 300) faults.push(`an answer was ${answer.statusCode}`);
          else taken.set((JSON.parse(text) as {trigger_id: string}).trigger_id, performance.now() - from);
        }
      }

      const from = performance.now();
      await Promise.all(Array.from({length: connections}, (_, place) => keepAsking(place)));
      const duration = (performance.now() - from) / 1000;
      await pool.close();
      const held = (await (await fetch(heldUrl)).json()) as Record<string, number>;
      const own = [...taken].map(([id, ms]) => ms - (held[id] ?? 0)).sort((a, b) => a - b);
      const at = (share: number) => Math.round((own[Math.floor(own.length * share)] ?? 0) * 10) / 10;
      return {rate: taken.size / duration, latency: {p50: at(0.5), p99: at(0.99)}, faults};
    },
  };
}
