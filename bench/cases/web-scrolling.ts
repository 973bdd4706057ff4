import {openBrowser, scrollLoad} from '../browser-load.ts';
import {messageAt, plainHistory} from '../chat-history.ts';
import {startChat, WINDOW} from '../chat-room.ts';
import type {BenchCase} from '../harness.ts';

const POSTS = 10_000;

const webScrolling: BenchCase = {
  name: 'web-scrolling',
  description: `scrolling up a channel of ${POSTS} posts in the web client, compared with a page with all of them as plain text`,
  goal: 0.9,
  unit: 'frames',
  goalP99: 50,
  async start(room) {
    const {patchbay, url, signIn} = await startChat(room, POSTS);
    const browser = await openBrowser(room);

    const context = await browser.newContext({viewport: WINDOW});
    await signIn(context);
    const page = await context.newPage();
    await page.goto(url);
    const list = page.getByRole('region', {name: 'Messages in'});
    await list.getByText(messageAt(POSTS - 1).slice(0, 20)).waitFor();

    const plain = await browser.newPage({viewport: WINDOW});
    await plain.setContent(asPlainPage());
    await plain.locator('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
    return {
      baseline: scrollLoad(0, plain.locator('main')),
      subject: scrollLoad(patchbay.pid, list),
    };
  },
};

function asPlainPage(): string {
  return `<!doctype html><main style="height:95vh;overflow:auto;font:15px/1.5 sans-serif">${plainHistory(POSTS)}</main>`;
}

export default webScrolling;
