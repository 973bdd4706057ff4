import {type ChildProcess, spawn} from 'node:child_process';
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

/** The `patchbay` command on one data directory, in processes of its own. */
export function commandLine(dataDirectory: string, env: Record<string, string> = {}) {
  function start(args: string[], {maxFileBytes}: {maxFileBytes?: number} = {}): ChildProcess {
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PATCHBAY_'));
    const command = [process.execPath, join(projectRoot, 'server/src/cli.ts'), ...args];
    // The shell counts in blocks of 512 bytes.
    const limit = ['sh', '-c', `ulimit -f ${Math.ceil((maxFileBytes ?? 0) / 512)}; exec "$0" "$@"`];
    const [program, ...rest] = maxFileBytes === undefined ? command : [...limit, ...command];
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
     * as a crash would. With `maxFileBytes` no file can grow larger, as on a full disk.
     */
    async serve(
      limits: {maxFileBytes?: number} = {},
    ): Promise<{address: string; stop(): Promise<Outcome>; kill(): Promise<void>}> {
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
      return {
        address,
        async stop() {
          child.kill('SIGTERM');
          const [code] = await exited;
          return {code, stdout, stderr: await stderr};
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
