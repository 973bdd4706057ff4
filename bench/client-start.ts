import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {BrowserContext} from 'playwright-core';
import {openBrowser, openLastingContext, startLoad} from './browser-load.ts';
import {messageAt} from './chat-history.ts';
import {startChat, WINDOW} from './chat-room.ts';
import type {Contender} from './harness.ts';
import type {Room} from './room.ts';

/** The number of messages that a channel loads at a time. */
const POSTS = 60;
/** Chromium stores a compiled script after the page has used the script a second time. */
const RUNS_BEFORE = 3;

/**
 * Both sides of a case that measures how long the client takes to paint messages. With `again`, the client starts in
 * a browser that has run it before, and otherwise in one that only has the session. The baseline is a page with the
 * same messages as plain text.
 */
export async function startClientRoom(
  room: Room,
  {again}: {again: boolean},
): Promise<{baseline: Contender; subject: Contender}> {
  const {patchbay, url, signIn} = await startChat(room, POSTS);

  if (again) {
    const known = await openLastingContext(room, {viewport: WINDOW});
    await signIn(known);
    for (let run = 0; run < RUNS_BEFORE; run++) await runOnce(known, url);
    return {
      baseline: startLoad(0, await servePlainPage(room), async () => known),
      subject: startLoad(patchbay.pid, url, async () => known),
    };
  }

  const browser = await openBrowser(room);
  const signedIn = await browser.newContext();
  await signIn(signedIn);
  const storageState = await signedIn.storageState();
  let last: BrowserContext | undefined;
  async function openEmpty(): Promise<BrowserContext> {
    await last?.close();
    last = await browser.newContext({viewport: WINDOW, storageState});
    return last;
  }
  const plain = await browser.newContext({viewport: WINDOW});
  return {
    baseline: startLoad(0, await servePlainPage(room), async () => plain),
    subject: startLoad(patchbay.pid, url, openEmpty),
  };
}

/** Runs the client until it has stored the copy that it shows before the server responds. */
async function runOnce(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('article').first().waitFor();
  await page.waitForTimeout(5_000);
  await page.close();
}

async function servePlainPage(room: Room): Promise<string> {
  const articles = Array.from({length: POSTS}, (_, number) => `<article>${messageAt(number)}</article>`);
  const html = `<!doctype html><main style="white-space:pre-wrap;font:15px/1.5 sans-serif">${articles.join('')}</main>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  room.onClose(async () => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
