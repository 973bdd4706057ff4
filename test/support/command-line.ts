import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import {projectRoot} from '../../scripts/bootstrap.js';

/** What a finished command has left behind. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** What the system denies a command. */
export interface Limits {
  /** No file can grow larger. */
  maxFileBytes?: number;
  /** These directories are small disks of its own, empty at first. `canApplyLimits` says whether there can be such. */
  disks?: {directories: string[]; bytes: number};
  /** The modes of files say what it may write, even if it is root's. */
  boundByModes?: boolean;
}

/** What runs a program, which is to follow, within limits. */
function within({maxFileBytes, disks, boundByModes}: Limits): string[] {
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
    // Who is not root can be it among users of his own. Root would lose his rights on what belongs to others there.
    const users = isRoot ? [] : ['--user', '--map-root-user'];
    run.push('unshare', ...users, '--mount', 'sh', '-c', `${mounts.join('')}exec "$0" "$@"`);
  }
  // What may be read stays as it is: the tests' PostgreSQL belongs to another user.
  if (boundByModes && isRoot) run.push('setpriv', '--bounding-set', '-dac_override');
  return run;
}

/** Whether the system can set such limits: not every container lets its programs have disks, or give up a right. */
export function canApplyLimits(limits: Limits): boolean {
  const [program, ...args] = [...within(limits), 'true'];
  return spawnSync(program!, args).status === 0;
}

/** The `patchbay` command on one data directory, in processes of its own. */
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

  return {
    /** Starts a command and leaves it to the test what becomes of it. */
    start,

    /** Runs a command to its end; `input` is its standard input. */
    async run(args: string[], input = ''): Promise<Outcome> {
      const child = start(args);
      child.stdin!.on('error', () => {});
      child.stdin!.end(input);
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout!),
        text(child.stderr!),
        once(child, 'exit'),
      ]);
      return {code, stdout, stderr};
    },

    /**
     * Starts the server and waits until it says that it serves. `stop` ends it with SIGTERM, and `kill` with SIGKILL,
     * as a crash would; `ended` is how it ended.
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
        exited.then(async () => reject(new Error(`The server ended: ${stdout}${await stderr}`)));
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

/** A port of the loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as {port: number};
  server.close();
  await once(server, 'close');
  return port;
}
