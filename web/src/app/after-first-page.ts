import {startServiceWorker} from '../data/session/service-worker.ts';
import {reportTimeZone} from '../data/session/time-zone.ts';
import {rememberFirstFiles} from './first-files.ts';

let isFirst = true;

/** Does what would only delay the first page. `painted` is when it was, in milliseconds since the page started. */
export function afterFirstPage(painted: number): void {
  if (isFirst) rememberFirstFiles(painted);
  isFirst = false;
  reportTimeZone();
  // A failure is ignored: nothing else depends on the worker, and the settings show whether notifications are on.
  startServiceWorker(renewPush).catch(() => {});
}

async function renewPush(): Promise<void> {
  await (await import('../data/session/web-push.ts')).subscribe();
}
