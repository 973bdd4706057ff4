import autocannon from 'autocannon';
import type {Contender} from './harness.ts';

export interface HttpLoad {
  pid: number;
  url: string;
  /** Requests under way at any time. */
  connections: number;
  /** Requests a second that all connections send together; as many as are answered if absent. */
  requestsPerSecond?: number;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  /** Paths that each connection goes through over and over, in place of the URL's own. */
  paths?: readonly string[];
}

/** One request, repeated over a number of connections, each of which waits for its answer. */
export function httpLoad({pid, paths, requestsPerSecond, ...request}: HttpLoad): Contender {
  return {
    pid,
    async measure(seconds) {
      const result = await autocannon({
        ...request,
        ...(paths && {requests: paths.map((path) => ({path}))}),
        duration: seconds,
        ...(requestsPerSecond && {overallRate: requestsPerSecond}),
      });
      const faults: string[] = [];
      if (result.non2xx > 0) faults.push(`${result.non2xx} answers were not 2xx`);
      if (result.errors > 0) faults.push(`${result.errors} connections failed`);
      if (result.timeouts > 0) faults.push(`${result.timeouts} requests had no answer in time`);
      return {
        rate: result['2xx'] / result.duration,
        latency: {p50: result.latency.p50, p99: result.latency.p99},
        faults,
      };
    },
  };
}
