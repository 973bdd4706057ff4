import {interactionLoad, openBrowser} from '../browser-load.ts';
import {messageAt, plainHistory} from '../chat-history.ts';
import {startChat, WINDOW} from '../chat-room.ts';
import type {BenchCase} from '../harness.ts';

const POSTS = 60;

const webInteractions: BenchCase = {
  name: 'web-interactions',
  description:
    'opening channels, threads, menus, the palette and the emoji picker, and typing, compared with opening a page part with plain text',
  goal: 0.2,
  unit: 'interactions',
  goalP99: 100,
  async start(room) {
    const {patchbay, client, channelId, url, signIn} = await startChat(room, POSTS);
    const {team_id} = await client.getChannel(channelId);
    const other = await client.getChannelByName(team_id, 'off-topic');
    for (let number = 0; number < POSTS; number++) {
      await client.createPost({channel_id: other.id, message: `${messageAt(number)} elsewhere`});
    }
    const root = await client.createPost({channel_id: channelId, message: 'Who is in?'});
    for (let number = 0; number < 10; number++) {
      await client.createPost({channel_id: channelId, root_id: root.id, message: messageAt(number)});
    }
    for (const id of [channelId, other.id]) await client.viewMyChannel(id);
    const browser = await openBrowser(room);

    const context = await browser.newContext({viewport: WINDOW});
    await signIn(context);
    const page = await context.newPage();
    await page.goto(url);
    const sidebar = page.getByRole('navigation', {name: 'Channels', exact: true});
    const visit = (name: string) => sidebar.getByRole('link', {name}).click();
    const box = page.getByRole('textbox', {name: 'Write to Town Square'});
    await page.getByText('Who is in?').waitFor();
    const close = () => page.keyboard.press('Escape');
    const press = (name: string | RegExp) => page.getByRole('button', {name, exact: true}).click();

    const plain = await browser.newPage({viewport: WINDOW});
    await plain.setContent(asPlainPage());
    const toggle = () => plain.getByRole('button').click();
    return {
      baseline: interactionLoad(0, plain, [
        {name: 'part', act: toggle, done: "!document.querySelector('main').hidden", undo: toggle},
      ]),
      subject: interactionLoad(patchbay.pid, page, [
        {
          name: 'channel',
          act: () => visit('Off-Topic'),
          done: "document.querySelector('article')?.innerText.includes('elsewhere')",
          undo: () => visit('Town Square'),
        },
        {
          name: 'thread',
          act: () => press(/^10 replies/),
          done: "document.querySelectorAll('aside article').length > 5",
          undo: () => press('Close panel'),
        },
        {
          name: 'menu',
          act: () => press('Town Square'),
          done: "document.querySelector('[role=menuitem]')",
          undo: close,
        },
        {
          name: 'emoji picker',
          act: () => press('Insert emoji'),
          done: "document.querySelector('[role=dialog] input')",
          undo: close,
        },
        {
          name: 'palette',
          act: () => page.keyboard.press('Control+k'),
          done: "document.querySelector('[role=dialog] [role=option]')",
          undo: close,
        },
        {
          name: 'typing',
          act: () => box.press('a'),
          done: "document.querySelector('[data-message-box]').value !== ''",
          undo: () => box.press('Backspace'),
        },
      ]),
    };
  },
};

function asPlainPage(): string {
  return `<!doctype html><button onclick="main.hidden = !main.hidden">Open</button><main id="main" hidden style="font:15px/1.5 sans-serif">${plainHistory(POSTS)}</main>`;
}

export default webInteractions;
