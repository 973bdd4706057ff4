import {connectPlatform} from '../server/src/commands/platform.ts';
import type {BenchCase} from './harness.ts';
import {httpLoad} from './http-load.ts';
import {type PatchbayServer, startPatchbay} from './patchbay.ts';
import {MESSAGE, withChannel} from './posts-room.ts';
import type {Room} from './room.ts';

const FEW = 100_000;
const MANY = Number(process.env.BENCH_POSTS ?? 5_000_000);

const connections = 16;
/** The number of channels that contain the posts, including the channel that the benchmark uses. */
const CHANNELS = 100;
/** The acceptable ratio to the rate with few posts: a request can take 30% longer. */
const GOAL = 0.77;

/** Compares the speed of a request to a Patchbay with few posts and to one with many. */
export function growthCase(
  name: string,
  what: string,
  unit: string,
  requestOf: (channelId: string) => {path: string; method: 'GET' | 'POST'; body?: string},
): BenchCase {
  async function contender(room: Room, posts: number) {
    const {patchbay, channelId, headers} = await withChannel(await startPatchbay(room, `data-${posts}`));
    await fill(patchbay, channelId, posts);
    const {path, ...request} = requestOf(channelId);
    return httpLoad({...request, pid: patchbay.pid, url: patchbay.url + path, headers, connections});
  }
  return {
    name,
    description: `${what} over ${connections} connections with ${MANY} posts in the table, compared with ${FEW}`,
    goal: GOAL,
    unit,
    start: async (room) => ({
      baseline: await contender(room, FEW),
      subject: await contender(room, MANY),
    }),
  };
}

/** Inserts posts. Drops the indexes and creates them again afterwards, which is faster. */
async function fill({dataDirectory}: PatchbayServer, channelId: string, posts: number): Promise<void> {
  process.env.PATCHBAY_DATA = dataDirectory;
  const {platform, disconnect} = await connectPlatform({as: 'tool'});
  const {database} = platform;
  try {
    const indexes = await database.rows<{indexname: string; indexdef: string}>({
      text: `
        select indexname, indexdef from pg_indexes
        where schemaname = 'public' and tablename = 'posts' and indexname <> 'posts_pkey'`,
    });
    for (const {indexname} of indexes) await database.execute({text: `drop index ${indexname}`});
    await database.execute({
      text: `
        insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
        select substr(md5(n::text), 1, 26), t, t, lpad((n % 1000)::text, 26, 'u'),
          case n % $2 when 0 then $3 else lpad((n % $2)::text, 26, 'c') end,
          $4 || ' ' || md5((n % 50000)::text) || ' ' || md5((n % 70001)::text)
        from generate_series(1, $1) n, lateral (select $5::bigint + n as t) at`,
      values: [posts, CHANNELS, channelId, MESSAGE, Date.now() - 2 * posts],
    });
    for (const {indexdef} of indexes) {
      await database.transaction(async (tx) => {
        await tx.execute({text: `set local maintenance_work_mem = '1GB'`});
        await tx.execute({text: indexdef});
      });
    }
    await database.execute({
      text: `
        update Channels c set TotalMsgCount = own.posts, TotalMsgCountRoot = own.posts, LastPostAt = own.latest,
          LastRootPostAt = own.latest
        from (select count(*) as posts, max(CreateAt) as latest from Posts where ChannelId = $1) own
        where c.Id = $1`,
      values: [channelId],
    });
    await database.execute({text: 'vacuum analyze Posts'});
  } finally {
    await disconnect();
  }
}
