import {limitConcurrency} from '../concurrency/limit-concurrency.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import {startWorkerProcess, type WorkerProcess} from '../processes/worker-process.ts';
import type {DrawnSvg, SvgLimits, SvgTask} from './svg-process.ts';

const ENTRY = new URL('./svg-process.ts', import.meta.url);

/** The limits for one image. */
export const SVG_LIMITS: SvgLimits = {maxMillis: 3_000, maxBytes: 512 * 1024 * 1024};

/**
 * Returns a function that draws SVG from strangers, in a separate process with limits for time and memory: a few hundred
 * bytes can keep the library busy for hours, and it doesn't stop at a time limit of its own. One image at a time. The
 * process ends when no image is waiting.
 */
export function createSvgRenderer(log: OperatorLog, limits: SvgLimits): (task: SvgTask) => Promise<DrawnSvg> {
  const inTurn = limitConcurrency(1);
  let waiting = 0;
  let worker: WorkerProcess<SvgTask, DrawnSvg> | undefined;

  async function end(): Promise<void> {
    const ending = worker;
    worker = undefined;
    await ending?.end();
  }

  return async (task) => {
    waiting++;
    return inTurn(async () => {
      worker ??= startWorkerProcess<SvgTask, DrawnSvg>(ENTRY, {setup: limits, log});
      let isAlive = false;
      try {
        const drawn = await worker.call(task, {signal: new AbortController().signal});
        isAlive = true;
        return drawn;
      } finally {
        waiting--;
        // After an error, it may have exited, or the library may be in an undefined state.
        if (!isAlive || waiting === 0) await end();
      }
    });
  };
}
