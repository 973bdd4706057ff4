import {createWriteStream} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {importLines} from './import-load.ts';

/** The number of post lines in a file. */
export const POSTS = 200_000;

const CHANNELS = 100;
const PEOPLE = 1_000;
const START = Date.UTC(2020, 0, 1);
const VERSION = '{"type":"version","version":1}\n';

/** The channel, author, message and time of the post with this number. */
export function postAt(number: number) {
  return {
    channel: number % CHANNELS,
    person: number % PEOPLE,
    message: `Message ${number}: what we said about the plan, "quoted" and not, and who is to tell the others of it`,
    createAt: START + number * 30,
  };
}

/** Imports the team, channels and users that the posts need. */
export async function importPeople(directory: string, dataDirectory: string): Promise<void> {
  const lines: object[] = [{type: 'team', team: {name: 'bench', display_name: 'Bench', type: 'O'}}];
  const channels = Array.from({length: CHANNELS}, (_, number) => ({name: `channel-${number}`}));
  for (const {name} of channels) {
    lines.push({type: 'channel', channel: {team: 'bench', name, display_name: name, type: 'O'}});
  }
  for (let number = 0; number < PEOPLE; number++) {
    const username = `person-${number}`;
    const teams = [{name: 'bench', channels: [channels[number % CHANNELS]]}];
    lines.push({type: 'user', user: {username, email: `${username}@example.org`, teams}});
  }
  await importLines(lines, {file: join(directory, 'people.jsonl'), dataDirectory});
}

/** Writes a file of {@link POSTS} plain posts, numbered from `from`, and returns its path. */
export async function writePosts(directory: string, from: number): Promise<string> {
  const file = join(directory, `posts-${from}.jsonl`);
  function* lines(): Generator<string> {
    yield VERSION;
    for (let number = from; number < from + POSTS; number++) {
      const {channel, person, message, createAt} = postAt(number);
      const post = {
        team: 'bench',
        channel: `channel-${channel}`,
        user: `person-${person}`,
        message,
        props: {},
        create_at: createAt,
      };
      yield `${JSON.stringify({type: 'post', post})}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
  return file;
}
