import {channel} from 'node:diagnostics_channel';
import type {ServerResponse} from 'node:http';
import {setTimeout as wait, setImmediate as yieldToEventLoop} from 'node:timers/promises';

/** The maximum wait in milliseconds, so that background work continues during long downloads or constant load. */
const MAX_WAIT = 10;

let inFlight = 0;
channel('http.server.request.start').subscribe((message) => {
  const {response} = message as {response: ServerResponse};
  inFlight++;
  response.once('close', () => inFlight--);
});

/**
 * Waits briefly for pending requests. Long-running work in this process calls it between small steps.
 */
export async function yieldToRequests(): Promise<void> {
  const latest = performance.now() + MAX_WAIT;
  await yieldToEventLoop();
  while (inFlight > 0 && performance.now() < latest) await wait(1);
}
