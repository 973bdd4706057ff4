import {startServiceWorker} from '../data/session/service-worker.ts';
import {reportTimeZone} from '../data/session/time-zone.ts';
import {forgetRemovedElements} from '../lib/removed-elements.ts';
import {showTruncatedTexts} from '../lib/truncated-texts.ts';
import {rememberFirstFiles} from './first-files.ts';
import {followKeyboard} from './visible-height.ts';

let isFirst = true;

/**
 * Does what would only delay the first page. `shown` is when there was all that it needs, in milliseconds since the page
 * started.
 */
export function afterFirstPage(shown: number): void {
  if (isFirst) {
    isFirst = false;
    rememberFirstFiles(shown);
    showTruncatedTexts();
    forgetRemovedElements();
    followKeyboard();
  }
  reportTimeZone();
  // A failure is ignored: nothing else depends on the worker, and the settings show whether notifications are on.
  startServiceWorker(renewPush).catch(() => {});
}

async function renewPush(): Promise<void> {
  await (await import('../data/session/web-push.ts')).subscribe();
}
