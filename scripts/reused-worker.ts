import {ForksPoolWorker, type PoolOptions, type PoolWorker, type Vite, type WorkerRequest} from 'vitest/node';

/** Limits what leaks of one run can do to later ones. */
const MAX_RUNS = 25;

/** A worker process that has loaded the server and waits for its next run. */
let idle: {worker: ForksPoolWorker; runs: number} | undefined;

/**
 * For mutation testing: keeps the worker process between the runs of mutants, because loading the server takes most of
 * the time of a run. Which mutant is active is decided at run time, so loaded modules can stay. Only mutants of code
 * that runs while a module is loaded need a new process.
 */
export function reusedWorker(): Vite.Plugin {
  return {
    name: 'reused-worker',
    configureVitest({vitest, project}) {
      Object.assign(project.config, {
        pool: 'reused',
        poolRunner: {name: 'reused', createPoolWorker},
      });
      vitest.onClose(stopIdle);
    },
  };
}

async function stopIdle(): Promise<void> {
  const {worker} = idle ?? {};
  idle = undefined;
  await worker?.stop();
}

function createPoolWorker(options: PoolOptions): PoolWorker {
  // Provided by the runner of Stryker.
  const {mode, mutantActivation} = options.project.getProvidedContext() as {
    mode?: string;
    mutantActivation?: string;
  };
  const reusable = mode === 'mutant' && mutantActivation === 'runtime';
  let current = {worker: new ForksPoolWorker(options), runs: 0};
  let stoppedNormally = false;
  const listeners: [event: string, callback: (...args: unknown[]) => void][] = [];

  return {
    name: 'reused',
    cacheFs: true,
    async start() {
      if (reusable && idle) {
        current = idle;
        idle = undefined;
      } else {
        await stopIdle();
        await current.worker.start();
      }
      current.runs++;
    },
    on(event, callback) {
      listeners.push([event, callback]);
      current.worker.on(event, callback);
    },
    off(event, callback) {
      current.worker.off(event, callback);
    },
    send(message: WorkerRequest) {
      if (!reusable || message.type !== 'stop') {
        current.worker.send(message);
        return;
      }
      // After this message, a worker can't run tests again.
      stoppedNormally = true;
      for (const [event, callback] of listeners) {
        if (event === 'message') callback({type: 'stopped', __vitest_worker_response__: true});
      }
    },
    async stop() {
      if (reusable && stoppedNormally && current.runs < MAX_RUNS) {
        for (const [event, callback] of listeners) current.worker.off(event, callback);
        idle = current;
      } else {
        await current.worker.stop();
      }
    },
    deserialize: (data) => data,
  };
}
