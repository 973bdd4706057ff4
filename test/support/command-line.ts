import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import {projectRoot} from '../../scripts/bootstrap.js';
import {endingWithTest} from './cluster/ending-with-test.ts';
import {type Outcome, runInHost} from './command-host.ts';

export type {Outcome};

/** Limits for a command. */
export interface Limits {
  /** The maximum size of a file. */
  maxFileBytes?: number;
  /** Directories on small disks that are initially empty. `canApplyLimits` returns whether this is possible. */
  disks?: {directories: string[]; bytes: number};
  /** Applies file permissions even if the user is root. */
  boundByModes?: boolean;
  /** Kills the process when this process ends for any reason. */
  endsWithTest?: boolean;
}

/** The command prefix that runs a program with limits. */
function within({maxFileBytes, disks, boundByModes, endsWithTest}: Limits): string[] {
  const run: string[] = [];
  if (maxFileBytes !== undefined) {
    // The shell counts in blocks of 512 bytes.
    run.push('sh', '-c', `ulimit -f ${Math.ceil(maxFileBytes / 512)}; exec "$0" "$@"`);
  }
  const isRoot = process.getuid?.() === 0;
  if (disks) {
    const mounts = disks.directories.map(
      (name) => `mount -t tmpfs -o size=${disks.bytes} tmpfs '${name}' && `,
    );
    // In a user namespace, unprivileged users can be root. Root would lose its permissions for other users' files
    // there.
    const users = isRoot ? [] : ['--user', '--map-root-user'];
    run.push('unshare', ...users, '--mount', 'sh', '-c', `${mounts.join('')}exec "$0" "$@"`);
  }
  // Reading is not restricted, because the tests' PostgreSQL belongs to another user.
  if (boundByModes && isRoot) run.push('setpriv', '--bounding-set', '-dac_override');
  if (endsWithTest) run.push(...endingWithTest());
  return run;
}

/** Whether the system can apply these limits. In some containers, disks can't be mounted or capabilities dropped. */
export function canApplyLimits(limits: Limits): boolean {
  const [program, ...args] = [...within(limits), 'true'];
  return spawnSync(program!, args).status === 0;
}

/** Runs the `patchbay` command with a data directory. `env` contains environment variables. */
export function commandLine(dataDirectory: string, env: Record<string, string> = {}) {
  function start(args: string[], limits: Limits = {}): ChildProcess {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PATCHBAY_'));
    const command = [process.execPath, join(projectRoot, 'server/src/cli.ts'), ...args];
    const [program, ...rest] = [...within(limits), ...command];
    return spawn(program!, rest, {
      env: {...Object.fromEntries(inherited), PATCHBAY_DATA: dataDirectory, ...env},
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  async function runProcess(args: string[], {input = '', ...limits}: Limits & {input?: string} = {}) {
    const child = start(args, limits);
    child.stdin!.on('error', () => {});
    child.stdin!.end(input);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, 'exit'),
    ]);
    return {code, stdout, stderr} as Outcome;
  }

  return {
    /** Starts a command in a separate process without waiting for it. */
    start,

    /** Runs a command in a separate process until it exits. `input` is its standard input. */
    runProcess,

    /**
     * Runs a command until it has finished, in a process that has already run other commands. This takes a fraction
     * of the processor time of `runProcess`.
     */
    run(args: string[], input = ''): Promise<Outcome> {
      const variables = Object.entries(env);
      const isOwn = ([name]: [string, string]) => name.startsWith('PATCHBAY_');
      const own = Object.fromEntries(variables.filter(isOwn));
      const others = Object.fromEntries(variables.filter((variable) => !isOwn(variable)));
      return runInHost({args, env: {PATCHBAY_DATA: dataDirectory, ...own}, input}, others);
    },

    /**
     * Starts the server and waits until it is ready. `stop` sends SIGTERM. `kill` sends SIGKILL, to simulate a crash.
     * `ended` resolves with the outcome.
     */
    async serve(limits: Limits = {}): Promise<{
      pid: number;
      address: string;
      ended: Promise<Outcome>;
      stop(): Promise<Outcome>;
      kill(): Promise<void>;
    }> {
      const child = start(['serve'], limits);
      child.stdin!.end();
      let stdout = '';
      const stderr = text(child.stderr!);
      const exited = once(child, 'exit');
      const lines = createInterface(child.stdout!);
      const address = await new Promise<string>((resolve, reject) => {
        lines.on('line', (line) => {
          stdout += `${line}\n`;
          const serving = / is serving at (\S+)$/.exec(line);
          if (serving) resolve(serving[1]!);
        });
        exited.then(async () => reject(new Error(`The server exited: ${stdout}${await stderr}`)));
      });
      const ended = exited.then(async ([code]) => ({code, stdout, stderr: await stderr}));
      return {
        pid: child.pid!,
        address,
        ended,
        stop() {
          child.kill('SIGTERM');
          return ended;
        },
        async kill() {
          child.kill('SIGKILL');
          await exited;
        },
      };
    },
  };
}

/** A free port on the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as {port: number};
  server.close();
  await once(server, 'close');
  return port;
}
