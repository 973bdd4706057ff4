import type {OperatorLog} from '../logging/operator-log.ts';
import {serializeError} from './error-serialization.ts';
import {limitHeapGrowth} from './heap-growth.ts';
import type {FromWorkerProcess, ToWorkerProcess} from './worker-process.ts';

export interface CallHandler<Task, Result, Progress = never> {
  /** Runs a task. */
  run(task: Task, options: {signal: AbortSignal; reportProgress(progress: Progress): void}): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Turns this process into a worker process, see `startWorkerProcess`. Call it once, in the entry module. `open` receives
 * the setup, and a log that the parent process writes.
 */
export function serveCalls<Setup, Task, Result, Progress = never>(
  open: (setup: Setup, log: OperatorLog) => CallHandler<Task, Result, Progress>,
): void {
  limitHeapGrowth();
  const inFlight = new Map<number, AbortController>();
  let handler: CallHandler<Task, Result, Progress> | undefined;

  function send(message: FromWorkerProcess): void {
    // Without the parent process, this one is about to exit.
    if (process.connected) process.send!(message, undefined, undefined, () => {});
  }
  const logTo =
    (level: keyof OperatorLog) =>
    ({err, ...details}: {err?: unknown}, text: string) =>
      send({level, details, ...(err !== undefined && {err: serializeError(err)}), text});
  const log = {info: logTo('info'), warn: logTo('warn'), error: logTo('error')};

  async function serve(call: number, task: Task): Promise<void> {
    const controller = new AbortController();
    inFlight.set(call, controller);
    try {
      const reportProgress = (progress: Progress) => send({call, progress});
      send({call, result: await handler!.run(task, {signal: controller.signal, reportProgress})});
    } catch (error) {
      send({call, error: serializeError(error)});
    } finally {
      inFlight.delete(call);
    }
  }

  process.on('message', (message: ToWorkerProcess) => {
    if ('setup' in message) handler = open(message.setup as Setup, log);
    else if ('task' in message) void serve(message.call, message.task as Task);
    else if ('abort' in message) inFlight.get(message.abort)?.abort();
    else void handler!.close().finally(() => process.disconnect());
  });
  // The parent process has exited or closed this one, so no one waits for results.
  process.on('disconnect', () => process.exit());
  // Signals to the process group, such as Ctrl+C, are meant for the server, which then stops this process cleanly.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}
