import {readdirSync, readFileSync, readlinkSync} from 'node:fs';
import {constants, setPriority} from 'node:os';
import {parentPort, workerData} from 'node:worker_threads';
import type {ThreadLog, ThreadMessage, ThreadRequest} from './thread.ts';
import {takeApart} from './thread-errors.ts';

/** What the thread does with each order, and how it ends. */
export interface CallServer<Order, Result> {
  work(order: Order, options: {signal: AbortSignal}): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Makes this thread one for long work, see `startThread`: to be called once, by the module that the thread begins
 * with. `open` gets what the thread was set up with, and a log that the other thread writes.
 */
export function serveCalls<Setup, Order, Result>(
  open: (setup: Setup, log: ThreadLog) => CallServer<Order, Result>,
): void {
  stepBack();
  const port = parentPort!;
  const send = (message: ThreadMessage) => port.postMessage(message);
  const say =
    (level: keyof ThreadLog) =>
    ({err, ...details}: {err?: unknown}, text: string) =>
      send({level, details, ...(err !== undefined && {err: takeApart(err)}), text});
  const server = open(workerData as Setup, {info: say('info'), warn: say('warn'), error: say('error')});
  const underWay = new Map<number, AbortController>();

  async function serve(call: number, order: Order): Promise<void> {
    const controller = new AbortController();
    underWay.set(call, controller);
    try {
      send({call, result: await server.work(order, {signal: controller.signal})});
    } catch (error) {
      send({call, error: takeApart(error)});
    } finally {
      underWay.delete(call);
    }
  }

  port.on('message', (request: ThreadRequest) => {
    if ('order' in request) void serve(request.call, request.order as Order);
    else if ('abort' in request) underWay.get(request.abort)?.abort();
    else void server.close().finally(() => port.close());
  });
}

/** What Node calls the threads that collect garbage and compile, for all threads alike. */
const HELPERS = 'V8Worker';
const TASKS = '/proc/self/task';

/**
 * Lets the rest of the process go first, and whatever else wants the processor. Linux has a priority for each thread;
 * elsewhere nothing changes. The helpers step back too: four of them collect what this thread leaves, all at once, and
 * whoever answers requests would wait for a free core. A collection that cannot wait for them does without.
 */
function stepBack(): void {
  try {
    const own = readlinkSync('/proc/thread-self').split('/').at(-1)!;
    const isHelper = (thread: string) => readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim() === HELPERS;
    for (const thread of [own, ...readdirSync(TASKS).filter(isHelper)]) {
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
    }
  } catch {
    // A courtesy: the work is done all the same.
  }
}
