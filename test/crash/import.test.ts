import {once} from 'node:events';
import {chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer, text} from 'node:stream/consumers';
import {setTimeout as pause} from 'node:timers/promises';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {DEFAULT_SAMPLE, writeSample} from '../../server/src/data-exchange/sample-data/sample-data.ts';
import {insertJob, selectJob} from '../../server/src/messaging/jobs/store.ts';
import {type Database, openDatabase} from '../../server/src/platform/database/database.ts';
import {newId} from '../../server/src/platform/database/ids.ts';
import {createFileStore} from '../../server/src/platform/file-store/create-file-store.ts';
import {canApplyLimits, commandLine, type Limits} from '../support/command-line.ts';
import {tableContents, updateTimes} from '../support/import-digest.ts';
import {quiet} from '../support/quiet.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

const LIMIT = 240_000;

let directory: string;
let file: string;
let lineCount: number;
/** The tables after an uninterrupted import, and its report. */
let undisturbed: string[];
let undisturbedCounts: Record<string, object>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-import-'));
  file = join(directory, 'sample.zip');
  lineCount = await writeSample(file, {
    ...DEFAULT_SAMPLE,
    seed: 7,
    // Few, because each import hashes their passwords.
    users: 12,
    teams: 1,
    channelsPerTeam: 6,
    postsPerChannel: 380,
    postsPerDirectChannel: 30,
    dialect: 'mattermost',
  });
  await withDatabase(async ({database, patchbay}) => {
    const {code, stdout, stderr} = await patchbay.run(['import', 'bulk', file, '--apply', '--json']);
    expect([code, stderr]).toEqual([0, '']);
    undisturbed = await tableContents(database);
    undisturbedCounts = JSON.parse(stdout).objects;
  });
}, LIMIT);
afterAll(() => rm(directory, {recursive: true, force: true}));

type Patchbay = ReturnType<typeof commandLine>;

async function withDatabase(
  work: (parts: TestDatabase & {patchbay: Patchbay; dataDirectory: string}) => Promise<void>,
): Promise<void> {
  const testDatabase = await createTestDatabase();
  const dataDirectory = await mkdtemp(join(directory, 'data-'));
  const patchbay = commandLine(dataDirectory, {
    PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString,
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
  });
  try {
    await work({...testDatabase, patchbay, dataDirectory});
  } finally {
    await testDatabase.close();
  }
}

/** Compares with an undisturbed import; of thousands of rows only the first differences are shown. */
async function expectUndisturbed(database: Database): Promise<void> {
  const contents = await tableContents(database);
  const [found, wanted] = [new Set(contents), new Set(undisturbed)];
  expect({
    missing: undisturbed.filter((row) => !found.has(row)).slice(0, 5),
    toomuch: contents.filter((row) => !wanted.has(row)).slice(0, 5),
    rows: contents.length,
  }).toEqual({missing: [], toomuch: [], rows: undisturbed.length});
}

/** About so many rows an import writes in one transaction. */
const ROWS_OF_A_BATCH = 2_000;

/**
 * Expects each time that, of the rows that were there the time before, at most those of one batch were written again
 * meanwhile. Channels and their members count what comes later, and are not among them.
 */
function rowsStay(database: Database): () => Promise<void> {
  const tables = [
    'Posts',
    'Reactions',
    'Threads',
    'ThreadMemberships',
    'Preferences',
    'Users',
    'TeamMembers',
  ];
  // A row that is written again is another version, elsewhere in its table.
  const select = (table: string) =>
    `select concat(tableoid::regclass, ' ', ctid, ' ', xmin) as version from ${table}`;
  let before = new Set<string>();
  return async () => {
    const rows = await database.rows<{version: string}>({text: tables.map(select).join(' union all ')});
    const now = new Set(rows.map(({version}) => version));
    expect(before.difference(now).size).toBeLessThanOrEqual(ROWS_OF_A_BATCH);
    before = now;
  };
}

// The advisory lock that a held import waits for.
const HOLD = 4_711;

/** Makes the next import wait, before it does this to a row, until the hold is let go. */
async function holdWhen(database: Database, change: string, condition = 'true'): Promise<void> {
  await database.execute({
    text: `
      create or replace function hold_import() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(${HOLD}); return new; end $$;
      create or replace trigger hold_import before ${change} for each row
      when (${condition}) execute function hold_import()`,
  });
}

/** Holds the next import within the transaction that would bring it to `line`. */
function holdAt(database: Database, line: number): Promise<void> {
  return holdWhen(database, 'update on BulkImports', `new.Lines >= ${line}`);
}

/** Whether an import waits at the line at which it is held. */
async function isHeld(database: Database): Promise<boolean> {
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${HOLD} and not granted`;
  return (await database.execute({text: waiting})) > 0;
}

/** An import that is held, and what it says. */
interface HeldImport {
  pid: number;
  /** Waits until it has said this. */
  says(words: string): Promise<void>;
}

/** Runs an import and does `harm` when it is about to come to a line. What it then says, and with which code. */
async function disturbed(
  {database, patchbay}: {database: Database; patchbay: Patchbay},
  line: number,
  harm: (held: HeldImport) => void | Promise<void>,
): Promise<{code: number | null; output: string}> {
  await holdAt(database, line);
  const output: string[] = [];
  let ended: Promise<unknown[]> | undefined;
  let harmed = false;
  const holding = database.transaction(async (tx) => {
    await tx.execute({text: `select pg_advisory_xact_lock(${HOLD})`});
    const child = patchbay.start(['import', 'bulk', file, '--apply', '--quiet']);
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
    }
    ended = once(child, 'close');
    const until = async (reached: () => boolean | Promise<boolean>) => {
      while (!(await reached())) {
        if (child.exitCode !== null) {
          const [code] = await ended!;
          throw new Error(`The import ended before, with ${code}: ${output.join('')}`);
        }
        await pause(5);
      }
    };
    await until(() => isHeld(database));
    await harm({pid: child.pid!, says: (words) => until(() => output.join('').includes(words))});
    harmed = true;
  });
  // What harms PostgreSQL ends this transaction too.
  await holding.catch((error) => {
    if (!harmed) throw error;
  });
  const [code] = (await ended!) as [number | null];
  return {code, output: output.join('')};
}

/** Lines of the first `share` of the file. */
function randomLines(count: number, share: number): number[] {
  return Array.from({length: count}, () => Math.ceil(Math.random() * lineCount * share)).sort(
    (a, b) => a - b,
  );
}

test('an import that is killed again and again comes to what an undisturbed one does', {
  timeout: LIMIT,
}, async () => {
  await withDatabase(async (parts) => {
    const {database, patchbay} = parts;
    const expectRowsToStay = rowsStay(database);
    for (const line of randomLines(4, 0.9)) {
      await disturbed(parts, line, ({pid}) => void process.kill(pid, 'SIGKILL'));
      await expectRowsToStay();
    }
    const before = await database.row<{lines: number; donelines: number}>({
      text: 'select Lines, DoneLines from BulkImports',
    });
    const last = await patchbay.run(['import', 'bulk', file, '--apply', '--json']);
    expect(last.code).toBe(0);
    const report = JSON.parse(last.stdout);
    await expectRowsToStay();
    // It goes on where passwords and files are in too, not at the beginning.
    expect(before!.lines).toBeGreaterThan(0);
    expect(report.resumed_at_line).toBe(before!.donelines + 1);
    // Everything was made once. Files are no part of a transaction: what was made of them just before is found there, or
    // was counted in vain.
    const {emoji: _emoji, attachment: _attachment, ...counts} = undisturbedCounts;
    expect(report.objects).toMatchObject(counts);
    expect(report.objects.user).toEqual(counts.user);
    await expectUndisturbed(database);

    const times = await updateTimes(database);
    const again = JSON.parse((await patchbay.run(['import', 'bulk', file, '--apply', '--json'])).stdout);
    for (const [kind, outcomes] of Object.entries<Record<string, number>>(again.objects)) {
      expect([kind, outcomes.created ?? 0, outcomes.updated ?? 0]).toEqual([kind, 0, 0]);
    }
    await expectUndisturbed(database);
    expect(await updateTimes(database)).toEqual(times);
  });
});

test('files that were copied before an import was killed, and belong to nothing, are none too many in the end', {
  timeout: LIMIT,
}, async () => {
  await withDatabase(async ({database, patchbay, dataDirectory}) => {
    const ownerless = async () => {
      const rows = await database.rows<{path: string}>({
        text: 'select unnest(array[Path, ThumbnailPath, PreviewPath]) as path from FileInfo',
      });
      const owned = new Set(rows.map(({path}) => path));
      const stored = await Array.fromAsync(
        createFileStore({driver: 'local', directory: join(dataDirectory, 'files')}).list('files'),
      );
      return stored.map(({path}) => path).filter((path) => !owned.has(path));
    };
    await holdWhen(database, 'insert on FileInfo');
    await database.transaction(async (tx) => {
      await tx.execute({text: `select pg_advisory_xact_lock(${HOLD})`});
      const child = patchbay.start(['import', 'bulk', file, '--apply', '--quiet']);
      const ended = once(child, 'exit');
      while (!(await isHeld(database))) {
        if (child.exitCode !== null) throw new Error('The import ended before.');
        await pause(5);
      }
      child.kill('SIGKILL');
      await ended;
    });
    expect(await ownerless()).not.toEqual([]);
    expect((await patchbay.run(['import', 'bulk', file, '--apply'])).code).toBe(0);
    expect(await ownerless()).toEqual([]);
    await expectUndisturbed(database);
  });
});

test('an import that is asked to stop says where it goes on, and does', {timeout: LIMIT}, async () => {
  await withDatabase(async (parts) => {
    const {database, patchbay} = parts;
    // Far from the end: what is under way is still written.
    const [line] = randomLines(1, 0.15);
    const {code, output} = await disturbed(parts, line!, async ({pid, says}) => {
      process.kill(pid, 'SIGINT');
      await says('Stopping after the current lines');
    });
    expect(code).toBe(130);
    expect(output).toMatch(/The import was interrupted\. Lines 1 to [\d,]+ are imported/);
    const {stdout} = await patchbay.run(['import', 'bulk', file, '--apply']);
    expect(stdout).toMatch(/Resumed at line [\d,]+/);
    await expectUndisturbed(database);
  });
});

test('a full disk of the database ends the import with its cause, and it goes on when there is room', {
  timeout: LIMIT,
}, async () => {
  await withDatabase(async ({database, patchbay}) => {
    await database.execute({
      text: `
        create function full_disk() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
        create trigger full_disk before insert on Posts for each row when (new.Message like '%Thursday%')
        execute function full_disk()`,
    });
    const first = await patchbay.run(['import', 'bulk', file, '--apply']);
    expect(first.code).toBe(1);
    expect(first.stdout).toMatch(
      /The import failed\. The disk of the database is full.* Lines 1 to [\d,]+ are imported/s,
    );
    await database.execute({text: 'drop trigger full_disk on Posts'});
    expect((await patchbay.run(['import', 'bulk', file, '--apply'])).code).toBe(0);
    await expectUndisturbed(database);
  });
});

test('no right and no room to store files ends an import, and an export, with its cause and without half a file', {
  timeout: LIMIT,
}, async () => {
  await withDatabase(async ({database, patchbay, dataDirectory}) => {
    const within = async (limits: Limits, args: string[]) => {
      const child = patchbay.start(args, limits);
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout!),
        text(child.stderr!),
        once(child, 'exit'),
      ]);
      return {code, output: stdout + stderr};
    };
    const store = createFileStore({driver: 'local', directory: join(dataDirectory, 'files')});
    const stored = async () => {
      const contents: Record<string, string> = {};
      for await (const {path} of store.list()) {
        contents[path] = (await buffer(await store.read(path))).toString('base64');
      }
      return contents;
    };
    const bound = {boundByModes: true};
    if (canApplyLimits(bound)) {
      await mkdir(join(dataDirectory, 'files'), {mode: 0o500});
      const refused = await within(bound, ['import', 'bulk', file, '--apply']);
      expect(refused.code).toBe(1);
      expect(refused.output).toMatch(
        /The import failed\. The file store failed: EACCES: .*\. Nothing was imported\..* to resume/s,
      );
      await chmod(join(dataDirectory, 'files'), 0o700);
      expect(await stored()).toEqual({});
    }
    // Enough for what is in messages, and too little for the pictures of people.
    const failed = await within({maxFileBytes: 2048}, ['import', 'bulk', file, '--apply']);
    expect(failed.code).toBe(1);
    expect(failed.output).toMatch(
      /The import failed\. The disk of the file store is full\..* Lines 1 to [\d,]+ are imported/s,
    );
    const whole = await stored();
    expect(await readdir(join(dataDirectory, 'files/.incoming'))).toEqual([]);
    expect((await patchbay.run(['import', 'bulk', file, '--apply'])).code).toBe(0);
    expect(await stored()).toMatchObject(whole);
    await expectUndisturbed(database);

    const before = await readdir(dataDirectory);
    for (const name of ['export.zip', 'export.jsonl.gz', 'export.jsonl']) {
      const target = join(dataDirectory, name);
      const {code, output} = await within({maxFileBytes: 8 << 10}, ['export', 'bulk', target]);
      expect(code).toBe(1);
      expect(output).toContain(`${target} could not be written, and no partial file was kept: EFBIG`);
    }
    expect(await readdir(dataDirectory)).toEqual(before);
  });
});

/** The PostgreSQL that the commands on a data directory start. */
function embeddedPostgres(data: string) {
  const postmaster = async () =>
    (await readFile(join(data, 'postgres/postmaster.pid'), 'utf8')).split('\n').map((line) => line.trim());

  return {
    /** @throws while it does not run. */
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

test('an import whose PostgreSQL is killed fails, and goes on when that is back', {
  timeout: LIMIT,
}, async () => {
  const data = await mkdtemp(join(directory, 'embedded-'));
  const patchbay = commandLine(data);
  const {connect, kill} = embeddedPostgres(data);
  // The first command makes the cluster, and keeps it running until its input has ended.
  const first = patchbay.start(['import', 'bulk', '-', '--validate']);
  let database: Database | undefined;
  try {
    const firstEnded = once(first, 'exit');
    while (!database) {
      if (first.exitCode !== null) throw new Error('The first command ended.');
      const candidate = await connect().catch(() => undefined);
      const ready = await candidate?.execute({text: 'select from BulkImports'}).then(
        () => true,
        () => false,
      );
      if (ready) database = candidate;
      else {
        await candidate?.close();
        await pause(20);
      }
    }
    first.stdin!.end();
    await firstEnded;
    const [line] = randomLines(1, 0.9);
    const {code, output} = await disturbed({database, patchbay}, line!, kill);
    await database.close();
    expect(code).toBe(1);
    expect(output).toMatch(
      /The import failed\. The connection to the database was lost.* Lines 1 to [\d,]+ are imported|Nothing was imported/s,
    );
    const second = await patchbay.run(['import', 'bulk', file, '--apply', '--json']);
    expect([second.code, JSON.parse(second.stdout).ending]).toEqual([0, 'done']);
    const server = await patchbay.serve();
    try {
      database = await connect();
      await expectUndisturbed(database);
    } finally {
      await database.close();
      await server.stop();
    }
  } finally {
    first.kill('SIGKILL');
  }
});

test('an import job whose server is killed is gone on with by the next server', {
  timeout: LIMIT,
}, async () => {
  await withDatabase(async ({database, patchbay, dataDirectory}) => {
    await mkdir(join(dataDirectory, 'import'), {recursive: true});
    await copyFile(file, join(dataDirectory, 'import', 'sample.zip'));
    // A job that was created while no server was running.
    expect((await patchbay.run(['db', 'status'])).code).toBe(0);
    const [jobId, data] = [newId(), {import_file: 'sample.zip', mode: 'apply'}];
    const [type, startedby] = ['import_process', ''];
    await insertJob(database, {id: jobId, type, priority: 0, createat: Date.now(), data, startedby});
    const job = async () => (await selectJob(database, jobId))!;
    const expectRowsToStay = rowsStay(database);

    for (const line of randomLines(2, 0.9)) {
      await holdAt(database, line);
      await database.transaction(async (tx) => {
        await tx.execute({text: `select pg_advisory_xact_lock(${HOLD})`});
        const server = await patchbay.serve();
        while (!(await isHeld(database))) await pause(5);
        await server.kill();
      });
      expect((await job()).status).toBe('in_progress');
      await expectRowsToStay();
      // The dead server would be silent for a while before its work is given to another.
      await database.execute({
        text: `update Jobs set LastActivityAt = LastActivityAt - 3600000 where Status in ('in_progress', 'cancel_requested')`,
      });
    }
    const last = await patchbay.serve();
    try {
      await expect.poll(async () => (await job()).status, {timeout: LIMIT}).toMatch(/^(?:success|warning)$/);
      await expectRowsToStay();
      await expectUndisturbed(database);
      const path = join(dataDirectory, 'import', 'reports', `${jobId}.json`);
      expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
        ending: 'done',
        lines_imported: lineCount,
      });
    } finally {
      await last.stop();
    }
  });
});

test('an import job whose PostgreSQL is killed is no success until it is, and goes on when that is back', {
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
    // Unlike locks, these holds outlive PostgreSQL: until its row is gone, an import waits at that place again and again.
    const [line] = randomLines(1, 0.9);
    await database.execute({
      text: `
        create table ImportHolds (Place text);
        insert into ImportHolds values ('midst'), ('end');
        create function hold_import() returns trigger language plpgsql as $$ begin
          while exists (select from ImportHolds where Place = tg_name) loop perform pg_sleep(0.01); end loop;
          return new;
        end $$;
        create trigger midst before update on BulkImports for each row when (new.Lines >= ${line}) execute function hold_import();
        create trigger "end" before update on BulkImports for each row when (new.EndAt > 0) execute function hold_import()`,
    });
    const isHeldAt = async (place: string) => {
      const sleeping = `select Lines from BulkImports, pg_stat_activity where wait_event = 'PgSleep'`;
      const held = await database.row<{lines: number}>({text: sleeping});
      return held !== undefined && (held.lines === lineCount) === (place === 'end');
    };
    const letGo = (place: string) =>
      database.execute({text: 'delete from ImportHolds where Place = $1', values: [place]});

    const order = await fetch(`${server.address}/api/v4/imports`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
      body: JSON.stringify({import_file: 'sample.zip', mode: 'apply'}),
    });
    expect(order.status).toBe(201);
    const {id} = (await order.json()) as {id: string};
    const job = async () => (await selectJob(database, id))!;

    for (const place of ['midst', 'end']) {
      await expect.poll(() => isHeldAt(place), {timeout: LIMIT}).toBe(true);
      const {attempt} = await job();
      await database.close();
      await kill();
      // The server starts it again.
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
      // Who had the work would be silent for a while before it is given to another.
      await database.execute({
        text: `
          update Jobs set LastActivityAt = LastActivityAt - 3600000
          where Status = 'in_progress' and LastActivityAt < extract(epoch from pg_postmaster_start_time()) * 1000`,
      });
      await expect.poll(async () => (await job()).attempt, {timeout: LIMIT}).toBeGreaterThan(attempt);
      await expect.poll(() => isHeldAt(place), {timeout: LIMIT}).toBe(true);
      expect((await job()).status).toBe('in_progress');
      await letGo(place);
    }
    await expect.poll(async () => (await job()).status, {timeout: LIMIT}).toMatch(/^(?:success|warning)$/);
    const report = JSON.parse(await readFile(join(data, 'import/reports', `${id}.json`), 'utf8'));
    expect(report).toMatchObject({ending: 'done', lines_imported: lineCount});
    await database.execute({text: `delete from Users where Username = 'admin'`});
    await expectUndisturbed(database);
  } finally {
    await database.close();
    await server.stop();
  }
});
