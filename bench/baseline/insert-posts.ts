// A minimal import: inserts the same rows, a thousand at a time by unnest, into a table with the same indexes as the
// posts. Uses the database of the Patchbay with the data directory PATCHBAY_DATA. Argument: the number of the first
// post.

import {connectPlatform} from '../../server/src/commands/platform.ts';
import {newId} from '../../server/src/platform/database/ids.ts';
import {POSTS, postAt} from '../import-posts.ts';

const AT_ONCE = 1_000;
const INSERT = `
  insert into BenchPosts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
  select id, createat, createat, userid, channelid, message
  from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[]) as new (id, createat, userid, channelid, message)`;

const from = Number(process.argv[2]);
const {platform, disconnect} = await connectPlatform({as: 'tool'});
const {database} = platform;
await database.execute({text: 'create table if not exists BenchPosts (like Posts including all)'});

const started = performance.now();
for (let first = from; first < from + POSTS; first += AT_ONCE) {
  const posts = Array.from({length: AT_ONCE}, (_, i) => postAt(first + i));
  await database.transaction(async (tx) => {
    // Like the import, because rows that a crash loses are imported again.
    await tx.execute({text: 'set local synchronous_commit = off'});
    await tx.execute({
      name: 'bench-posts',
      text: INSERT,
      values: [
        posts.map(() => newId()),
        posts.map(({createAt}) => createAt),
        posts.map(({person}) => String(person).padStart(26, 'u')),
        posts.map(({channel}) => String(channel).padStart(26, 'c')),
        posts.map(({message}) => message),
      ],
    });
  });
}
const seconds = (performance.now() - started) / 1000;
await disconnect();
console.log(JSON.stringify({lines: POSTS, seconds, ending: 'done'}));
