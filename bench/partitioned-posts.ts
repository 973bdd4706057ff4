// Compares one table of posts with monthly partitions. docs/cluster.md has the results. Not a case of `npm run bench`,
// because it takes minutes and gigabytes: about 450 bytes of disk per post. Options:
//
//   --posts N            posts to create; 10,000,000 by default
//   --months N           months that they are spread over; 24 by default
//   --layout NAME        `table` or `months` to measure only one of the layouts
//   --searchable N       only the newest N months get an index for searches, which takes longest to create (`months` only)
//   --minutes N          stop creating posts after this time, and measure those of the newest months (`months` only)

import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import pg from 'pg';
import {startEmbeddedPostgres} from '../server/src/platform/database/embedded/embedded-postgres.ts';
import {READER} from '../server/src/platform/database/extraction-views.ts';
import {quiet} from '../test/support/quiet.ts';

const {values} = parseArgs({
  options: {
    posts: {type: 'string', default: '10000000'},
    months: {type: 'string', default: '24'},
    layout: {type: 'string'},
    searchable: {type: 'string', default: 'Infinity'},
    minutes: {type: 'string', default: 'Infinity'},
  },
});
const posts = Number(values.posts);
const months = Number(values.months);
const searchableMonths = Number(values.searchable);
const maxFillMs = Number(values.minutes) * 60_000;

const CHANNELS = 10_000;
const WORDS = 200_000;
const MONTH_MS = 30 * 86_400_000;
const BATCH = 500_000;
/** The number of posts that are inserted one by one over several connections after all indexes are created. */
const SINGLE_INSERTS = 20_000;
const CONNECTIONS = 8;
const QUERIES = 300;
const start = Date.UTC(2024, 0, 1);
const end = start + months * MONTH_MS;

const COLUMNS = `
  Id varchar(26) not null, CreateAt bigint not null, UpdateAt bigint not null, DeleteAt bigint not null default 0,
  UserId varchar(26) not null, ChannelId varchar(26) not null, RootId varchar(26) not null default '',
  Message varchar(65535) not null default '', Props jsonb not null default '{}'`;

/** The indexes of the posts table that are updated while it grows, except the search index. */
const INDEXES = ['(ChannelId, CreateAt, Id)', '(UserId, CreateAt)', '(CreateAt, Id)', '(UpdateAt, Id)'];
const SEARCH_INDEX = `using gin (to_tsvector('simple', Message)) with (gin_pending_list_limit = 256)`;

/** A text of eight words. The first words of the vocabulary are frequent, most others are rare. */
const MESSAGE = Array.from({length: 8}, () => `'w' || (random() ^ 4 * ${WORDS})::int`).join(` || ' ' || `);

/** Inserts the posts with these numbers. The number determines everything except the message. */
async function fill(pool: pg.Pool, table: string, from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += BATCH) {
    await pool.query(
      `insert into ${table} (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
       select substr(md5(n::text), 1, 26), t, t, lpad((n % 5003)::text, 26, 'u'), lpad((n % ${CHANNELS})::text, 26, 'c'), ${MESSAGE}
       from generate_series(${first}, ${Math.min(first + BATCH, to) - 1}) n,
         lateral (select ${start} + (n::bigint * ${end - start}::bigint / ${posts}) as t) at`,
    );
  }
}

async function createIndexes(pool: pg.Pool, table: string, isSearchable: boolean): Promise<void> {
  await pool.query(`alter table ${table} add primary key (Id)`);
  for (const index of INDEXES) await pool.query(`create index on ${table} ${index}`);
  if (isSearchable) await pool.query(`create index on ${table} ${SEARCH_INDEX}`);
}

/** Creates all posts in one table. Returns the number of the table's first post. */
async function createTable(pool: pg.Pool, table: string): Promise<number> {
  await pool.query(`create table ${table} (${COLUMNS})`);
  let began = performance.now();
  await fill(pool, table, 0, posts);
  print('filled without indexes', `${perSecond(posts, began)} posts/s`);
  began = performance.now();
  await createIndexes(pool, table, true);
  print('indexes created', `${seconds(began)} s`);
  began = performance.now();
  await pool.query(`vacuum analyze ${table}`);
  print('vacuumed and analyzed', `${seconds(began)} s`);
  return 0;
}

/**
 * Creates one partition per month, newest first, until all exist or the time is up. Past months are not written to
 * the write-ahead log. Returns the number of the first post.
 */
async function createMonths(pool: pg.Pool, table: string): Promise<number> {
  await pool.query(`create table ${table} (${COLUMNS}) partition by range (CreateAt)`);
  const times = {fill: 0, index: 0, vacuum: 0};
  const began = performance.now();
  let first = posts;
  for (let month = months - 1; month >= 0 && performance.now() - began < maxFillMs; month--) {
    const name = `${table}_${month}`;
    const [from, to] = [firstOf(month), firstOf(month + 1)];
    await pool.query(`create unlogged table ${name} (${COLUMNS})`);
    times.fill += await timed(() => fill(pool, name, from, to));
    times.index += await timed(() => createIndexes(pool, name, month >= months - searchableMonths));
    await attach(pool, table, month);
    times.vacuum += await timed(() => pool.query(`vacuum analyze ${name}`));
    first = from;
  }
  const created = posts - first;
  const parts = months - Math.round((first * months) / posts);
  print('posts', `${created.toLocaleString('en')} in ${parts} months, created in ${seconds(began)} s`);
  print(
    'filled without indexes',
    `${Math.round((created * 1000) / times.fill).toLocaleString('en')} posts/s`,
  );
  print('indexes created', `${(times.index / 1000).toFixed(1)} s`);
  print('a month vacuumed and analyzed', `${(times.vacuum / parts / 1000).toFixed(1)} s on average`);
  // New posts are inserted into this month.
  await pool.query(`create table ${table}_${months} (${COLUMNS})`);
  await createIndexes(pool, `${table}_${months}`, true);
  await attach(pool, table, months);
  return first;
}

const firstOf = (month: number) => Math.ceil((month * posts) / months);

async function attach(pool: pg.Pool, table: string, month: number): Promise<void> {
  const from = start + month * MONTH_MS;
  await pool.query(
    `alter table ${table} attach partition ${table}_${month} for values from (${from}) to (${from + MONTH_MS})`,
  );
}

async function measure(pool: pg.Pool, layout: 'table' | 'months'): Promise<void> {
  const isPartitioned = layout === 'months';
  const table = isPartitioned ? 'monthly_posts' : 'all_posts';
  console.log(`\n${isPartitioned ? 'monthly partitions' : 'one table'}`);
  const firstPost = await (isPartitioned ? createMonths : createTable)(pool, table);

  let next = 0;
  let began = performance.now();
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
  const anyPost = () => firstPost + Math.floor(Math.random() * (posts - firstPost));
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
  if (searchableMonths >= months) {
    await time(pool, 'search for a rare word', () => ({
      text: `${search} order by CreateAt desc limit 60`,
      values: [rareWord()],
    }));
  }
  for (const count of [1, 3]) {
    await time(pool, `search for a rare word in the last ${count} full months`, () => ({
      text: `${search} and CreateAt >= ${end - count * MONTH_MS} order by CreateAt desc limit 60`,
      values: [rareWord()],
    }));
  }

  const size = await pool.query(
    `select pg_size_pretty(sum(pg_total_relation_size(oid))) as size from pg_class where relname like $1 and relkind = 'r'`,
    [`${table}%`],
  );
  print('size with indexes', size.rows[0].size);
  if (isPartitioned) {
    const oldest = `${table}_${Math.round((firstPost * months) / posts)}`;
    began = performance.now();
    await pool.query(`alter table ${table} detach partition ${oldest}`);
    print('oldest month detached', `${seconds(began)} s`);
    began = performance.now();
    await pool.query(`drop table ${oldest}`);
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
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
    for (const layout of ['table', 'months'] as const) {
      if (values.layout === undefined || values.layout === layout) await measure(pool, layout);
    }
  } finally {
    await pool.end();
  }
} finally {
  await postgres.stop();
  rmSync(directory, {recursive: true, force: true});
}
