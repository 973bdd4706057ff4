import {join} from 'node:path';
import {importLines} from './import-load.ts';

const PEOPLE = 20;
const START = Date.UTC(2025, 0, 6, 8);
const MINUTE = 60_000;

/** Returns a realistic message: mostly words, sometimes names, code or lists, and some posts by integrations. */
export function messageAt(number: number): string {
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

/** That many posts of the history as plain HTML. */
export function plainHistory(posts: number): string {
  const one = (number: number) => `<p><b>person</b> <pre>${messageAt(number)}</pre></p>`;
  return Array.from({length: posts}, (_, number) => one(number)).join('');
}

/** Imports a history of that many posts into the team `bench`, posted by its members one minute apart. */
export async function importHistory(
  posts: number,
  {directory, dataDirectory}: {directory: string; dataDirectory: string},
): Promise<void> {
  const lines: object[] = [];
  for (let number = 0; number < PEOPLE; number++) {
    const username = `person-${number}`;
    const teams = [{name: 'bench', channels: [{name: 'town-square'}]}];
    lines.push({type: 'user', user: {username, email: `${username}@example.org`, teams}});
  }
  for (let number = 0; number < posts; number++) {
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
