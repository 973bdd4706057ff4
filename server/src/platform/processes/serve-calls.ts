import type {OperatorLog} from '../logging/operator-log.ts';
import {serializeError} from './error-serialization.ts';
import {limitHeapGrowth} from './heap-growth.ts';
import type {FromWorkerProcess, ToWorkerProcess} from './worker-process.ts';

/** What the process does with each order, and how it ends. */
export interface CallHandler<Order, Result, Progress = never> {
  /** Does one order; `tell` says how far it is. */
  work(order: Order, options: {signal: AbortSignal; tell(progress: Progress): void}): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Makes this process one for long work, see `startWorkerProcess`: to be called once, by the module that it begins with.
 * `open` gets what the process is set up with, and a log that the other process writes.
 */
export function serveCalls<Setup, Order, Result, Progress = never>(
  open: (setup: Setup, log: OperatorLog) => CallHandler<Order, Result, Progress>,
): void {
  limitHeapGrowth();
  const underWay = new Map<number, AbortController>();
  let server: CallHandler<Order, Result, Progress> | undefined;

  function send(message: FromWorkerProcess): void {
    // Without the other process there is nobody to tell, and this one is about to end.
    if (process.connected) process.send!(message, undefined, undefined, () => {});
  }
  const say =
    (level: keyof OperatorLog) =>
    ({err, ...details}: {err?: unknown}, text: string) =>
      send({level, details, ...(err !== undefined && {err: serializeError(err)}), text});
  const log = {info: say('info'), warn: say('warn'), error: say('error')};

  async function serve(call: number, order: Order): Promise<void> {
    const controller = new AbortController();
    underWay.set(call, controller);
    try {
      const tell = (progress: Progress) => send({call, progress});
      send({call, result: await server!.work(order, {signal: controller.signal, tell})});
    } catch (error) {
      send({call, error: serializeError(error)});
    } finally {
      underWay.delete(call);
    }
  }

  process.on('message', (message: ToWorkerProcess) => {
    if ('setup' in message) server = open(message.setup as Setup, log);
    else if ('order' in message) void serve(message.call, message.order as Order);
    else if ('abort' in message) underWay.get(message.abort)?.abort();
    else void server!.close().finally(() => process.disconnect());
  });
  // The other process has ended, or has said that this one shall: what it would write is nobody's any more.
  process.on('disconnect', () => process.exit());
  // Whoever ends a server by its terminal or its group means the server, which brings this one to a safe point first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}
