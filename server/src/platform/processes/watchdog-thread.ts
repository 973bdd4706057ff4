import {workerData} from 'node:worker_threads';
import type {WatchdogData} from './watchdog.ts';

/** Milliseconds between checks. */
const INTERVAL = 50;

const {maxBytes, deadline} = workerData as WatchdogData;

setInterval(() => {
  const until = Number(Atomics.load(deadline, 0));
  const isLate = until > 0 && Date.now() > until;
  if (isLate || process.memoryUsage.rss() > maxBytes) process.kill(process.pid, 'SIGKILL');
}, INTERVAL);
