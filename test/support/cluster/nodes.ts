import {join} from 'node:path';
import {projectRoot} from '../../../scripts/bootstrap.js';
import {commandLine, freePort, type Outcome} from '../command-line.ts';

export interface NodeOptions {
  /** The directory that will contain the data directory of the node. */
  directory: string;
  name: string;
  connectionString: string;
  busUrls: readonly string[];
  busReplicas: number;
  env?: Record<string, string>;
}

/** A server of a cluster in a separate process. It keeps its port when it is started again. */
export interface ClusterNode {
  name: string;
  port: number;
  url: string;
  running(): boolean;
  /** The process id while it is running. */
  pid(): number;
  start(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Sends SIGTERM. Resolves after the process has exited. */
  stop(): Promise<Outcome>;
  /** Starts it and resolves with the outcome, for a server that refuses to start. */
  startAndExit(): Promise<Outcome>;
  /** Runs a command with the node's settings. */
  run(args: string[], input?: string): Promise<Outcome>;
}

/** The secret key that all nodes share. */
const SECRET_KEY = Buffer.alloc(32, 1).toString('base64');

/** Prepares a node without starting it. */
export async function prepareNode(options: NodeOptions): Promise<ClusterNode> {
  const {directory, name, connectionString, busUrls, busReplicas, env} = options;
  const port = await freePort();
  const patchbay = commandLine(join(directory, name), {
    NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/node'),
    PATCHBAY_SECRET_KEYS: SECRET_KEY,
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: `127.0.0.1:${port}`,
    PATCHBAY_SQLSETTINGS_DATASOURCE: connectionString,
    PATCHBAY_CLUSTERSETTINGS_ENABLE: 'true',
    PATCHBAY_CLUSTERSETTINGS_CLUSTERNAME: 'test',
    PATCHBAY_CLUSTERSETTINGS_OVERRIDEHOSTNAME: name,
    PATCHBAY_CLUSTERSETTINGS_BUSURLS: busUrls.join(' '),
    PATCHBAY_CLUSTERSETTINGS_BUSREPLICAS: String(busReplicas),
    PATCHBAY_CLUSTERSETTINGS_DRAINSECONDS: '2',
    ...env,
  });
  let running: Awaited<ReturnType<typeof patchbay.serve>> | undefined;
  return {
    name,
    port,
    url: `http://127.0.0.1:${port}`,
    running: () => running !== undefined,
    pid: () => running!.pid,
    async start() {
      running = await patchbay.serve({endsWithTest: true});
    },
    async kill() {
      await running?.kill();
      running = undefined;
    },
    async stop() {
      const outcome = await running!.stop();
      running = undefined;
      return outcome;
    },
    startAndExit: () => patchbay.run(['serve']),
    run: (args, input) => patchbay.run(args, input),
  };
}
