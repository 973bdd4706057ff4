import {join} from 'node:path';
import {projectRoot} from '../../scripts/bootstrap.js';
import {buildWebIfStale} from '../../scripts/build-web.ts';
import {openBrowser, scrollLoad} from '../browser-load.ts';
import type {BenchCase} from '../harness.ts';
import {importLines} from '../import-load.ts';
import {CREDENTIALS, startPatchbay} from '../patchbay.ts';
import {withChannel} from '../posts-room.ts';

const POSTS = 10_000;
const PEOPLE = 20;
const START = Date.UTC(2025, 0, 6, 8);
const MINUTE = 60_000;
const WINDOW = {width: 1280, height: 800};

const webScrolling: BenchCase = {
  name: 'web-scrolling',
  description: `scrolling up a channel of ${POSTS} posts in the web client, compared with a page with all of them as plain text`,
  goal: 0.9,
  unit: 'frames',
  goalP99: 50,
  async start(room) {
    buildWebIfStale(projectRoot);
    const patchbay = await startPatchbay(room);
    const {client, channelId} = await withChannel(patchbay);
    await importHistory(room.directory, patchbay.dataDirectory);
    const channel = await client.getChannel(channelId);
    await client.viewMyChannel(channelId);
    const browser = await openBrowser(room);

    const context = await browser.newContext({viewport: WINDOW});
    await context.request.post(`${patchbay.url}/api/v4/users/login`, {data: CREDENTIALS});
    const page = await context.newPage();
    await page.goto(`${patchbay.url}/bench/channels/${channel.name}`);
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

/** Realistic messages: mostly words, with names, code, lists, and some posts of integrations. */
function messageAt(number: number): string {
  const words = `Message ${number}: what we said about the plan, and who is to tell the others`;
  switch (number % 10) {
    case 1:
      return `${words}\n\n\`\`\`ts\nconst total = posts.reduce((sum, post) => sum + post.size, 0);\nreport(total);\n\`\`\``;
    case 3:
      return `${words} of **it**, @person-${number % PEOPLE} :tada: #plan`;
    case 5:
      return `${words}\n- the first of three\n- the second, which is [linked](https://example.org/${number})\n- the third`;
    case 7:
      return `| What | Who |\n|---|---|\n| ${words} | person-${number % PEOPLE} |`;
    default:
      return `${words}. ${'It takes some more words to say this. '.repeat(number % 4)}`;
  }
}

async function importHistory(directory: string, dataDirectory: string): Promise<void> {
  const lines: object[] = [];
  for (let number = 0; number < PEOPLE; number++) {
    const username = `person-${number}`;
    const teams = [{name: 'bench', channels: [{name: 'town-square'}]}];
    lines.push({type: 'user', user: {username, email: `${username}@example.org`, teams}});
  }
  for (let number = 0; number < POSTS; number++) {
    const create_at = START + number * MINUTE;
    const user = `person-${Math.floor(number / 3) % PEOPLE}`;
    lines.push({
      type: 'post',
      post: {
        team: 'bench',
        channel: 'town-square',
        user,
        message: messageAt(number),
        create_at,
        ...(number % 25 === 0 && {
          props: {
            attachments: [
              {
                color: '#36a64f',
                title: `Build ${number}`,
                text: 'It **passed** in 4 min.',
                fields: [
                  {title: 'Branch', value: 'main', short: true},
                  {title: 'Tests', value: '3,500', short: true},
                ],
              },
            ],
          },
        }),
        ...(number % 8 === 0 && {
          reactions: [{user: 'person-1', emoji_name: 'thumbsup', create_at: create_at + 1}],
        }),
        ...(number % 15 === 0 && {
          replies: [{user: 'person-2', message: 'I shall tell them.', create_at: create_at + 2}],
        }),
      },
    });
  }
  await importLines(lines, {file: join(directory, 'history.jsonl'), dataDirectory});
}

function asPlainPage(): string {
  const posts = Array.from(
    {length: POSTS},
    (_, number) => `<p><b>person</b> <pre>${messageAt(number)}</pre></p>`,
  );
  return `<!doctype html><main style="height:95vh;overflow:auto;font:15px/1.5 sans-serif">${posts.join('')}</main>`;
}

export default webScrolling;
