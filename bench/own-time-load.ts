import {setTimeout as pause} from 'node:timers/promises';
import {Pool} from 'undici';
import type {Contender} from './harness.ts';
import type {HttpLoad} from './http-load.ts';

/** A request that makes the server call an integration, and how that integration behaves. */
export interface OwnTimeLoad
  extends Required<Pick<HttpLoad, 'pid' | 'url' | 'headers' | 'body' | 'connections'>> {
  /** The URL that returns how long the integration took for each request (`bench/baseline/integration.ts`). */
  heldUrl: string;
  /** How long the integration takes for a request, in milliseconds. */
  hold: number;
}

/**
 * Sends POST requests over several connections, each of which waits for its response. The latency is the server's own
 * time: the duration of the request minus the time that the integration took. Each response contains the `trigger_id`
 * of its request.
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

      async function sendRequests(place: number): Promise<void> {
        // Start the connections one after the other, because users don't all click at the same moment.
        await pause((place * hold) / connections);
        while (performance.now() < end) {
          const from = performance.now();
          const answer = await pool.request({method: 'POST', path: pathname, headers, body});
          const text = await answer.body.text();
          if (answer.statusCode >= 300) faults.push(`a response had the status ${answer.statusCode}`);
          else taken.set((JSON.parse(text) as {trigger_id: string}).trigger_id, performance.now() - from);
        }
      }

      const from = performance.now();
      await Promise.all(Array.from({length: connections}, (_, place) => sendRequests(place)));
      const duration = (performance.now() - from) / 1000;
      await pool.close();
      const held = (await (await fetch(heldUrl)).json()) as Record<string, number>;
      const own = [...taken].map(([id, ms]) => ms - (held[id] ?? 0)).sort((a, b) => a - b);
      const at = (share: number) => Math.round((own[Math.floor(own.length * share)] ?? 0) * 10) / 10;
      return {rate: taken.size / duration, latency: {p50: at(0.5), p99: at(0.99)}, faults};
    },
  };
}
