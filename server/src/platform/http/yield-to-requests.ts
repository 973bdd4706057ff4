import {channel} from 'node:diagnostics_channel';
import type {ServerResponse} from 'node:http';
import {setImmediate as turnOfOthers, setTimeout as wait} from 'node:timers/promises';

/** Milliseconds: a long download, or a server that is never idle, does not stop work in the background. */
const AT_MOST = 10;

let underWay = 0;
channel('http.server.request.start').subscribe((message) => {
  const {response} = message as {response: ServerResponse};
  underWay++;
  response.once('close', () => underWay--);
});

/**
 * For long work in this process to call between small steps: whoever waits for an answer gets it before the work goes
 * on, within a limit.
 */
export async function yieldToRequests(): Promise<void> {
  const latest = performance.now() + AT_MOST;
  await turnOfOthers();
  while (underWay > 0 && performance.now() < latest) await wait(1);
}
