// Compares one table of posts with monthly partitions: node bench/partitioned-posts.ts [--posts N] [--months N].
// docs/cluster.md has the results. Not a case of `npm run bench`, because it takes minutes and gigabytes.

import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import pg from 'pg';
import {startEmbeddedPostgres} from '../server/src/platform/database/embedded/embedded-postgres.ts';
import {READER} from '../server/src/platform/database/extraction-views.ts';
import {quiet} from '../test/support/quiet.ts';

const {values} = parseArgs({
  options: {posts: {type: 'string', default: '10000000'}, months: {type: 'string', default: '24'}},
});
const posts = Number(values.posts);
const months = Number(values.months);

const CHANNELS = 10_000;
const WORDS = 200_000;
const MONTH_MS = 30 * 86_400_000;
const BATCH = 500_000;
/** Posts that are inserted one by one over several connections when all indexes exist. */
const SINGLE_INSERTS = 20_000;
const CONNECTIONS = 8;
const QUERIES = 300;
const start = Date.UTC(2024, 0, 1);
const end = start + months * MONTH_MS;

const COLUMNS = `
  Id varchar(26) not null, CreateAt bigint not null, UpdateAt bigint not null, DeleteAt bigint not null default 0,
  UserId varchar(26) not null, ChannelId varchar(26) not null, RootId varchar(26) not null default '',
  Message varchar(65535) not null default '', Props jsonb not null default '{}'`;

/** The indexes of a growing table of posts. */
const INDEXES = [
  '(ChannelId, CreateAt, Id)',
  '(UserId, CreateAt)',
  '(CreateAt, Id)',
  '(UpdateAt, Id)',
  `using gin (to_tsvector('simple', Message)) with (gin_pending_list_limit = 256)`,
];

/** A text of eight words. The first words of the vocabulary are frequent, and most are rare. */
const MESSAGE = Array.from({length: 8}, () => `'w' || (random() ^ 4 * ${WORDS})::int`).join(` || ' ' || `);

async function measure(pool: pg.Pool, layout: 'one table' | 'monthly partitions'): Promise<void> {
  const isPartitioned = layout === 'monthly partitions';
  const table = isPartitioned ? 'monthly_posts' : 'all_posts';
  console.log(`\n${layout}`);
  await pool.query(
    `create table ${table} (${COLUMNS}) ${isPartitioned ? 'partition by range (CreateAt)' : ''}`,
  );
  // One more than is filled: posts are inserted into it afterwards.
  for (let month = 0; isPartitioned && month <= months; month++) {
    const from = start + month * MONTH_MS;
    await pool.query(
      `create table ${table}_${month} partition of ${table} for values from (${from}) to (${from + MONTH_MS})`,
    );
  }

  let began = performance.now();
  for (let first = 0; first < posts; first += BATCH) {
    await pool.query(
      `insert into ${table} (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
       select substr(md5(n::text), 1, 26), t, t, lpad((n % 5003)::text, 26, 'u'), lpad((n % ${CHANNELS})::text, 26, 'c'), ${MESSAGE}
       from generate_series(${first}, ${Math.min(first + BATCH, posts) - 1}) n,
         lateral (select ${start} + (n::bigint * ${end - start}::bigint / ${posts}) as t) at`,
    );
  }
  print('filled without indexes', `${perSecond(posts, began)} posts/s`);

  began = performance.now();
  await pool.query(`alter table ${table} add primary key (${isPartitioned ? 'Id, CreateAt' : 'Id'})`);
  for (const index of INDEXES) await pool.query(`create index on ${table} ${index}`);
  print('indexes created', `${seconds(began)} s`);
  if (isPartitioned) {
    began = performance.now();
    await pool.query(`vacuum analyze ${table}_${months - 1}`);
    print('newest month vacuumed and analyzed', `${seconds(began)} s`);
  }
  began = performance.now();
  await pool.query(`vacuum analyze ${table}`);
  print('everything vacuumed and analyzed', `${seconds(began)} s`);

  let next = 0;
  began = performance.now();
  await Promise.all(
    Array.from({length: CONNECTIONS}, async () => {
      for (let n = next++; n < SINGLE_INSERTS; n = next++) {
        await pool.query(
          `insert into ${table} (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
           values ($1, $2, $2, $3, $4, ${MESSAGE})`,
          [`new-${n}`, end + n, `u${n % 5003}`, String(n % CHANNELS).padStart(26, 'c')],
        );
      }
    }),
  );
  print('inserted one by one', `${perSecond(SINGLE_INSERTS, began)} posts/s over ${CONNECTIONS} connections`);

  const channel = () => String(Math.floor(Math.random() * CHANNELS)).padStart(26, 'c');
  await time(pool, 'newest page', () => ({
    text: `select * from ${table} where ChannelId = $1 and DeleteAt = 0 order by CreateAt desc, Id desc limit 60`,
    values: [channel()],
  }));
  const anyPost = () => Math.floor(Math.random() * posts);
  const idOf = `substr(md5($1::text), 1, 26)`;
  await time(pool, 'a post by its id', () => ({
    text: `select * from ${table} where Id = ${idOf}`,
    values: [String(anyPost())],
  }));
  await time(pool, 'a post by its id, if the id says the month', () => {
    const n = anyPost();
    const at = start + Math.round((n * (end - start)) / posts);
    return {
      text: `select * from ${table} where Id = ${idOf} and CreateAt between $2 and $3`,
      values: [String(n), at - 60_000, at + 60_000],
    };
  });
  const rareWord = () => `w${Math.floor(WORDS * (0.5 + Math.random() / 2))}`;
  const search = `
    select * from ${table} where to_tsvector('simple', Message) @@ to_tsquery('simple', $1)`;
  await time(pool, 'search for a rare word', () => ({
    text: `${search} order by CreateAt desc limit 60`,
    values: [rareWord()],
  }));
  await time(pool, 'search for a rare word in the last three months', () => ({
    text: `${search} and CreateAt >= ${end - 3 * MONTH_MS} order by CreateAt desc limit 60`,
    values: [rareWord()],
  }));

  const size = await pool.query(
    `select pg_size_pretty(sum(pg_total_relation_size(oid))) as size from pg_class where relname like $1 and relkind = 'r'`,
    [`${table}%`],
  );
  print('size with indexes', size.rows[0].size);
  if (isPartitioned) {
    began = performance.now();
    await pool.query(`drop table ${table}_0`);
    print('oldest month deleted', `${seconds(began)} s`);
  } else {
    began = performance.now();
    await pool.query(`delete from ${table} where CreateAt < ${start + MONTH_MS}`);
    print('oldest month deleted, before vacuum', `${seconds(began)} s`);
  }
}

async function time(pool: pg.Pool, what: string, query: () => pg.QueryConfig): Promise<void> {
  const times: number[] = [];
  for (let turn = 0; turn < QUERIES; turn++) {
    const began = performance.now();
    await pool.query(query());
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  print(
    what,
    `p50 ${times[QUERIES / 2]!.toFixed(1)} ms, p99 ${times[Math.floor(QUERIES * 0.99)]!.toFixed(1)} ms`,
  );
}

function print(what: string, result: string): void {
  console.log(`  ${what}: ${result}`);
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1);
const perSecond = (count: number, began: number) =>
  Math.round((count * 1000) / (performance.now() - began)).toLocaleString('en');

const directory = mkdtempSync(join(tmpdir(), 'patchbay-partitions-'));
const postgres = await startEmbeddedPostgres({
  dataDirectory: directory,
  listenPort: 0,
  reader: READER,
  log: quiet,
});
try {
  await postgres.ensureDatabase('partitions');
  const pool = new pg.Pool({
    connectionString: postgres.connectionString('partitions'),
    max: CONNECTIONS,
    options: '-c maintenance_work_mem=512MB',
  });
  // The pool's connections may still be closing when PostgreSQL stops.
  pool.on('error', () => {});
  console.log(`${posts.toLocaleString('en')} posts in ${months} months and ${CHANNELS} channels`);
  try {
    for (const layout of ['one table', 'monthly partitions'] as const) await measure(pool, layout);
  } finally {
    await pool.end();
  }
} finally {
  await postgres.stop();
  rmSync(directory, {recursive: true, force: true});
}
