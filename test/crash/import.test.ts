import {once} from 'node:events';
import {chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {SCHEMA_OPTIONS} from '../../server/src/commands/platform.ts';
import {DEFAULT_SAMPLE, writeSample} from '../../server/src/data-exchange/sample-data/sample-data.ts';
import {insertJob, selectJob} from '../../server/src/messaging/jobs/store.ts';
import {type Database, openDatabase} from '../../server/src/platform/database/database.ts';
import {newId} from '../../server/src/platform/database/ids.ts';
import {type ConnectedDatabase, connectDatabase} from '../../server/src/platform/database/open.ts';
import {createFileStore} from '../../server/src/platform/file-store/create-file-store.ts';
import {canApplyLimits, commandLine} from '../support/command-line.ts';
import {holdChange} from '../support/hold-change.ts';
import {tableContents, updateTimes} from '../support/import-digest.ts';
import {quiet} from '../support/quiet.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

const LIMIT = 240_000;

let directory: string;
let file: string;
let lineCount: number;
/** The tables after an import that was not interrupted, and the object counts in its report. */
let expectedTables: string[];
let expectedCounts: Record<string, object>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-import-'));
  file = join(directory, 'sample.zip');
  lineCount = await writeSample(file, {
    ...DEFAULT_SAMPLE,
    seed: 7,
    // A small number, because each import hashes their passwords.
    users: 12,
    teams: 1,
    channelsPerTeam: 6,
    postsPerChannel: 380,
    postsPerDirectChannel: 30,
    dialect: 'mattermost',
  });
  const target = await createTarget();
  const {code, stdout, stderr} = await target.patchbay.run(['import', 'bulk', file, '--apply', '--json']);
  expect([code, stderr]).toEqual([0, '']);
  expectedTables = await tableContents(target.database);
  expectedCounts = JSON.parse(stdout).objects;
  await target.close();
}, LIMIT);
afterAll(() => rm(directory, {recursive: true, force: true}));

type Patchbay = ReturnType<typeof commandLine>;

/** A database and a data directory to import into. */
interface Target extends TestDatabase {
  patchbay: Patchbay;
  dataDirectory: string;
}

async function createTarget(): Promise<Target> {
  const testDatabase = await createTestDatabase();
  const dataDirectory = await mkdtemp(join(directory, 'data-'));
  const patchbay = commandLine(dataDirectory, {
    PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString,
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
  });
  return {...testDatabase, patchbay, dataDirectory};
}

/** Compares the tables with those of the uninterrupted import, and shows the first differences. */
async function expectSameTables(database: Database): Promise<void> {
  const contents = await tableContents(database);
  const [found, expected] = [new Set(contents), new Set(expectedTables)];
  expect({
    missing: expectedTables.filter((row) => !found.has(row)).slice(0, 5),
    unexpected: contents.filter((row) => !expected.has(row)).slice(0, 5),
    rows: contents.length,
  }).toEqual({missing: [], unexpected: [], rows: expectedTables.length});
}

/** The approximate number of rows that an import writes in one transaction. */
const ROWS_PER_BATCH = 2_000;

/**
 * Returns a function that expects that at most the rows of one batch were rewritten since its last call. It doesn't check
 * channels and their members, because later posts change their counts.
 */
function watchRewrites(database: Database): () => Promise<void> {
  const tables = [
    'Posts',
    'Reactions',
    'Threads',
    'ThreadMemberships',
    'Preferences',
    'Users',
    'TeamMembers',
  ];
  // A rewritten row is a new version at another location in its table.
  const select = (table: string) =>
    `select concat(tableoid::regclass, ' ', ctid, ' ', xmin) as version from ${table}`;
  let before = new Set<string>();
  return async () => {
    const rows = await database.rows<{version: string}>({text: tables.map(select).join(' union all ')});
    const now = new Set(rows.map(({version}) => version));
    expect(before.difference(now).size).toBeLessThanOrEqual(ROWS_PER_BATCH);
    before = now;
  };
}

/** The change that an import makes after it has imported the lines up to `line`. */
const reachLine = (line: number) => `update on BulkImports for each row when (new.Lines >= ${line})`;

/** A running import that waits before it makes a certain change. */
interface HeldImport {
  pid: number;
  /** Resolves when the output contains `text`. */
  prints(text: string): Promise<void>;
}

/**
 * Starts an import, calls `interrupt` when it is about to make `change`, and then lets it continue. Returns its exit code
 * and output.
 */
async function interruptImport(
  {database, connectionString, patchbay}: Pick<Target, 'database' | 'connectionString' | 'patchbay'>,
  change: string,
  interrupt: (held: HeldImport) => void | Promise<void>,
  {killsPostgres = false} = {},
): Promise<{code: number | null; output: string}> {
  const hold = await holdChange(database, connectionString, change);
  const child = patchbay.start(['import', 'bulk', file, '--apply', '--quiet']);
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close');
  const endedEarly = ended.then(([code]) => {
    throw new Error(`The import ended with ${code} before it was interrupted: ${output}`);
  });
  await Promise.race([hold.reached(), endedEarly]);
  await interrupt({
    pid: child.pid!,
    prints: (text) => expect.poll(() => output).toContain(text),
  });
  const released = hold.release();
  // If PostgreSQL is killed, the lock is lost with it.
  await (killsPostgres ? released.catch(() => {}) : released);
  const [code] = (await ended) as [number | null];
  return {code, output};
}

/** Random lines in ascending order, between these fractions of the file. */
function randomLines(count: number, {from, to}: {from: number; to: number}): number[] {
  const random = () => Math.ceil((from + Math.random() * (to - from)) * lineCount);
  return Array.from({length: count}, random).sort((a, b) => a - b);
}

const kill = ({pid}: HeldImport) => void process.kill(pid, 'SIGKILL');

// Each test continues the previous test's import.
describe('an import that is interrupted several times', {timeout: LIMIT}, () => {
  let target: Target;
  beforeAll(async () => {
    target = await createTarget();
  });
  afterAll(() => target.close());

  const store = () => createFileStore({driver: 'local', directory: join(target.dataDirectory, 'files')});

  async function storedFiles(): Promise<Record<string, string>> {
    const contents: Record<string, string> = {};
    for await (const {path} of store().list()) {
      contents[path] = (await buffer(await store().read(path))).toString('base64');
    }
    return contents;
  }

  /** The stored files that no row of FileInfo refers to. */
  async function orphanedFiles(): Promise<string[]> {
    const rows = await target.database.rows<{path: string}>({
      text: 'select unnest(array[Path, ThumbnailPath, PreviewPath]) as path from FileInfo',
    });
    const known = new Set(rows.map(({path}) => path));
    const stored = await Array.fromAsync(store().list('files'));
    return stored.map(({path}) => path).filter((path) => !known.has(path));
  }

  test.runIf(canApplyLimits({boundByModes: true}))('fails if it is not allowed to store files', async () => {
    const files = join(target.dataDirectory, 'files');
    await mkdir(files, {mode: 0o500});
    const {code, stdout} = await target.patchbay.runProcess(['import', 'bulk', file, '--apply'], {
      boundByModes: true,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /The import failed\. The file store failed: EACCES: .*\. Nothing was imported\..* to resume/s,
    );
    await chmod(files, 0o700);
    expect(await storedFiles()).toEqual({});
  });

  test('fails if the disk of the file store is full, and keeps only complete files', async () => {
    // Enough for attachments, but not for profile pictures.
    const {code, stdout} = await target.patchbay.runProcess(['import', 'bulk', file, '--apply'], {
      maxFileBytes: 2048,
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /The import failed\. The disk of the file store is full\..* Lines 1 to [\d,]+ are imported/s,
    );
    expect(await readdir(join(target.dataDirectory, 'files/.incoming'))).toEqual([]);
  });

  test('fails if the disk of the database is full', async () => {
    await target.database.execute({
      text: `
        create function full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
        create trigger full_disk before insert on Posts for each row when (new.Message like '%Thursday%')
        execute function full_disk()`,
    });
    const {code, stdout} = await target.patchbay.run(['import', 'bulk', file, '--apply']);
    await target.database.execute({text: 'drop trigger full_disk on Posts'});
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /The import failed\. The disk of the database is full.* Lines 1 to [\d,]+ are imported/s,
    );
  });

  test('stops on SIGINT and prints the last imported line', async () => {
    // Not near the end, because an import that is stopped still writes the lines that it has read.
    const [line] = randomLines(1, {from: 0, to: 0.15});
    const {code, output} = await interruptImport(target, reachLine(line!), async ({pid, prints}) => {
      process.kill(pid, 'SIGINT');
      await prints('Stopping after the current lines');
    });
    expect(code).toBe(130);
    expect(output).toMatch(/The import was interrupted\. Lines 1 to [\d,]+ are imported/);
  });

  test('produces the same tables and files after SIGKILL at random lines, and changes nothing if it is repeated', async () => {
    const {database, patchbay} = target;
    const stored = await storedFiles();
    await interruptImport(target, 'insert on FileInfo for each row', kill);
    expect(await orphanedFiles()).not.toEqual([]);
    const expectFewRewrites = watchRewrites(database);
    for (const line of randomLines(3, {from: 0, to: 0.9})) {
      await interruptImport(target, reachLine(line), kill);
      await expectFewRewrites();
    }
    const before = await database.row<{lines: number; donelines: number}>({
      text: 'select Lines, DoneLines from BulkImports order by StartAt desc limit 1',
    });
    const last = await patchbay.run(['import', 'bulk', file, '--apply', '--json']);
    expect(last.code).toBe(0);
    const report = JSON.parse(last.stdout);
    await expectFewRewrites();
    // It also resumes after the last line whose passwords and files are complete.
    expect(before!.lines).toBeGreaterThan(0);
    expect(report.resumed_at_line).toBe(before!.donelines + 1);
    // Everything was created only once. Files are not part of a transaction, so the last run finds files that were
    // stored just before the process was killed, and doesn't count them as created.
    const {emoji: _emoji, attachment: _attachment, ...counts} = expectedCounts;
    expect(report.objects).toMatchObject(counts);
    expect(report.objects.user).toEqual(counts.user);
    await expectSameTables(database);
    expect(await orphanedFiles()).toEqual([]);
    expect(await storedFiles()).toMatchObject(stored);

    const times = await updateTimes(database);
    const again = JSON.parse((await patchbay.run(['import', 'bulk', file, '--apply', '--json'])).stdout);
    for (const [kind, outcomes] of Object.entries<Record<string, number>>(again.objects)) {
      expect([kind, outcomes.created ?? 0, outcomes.updated ?? 0]).toEqual([kind, 0, 0]);
    }
    await expectSameTables(database);
    expect(await updateTimes(database)).toEqual(times);
  });

  test('can be exported, and a full disk leaves no partial export', async () => {
    const {dataDirectory, patchbay} = target;
    const before = await readdir(dataDirectory);
    const path = join(dataDirectory, 'export.zip');
    const {code, stdout, stderr} = await patchbay.runProcess(['export', 'bulk', path], {
      maxFileBytes: 8 << 10,
    });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(`${path} could not be written, and no partial file was kept: EFBIG`);
    expect(await readdir(dataDirectory)).toEqual(before);
  });
});

/** The embedded PostgreSQL of a data directory. Another process may have started it. */
function embeddedPostgres(data: string) {
  const postmaster = async () =>
    (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n').map((line) => line.trim());

  return {
    /** @throws if it is not running */
    async connect(): Promise<Database> {
      const [, , , , socket = ''] = await postmaster();
      return openDatabase({
        connectionString: `postgresql://patchbay@/patchbay?host=${encodeURIComponent(socket)}`,
        maxConnections: 3,
        log: quiet,
      });
    },

    async kill(): Promise<void> {
      process.kill(Number((await postmaster())[0]), 'SIGKILL');
    },
  };
}

test('an import whose PostgreSQL is killed fails, and can be resumed when PostgreSQL is running again', {
  timeout: LIMIT,
}, async () => {
  const data = await mkdtemp(join(directory, 'embedded-'));
  const patchbay = commandLine(data);
  const open = (): Promise<ConnectedDatabase> =>
    connectDatabase({
      ...SCHEMA_OPTIONS,
      config: {dataSource: '', maxConnections: 3, embeddedListenPort: 0},
      dataDirectory: data,
      stopOnClose: false,
      log: quiet,
    });
  const first = await open();
  const [line] = randomLines(1, {from: 0, to: 0.9});
  const {code, output} = await interruptImport(
    {...first, patchbay},
    reachLine(line!),
    embeddedPostgres(data).kill,
    {killsPostgres: true},
  );
  await first.close();
  expect(code).toBe(1);
  expect(output).toMatch(
    /The import failed\. The connection to the database was lost.* Lines 1 to [\d,]+ are imported|Nothing was imported/s,
  );
  const second = await patchbay.run(['import', 'bulk', file, '--apply', '--json']);
  expect([second.code, JSON.parse(second.stdout).ending]).toEqual([0, 'done']);
  const {database, close} = await open();
  try {
    await expectSameTables(database);
  } finally {
    await close();
  }
});

/** Makes jobs of servers that have ended look as if they had been silent for an hour. */
async function ageActivity(database: Database, condition = 'true'): Promise<void> {
  await database.execute({
    text: `
      update Jobs set LastActivityAt = LastActivityAt - 3600000
      where Status in ('in_progress', 'cancel_requested') and ${condition}`,
  });
}

test('an import job whose server is killed is continued by the next server', {timeout: LIMIT}, async () => {
  const target = await createTarget();
  const {database, connectionString, patchbay, dataDirectory} = target;
  await mkdir(join(dataDirectory, 'import'), {recursive: true});
  await copyFile(file, join(dataDirectory, 'import', 'sample.zip'));
  // A job that was created while no server was running.
  const [jobId, data] = [newId(), {import_file: 'sample.zip', mode: 'apply'}];
  const [type, startedby] = ['import_process', ''];
  await insertJob(database, {id: jobId, type, priority: 0, createat: Date.now(), data, startedby});
  const job = async () => (await selectJob(database, jobId))!;
  const expectFewRewrites = watchRewrites(database);

  const [line] = randomLines(1, {from: 0, to: 0.9});
  const hold = await holdChange(database, connectionString, reachLine(line!));
  const first = await patchbay.serve();
  await hold.reached();
  await first.kill();
  await hold.release();
  expect((await job()).status).toBe('in_progress');
  await expectFewRewrites();
  await ageActivity(database);

  const second = await patchbay.serve();
  try {
    await expect.poll(async () => (await job()).status, {timeout: LIMIT}).toMatch(/^(?:success|warning)$/);
    await expectFewRewrites();
    await expectSameTables(database);
    const path = join(dataDirectory, 'import', 'reports', `${jobId}.json`);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      ending: 'done',
      lines_imported: lineCount,
    });
  } finally {
    await second.stop();
  }
  await target.close();
});

test('an import job whose PostgreSQL is killed continues when PostgreSQL is running again, and succeeds only when it is complete', {
  timeout: LIMIT,
}, async () => {
  const data = await mkdtemp(join(directory, 'embedded-'));
  await mkdir(join(data, 'import'));
  await copyFile(file, join(data, 'import', 'sample.zip'));
  const patchbay = commandLine(data, {PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0'});
  const {connect, kill} = embeddedPostgres(data);
  const server = await patchbay.serve();
  let database = await connect();
  try {
    const account = [
      '--username',
      'admin',
      '--email',
      'admin@example.com',
      '--password',
      'a long enough password',
    ];
    expect((await patchbay.run(['user', 'create', ...account])).code).toBe(0);
    const token = (await patchbay.run(['token', 'create', 'admin', '--description', 'test'])).stdout.trim();
    // Unlike locks, these rows survive a crash of PostgreSQL. At each of these points, an import waits until the row
    // is deleted.
    const [line] = randomLines(1, {from: 0, to: 0.9});
    await database.execute({
      text: `
        create table ImportHolds (Place text);
        insert into ImportHolds values ('middle'), ('end');
        create function hold_import() returns trigger language plpgsql as $$ begin
          while exists (select from ImportHolds where Place = tg_name) loop perform pg_sleep(0.01); end loop;
          return new;
        end $$;
        create trigger middle before update on BulkImports for each row when (new.Lines >= ${line}) execute function hold_import();
        create trigger "end" before update on BulkImports for each row when (new.EndAt > 0) execute function hold_import()`,
    });
    const isHeldAt = async (place: string) => {
      const sleeping = `select Lines from BulkImports, pg_stat_activity where wait_event = 'PgSleep'`;
      const held = await database.row<{lines: number}>({text: sleeping});
      return held !== undefined && (held.lines === lineCount) === (place === 'end');
    };
    const release = (place: string) =>
      database.execute({text: 'delete from ImportHolds where Place = $1', values: [place]});

    const response = await fetch(`${server.address}/api/v4/imports`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
      body: JSON.stringify({import_file: 'sample.zip', mode: 'apply'}),
    });
    expect(response.status).toBe(201);
    const {id} = (await response.json()) as {id: string};
    const job = async () => (await selectJob(database, id))!;

    for (const place of ['middle', 'end']) {
      await expect.poll(() => isHeldAt(place), {timeout: LIMIT}).toBe(true);
      const {attempt} = await job();
      await database.close();
      await kill();
      // The server restarts it.
      await expect
        .poll(
          async () => {
            database = await connect();
            return database.execute({text: 'select from ImportHolds'}).catch(() => database.close());
          },
          {timeout: LIMIT},
        )
        .toBeGreaterThan(0);
      expect((await job()).status).toBe('in_progress');
      await ageActivity(database, 'LastActivityAt < extract(epoch from pg_postmaster_start_time()) * 1000');
      await expect.poll(async () => (await job()).attempt, {timeout: LIMIT}).toBeGreaterThan(attempt);
      await expect.poll(() => isHeldAt(place), {timeout: LIMIT}).toBe(true);
      expect((await job()).status).toBe('in_progress');
      await release(place);
    }
    await expect.poll(async () => (await job()).status, {timeout: LIMIT}).toMatch(/^(?:success|warning)$/);
    const report = JSON.parse(await readFile(join(data, 'import/reports', `${id}.json`), 'utf8'));
    expect(report).toMatchObject({ending: 'done', lines_imported: lineCount});
    await database.execute({text: `delete from Users where Username = 'admin'`});
    await expectSameTables(database);
  } finally {
    await database.close();
    await server.stop();
  }
});
