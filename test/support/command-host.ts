import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import type {Socket} from 'node:net';
import {fileURLToPath} from 'node:url';

/** The result of a finished command. */
export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command for `command-host-process.ts`. */
export interface CommandRequest {
  args: readonly string[];
  /** The environment variables whose names start with `PATCHBAY_`. */
  env: Record<string, string>;
  /** Standard input. */
  input: string;
}

/** The host writes this to standard output and standard error after each command. */
export const END_OF_OUTPUT = '\0';

const entry = fileURLToPath(new URL('command-host-process.ts', import.meta.url));

type Run = (request: CommandRequest) => Promise<Outcome>;

/** By the environment variables that only a new process reads, such as `NODE_OPTIONS`. */
const hosts = new Map<string, Run>();

/**
 * Runs a command in a process that runs many commands, one at a time, because a new process spends most of its
 * processor time on loading the code. The process has these environment variables in addition to those of this process.
 * Fails if the command leaves something open that would keep its process running.
 */
export function runInHost(request: CommandRequest, processEnv: Record<string, string>): Promise<Outcome> {
  const key = JSON.stringify(processEnv);
  const run = hosts.get(key) ?? createHost(processEnv);
  hosts.set(key, run);
  return run(request);
}

function createHost(processEnv: Record<string, string>): Run {
  let host: ChildProcess | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  async function runNext({args, ...rest}: CommandRequest): Promise<Outcome> {
    host ??= startProcess(processEnv);
    const {signal, abort} = cancellation();
    try {
      const output = Promise.all([readOutput(host.stdout!, signal), readOutput(host.stderr!, signal)]);
      const exited = once(host, 'exit', {signal}).then(() => {
        host = undefined;
        throw new Error(`The process of \`patchbay ${args.join(' ')}\` exited`);
      });
      const reply = once(host, 'message', {signal}) as Promise<[{code: number; stillOpen: string[]}]>;
      host.send({args, ...rest} satisfies CommandRequest);
      const [{code, stillOpen}] = await Promise.race([reply, exited]);
      if (stillOpen.length > 0) {
        host.kill();
        host = undefined;
        throw new Error(`\`patchbay ${args.join(' ')}\` would not exit. Still open: ${stillOpen.join(', ')}`);
      }
      const [stdout, stderr] = await output;
      return {code, stdout, stderr};
    } finally {
      abort();
    }
  }

  return (request) => {
    const outcome = previous.then(() => runNext(request));
    previous = outcome.catch(() => {});
    return outcome;
  };
}

function cancellation() {
  const controller = new AbortController();
  return {signal: controller.signal, abort: () => controller.abort()};
}

/** Starts the process of a host. It exits together with this process. */
function startProcess(processEnv: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [entry], {
    env: {...process.env, ...processEnv},
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.unref();
  child.channel!.unref();
  for (const stream of [child.stdout!, child.stderr!]) (stream as Socket).unref();
  return child;
}

/** Reads the output of one command from a stream of the host. */
function readOutput(stream: NodeJS.ReadableStream, signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    function onData(chunk: Buffer): void {
      chunks.push(chunk);
      if (!chunk.includes(END_OF_OUTPUT)) return;
      resolve(Buffer.concat(chunks).toString().slice(0, -END_OF_OUTPUT.length));
    }
    stream.on('data', onData);
    signal.addEventListener('abort', () => stream.off('data', onData));
  });
}
