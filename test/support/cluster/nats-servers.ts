import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {freePort} from '../command-line.ts';
import {type EngineProcess, startEngine} from './engine-process.ts';
import {programs} from './engines.ts';

/** NATS servers with JetStream that form one cluster. */
export interface NatsServers {
  /** `nats://127.0.0.1:<port>`, one per server. */
  urls: string[];
  /** The port of each server, for a proxy in front of it. */
  ports: number[];
  /** The number of the server that leads the cluster's metadata. */
  leader(): Promise<number>;
  /** The number of the server that leads the first stream. */
  streamLeader(): Promise<number>;
  kill(server: number): Promise<void>;
  /** Restarts a killed server with its data. */
  start(server: number): Promise<void>;
  close(): Promise<void>;
}

/** The used parts of `/jsz`. */
interface JetStreamReport {
  meta_cluster?: {leader?: string};
  account_details?: {stream_detail?: {cluster?: {leader?: string}}[]}[];
}

/** Starts NATS servers, with their data and logs in a directory. */
export async function startNatsServers(directory: string, count: number): Promise<NatsServers> {
  const layout = await Promise.all(
    Array.from({length: count}, async (_, index) => ({
      name: `bus-${index}`,
      port: await freePort(),
      routePort: await freePort(),
      httpPort: await freePort(),
      running: undefined as EngineProcess | undefined,
    })),
  );
  const routes = layout.map(({routePort}) => `nats://127.0.0.1:${routePort}`).join(', ');

  async function start(index: number): Promise<void> {
    const server = layout[index]!;
    const home = join(directory, server.name);
    mkdirSync(home, {recursive: true});
    const configuration = join(home, 'nats.conf');
    // Not advertised, because clients would bypass a proxy in front of a server.
    const cluster =
      count > 1
        ? `cluster { name: test, listen: "127.0.0.1:${server.routePort}", routes: [${routes}], no_advertise: true }`
        : '';
    writeFileSync(
      configuration,
      `server_name: ${server.name}
listen: "127.0.0.1:${server.port}"
http: "127.0.0.1:${server.httpPort}"
jetstream { store_dir: "${join(home, 'data')}", max_memory_store: 256MB, max_file_store: 256MB }
${cluster}
`,
    );
    server.running = await startEngine({
      program: programs['nats-server'],
      args: ['-c', configuration],
      log: join(home, 'log'),
      ready: async () => {
        const health = await ask(index, '/healthz').catch(() => undefined);
        return health?.status === 'ok';
      },
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: reports of the monitoring endpoint.
  async function ask(index: number, path: string): Promise<any> {
    const response = await fetch(`http://127.0.0.1:${layout[index]!.httpPort}${path}`);
    return response.json();
  }

  async function report(): Promise<JetStreamReport> {
    const index = layout.findIndex(({running}) => running?.running());
    return ask(index, '/jsz?streams=true&accounts=true');
  }

  const numberOf = (name: string | undefined) => layout.findIndex((server) => server.name === name);

  // A cluster isn't healthy until most of its servers are connected.
  await Promise.all(layout.map((_, index) => start(index)));

  return {
    urls: layout.map(({port}) => `nats://127.0.0.1:${port}`),
    ports: layout.map(({port}) => port),
    leader: async () => numberOf((await report()).meta_cluster?.leader),
    async streamLeader() {
      const {account_details} = await report();
      return numberOf(account_details?.flatMap(({stream_detail}) => stream_detail ?? [])[0]?.cluster?.leader);
    },
    kill: async (server) => layout[server]!.running?.kill(),
    start,
    async close() {
      await Promise.all(layout.map(({running}) => running?.kill()));
    },
  };
}
