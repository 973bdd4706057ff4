import autocannon from 'autocannon';
import type {Contender} from './harness.ts';

export interface HttpLoad {
  pid: number;
  url: string;
  /** The number of concurrent requests. */
  connections: number;
  /** Requests per second over all connections; unlimited if omitted. */
  requestsPerSecond?: number;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  /** Paths that each connection requests in a loop, instead of the path of the URL. */
  paths?: readonly string[];
}

/** Repeats one request over several connections. Each connection waits for its response. */
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
      if (result.non2xx > 0) faults.push(`${result.non2xx} responses were not 2xx`);
      if (result.errors > 0) faults.push(`${result.errors} connections failed`);
      if (result.timeouts > 0) faults.push(`${result.timeouts} requests timed out`);
      return {
        rate: result['2xx'] / result.duration,
        latency: {p50: result.latency.p50, p99: result.latency.p99},
        faults,
      };
    },
  };
}
