import {once} from 'node:events';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout as pause} from 'node:timers/promises';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {DEFAULT_SAMPLE, writeSample} from '../../server/src/data-exchange/sample-data/sample-data.ts';
import {type Database, openDatabase} from '../../server/src/platform/database/database.ts';
import {commandLine} from '../support/command-line.ts';
import {tableContents} from '../support/import-digest.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

const LIMIT = 240_000;

let directory: string;
let file: string;
let lineCount: number;
/** What the tables hold after an import that nobody disturbed. */
let undisturbed: string[];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-import-'));
  file = join(directory, 'sample.zip');
  lineCount = await writeSample(file, {
    ...DEFAULT_SAMPLE,
    seed: 7,
    users: 30,
    teams: 1,
    channelsPerTeam: 6,
    postsPerChannel: 400,
    postsPerDirectChannel: 40,
    dialect: 'mattermost',
  });
  await withDatabase(async ({database, patchbay}) => {
    const {code, stderr} = await patchbay.run(['import', 'bulk', file, '--apply', '--quiet']);
    expect([code, stderr]).toEqual([0, '']);
    undisturbed = await tableContents(database);
  });
}, LIMIT);
afterAll(() => rm(directory, {recursive: true, force: true}));

type Patchbay = ReturnType<typeof commandLine>;

async function withDatabase(
  work: (parts: TestDatabase & {patchbay: Patchbay}) => Promise<void>,
): Promise<void> {
  const testDatabase = await createTestDatabase();
  const data = await mkdtemp(join(directory, 'data-'));
  const patchbay = commandLine(data, {PATCHBAY_SQLSETTINGS_DATASOURCE: testDatabase.connectionString});
  try {
    await work({...testDatabase, patchbay});
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

async function linesIn(database: Database): Promise<number> {
  const row = await database
    .row<{lines: number}>({text: 'select max(Lines) as lines from BulkImports'})
    .catch(() => undefined);
  return row?.lines ?? 0;
}

/** Runs an import and does `harm` when it has come to a line. What the import then says, and with which code. */
async function disturbed(
  patchbay: Patchbay,
  reached: () => Promise<number>,
  line: number,
  harm: (pid: number) => void | Promise<void>,
): Promise<{code: number | null; output: string}> {
  const child = patchbay.start(['import', 'bulk', file, '--apply', '--quiet']);
  const output = Promise.all([text(child.stdout!), text(child.stderr!)]);
  const exited = once(child, 'exit');
  let over = false;
  exited.then(() => {
    over = true;
  });
  while (!over && (await reached()) < line) await pause(1);
  if (!over) await harm(child.pid!);
  const [code] = await exited;
  return {code, output: (await output).join('')};
}

function randomLines(count: number): number[] {
  return Array.from({length: count}, () => Math.ceil(Math.random() * lineCount * 0.9)).sort((a, b) => a - b);
}

test('an import that is killed again and again comes to what an undisturbed one does', {
  timeout: LIMIT,
}, async () => {
  await withDatabase(async ({database, patchbay}) => {
    for (const line of randomLines(4)) {
      await disturbed(
        patchbay,
        () => linesIn(database),
        line,
        (pid) => void process.kill(pid, 'SIGKILL'),
      );
    }
    const before = await linesIn(database);
    const last = await patchbay.run(['import', 'bulk', file, '--apply', '--json']);
    expect(last.code).toBe(0);
    const report = JSON.parse(last.stdout);
    // It goes on where it was: at most what was under way is looked at again.
    expect(report.resumed_at_line).toBeGreaterThan(before - 3_000);
    await expectUndisturbed(database);

    const again = JSON.parse((await patchbay.run(['import', 'bulk', file, '--apply', '--json'])).stdout);
    for (const [kind, outcomes] of Object.entries<Record<string, number>>(again.objects)) {
      expect([kind, outcomes.created ?? 0, outcomes.updated ?? 0]).toEqual([kind, 0, 0]);
    }
    await expectUndisturbed(database);
  });
});

test('an import that is asked to stop says where it goes on, and does', {timeout: LIMIT}, async () => {
  await withDatabase(async ({database, patchbay}) => {
    const [line] = randomLines(1);
    const {code, output} = await disturbed(
      patchbay,
      () => linesIn(database),
      line!,
      (pid) => void process.kill(pid, 'SIGINT'),
    );
    expect(code).toBe(130);
    expect(output).toMatch(/The import was interrupted\. Lines 1 to [\d,]+ are in/);
    const {stdout} = await patchbay.run(['import', 'bulk', file, '--apply']);
    expect(stdout).toMatch(/Went on at line [\d,]+/);
    await expectUndisturbed(database);
  });
});

test('a full disk ends the import with its cause, and it goes on when there is room', {
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
      /The import failed\. The disk of the database is full.* Lines 1 to [\d,]+ are in/s,
    );
    await database.execute({text: 'drop trigger full_disk on Posts'});
    expect((await patchbay.run(['import', 'bulk', file, '--apply'])).code).toBe(0);
    await expectUndisturbed(database);
  });
});

test('an import whose PostgreSQL is killed fails, and goes on when that is back', {
  timeout: LIMIT,
}, async () => {
  const data = await mkdtemp(join(directory, 'embedded-'));
  const patchbay = commandLine(data);
  const postmaster = async () =>
    readFile(join(data, 'postgres/postmaster.pid'), 'utf8').then((it) => it.split('\n'));
  // The first command makes the cluster; the socket's directory is in the file that a running one has.
  let database: Database | undefined;
  const reached = async () => {
    if (database) return linesIn(database);
    const [, , , , socket = ''] = await postmaster().catch(() => []);
    if (socket.trim() === '') return 0;
    const connectionString = `postgresql://patchbay@/patchbay?host=${encodeURIComponent(socket.trim())}`;
    database = openDatabase({connectionString, maxConnections: 1, log: {info() {}, warn() {}, error() {}}});
    return 0;
  };
  try {
    const [line] = randomLines(1);
    const {code, output} = await disturbed(patchbay, reached, line!, async () => {
      process.kill(Number((await postmaster())[0]), 'SIGKILL');
    });
    expect(code).toBe(1);
    expect(output).toMatch(
      /The import failed\. The database went away.* Lines 1 to [\d,]+ are in|Nothing is in/s,
    );
    const second = await patchbay.run(['import', 'bulk', file, '--apply', '--json']);
    expect([second.code, JSON.parse(second.stdout).ending]).toEqual([0, 'done']);
    await database?.close();
    database = undefined;
    const server = await patchbay.serve();
    try {
      await reached();
      await expectUndisturbed(database!);
    } finally {
      await (database as Database | undefined)?.close();
      database = undefined;
      await server.stop();
    }
  } finally {
    await database?.close();
  }
});
