import {type ChildProcess, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {quiet} from '../../../../../test/support/quiet.ts';
import {type Database, openDatabase} from '../database.ts';
import {DatabaseUnavailableError} from '../database-unavailable-error.ts';
import {firstInaccessibleDirectory} from './cluster-user.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import {isRunning} from './postmaster.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = {uid: 65_534, gid: 65_534, name: 'nobody'};
const module = new URL('embedded-postgres.ts', import.meta.url);
const canRunAsNobody =
  isRoot &&
  firstInaccessibleDirectory(path.dirname(process.execPath), NOBODY) === undefined &&
  firstInaccessibleDirectory(path.dirname(module.pathname), NOBODY) === undefined;

const READER = {role: 'reader', settings: []};

let pristine: string;
let root: string;
let dataDirectory: string;
let started: EmbeddedPostgres[];
let children: ChildProcess[];

beforeAll(async () => {
  pristine = mkdtempSync(path.join(tmpdir(), 'patchbay-pristine-'));
  const postgres = await startEmbeddedPostgres({
    dataDirectory: pristine,
    listenPort: 0,
    reader: READER,
    log: quiet,
    durable: false,
  });
  await postgres.stop();
});

afterAll(() => rmSync(pristine, {recursive: true}));

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'patchbay-embedded-')));
  chmodSync(root, 0o755);
  dataDirectory = path.join(root, 'data');
  started = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
  }
  for (const postgres of started) {
    await postgres.stop();
  }
  rmSync(root, {recursive: true, force: true});
});

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory,
    listenPort: 0,
    reader: READER,
    log: quiet,
    ...options,
  });
  started.push(postgres);
  return postgres;
}

/** Copies a cluster that was used before, which is faster than creating one. */
function copyCluster(): void {
  cpSync(path.join(pristine, 'postgres'), cluster(), {recursive: true});
}

interface Started {
  pid: number;
  adopted: boolean;
  connectionString: string;
}

/** Starts PostgreSQL from another process, which keeps running afterwards. */
async function startInAnotherProcess(
  user: {uid?: number; gid?: number} = {},
): Promise<{process: ChildProcess; result: Started | {error: string}}> {
  const script = `
    const {startEmbeddedPostgres} = await import(${JSON.stringify(module.href)});
    const quiet = {info() {}, warn() {}, error() {}};
    const options = {dataDirectory: ${JSON.stringify(dataDirectory)}, listenPort: 0, reader: {role: 'reader', settings: []}, log: quiet};
    await startEmbeddedPostgres(options).then(
      ({pid, adopted, connectionString}) =>
        console.log(JSON.stringify({pid, adopted, connectionString: connectionString('postgres')})),
      (error) => console.log(JSON.stringify({error: error.name + ': ' + error.message})),
    );
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(createInterface({input: child.stdout!}), 'line');
  return {process: child, result: JSON.parse(line)};
}

async function using<T>(connectionString: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({connectionString, maxConnections: 1, log: quiet});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function write(postgres: EmbeddedPostgres): Promise<number> {
  return using(postgres.superuserConnectionString('postgres'), (database) =>
    database.execute({text: `create table Kept (Id integer); insert into Kept values (1)`}),
  );
}

async function expectKept(postgres: EmbeddedPostgres): Promise<void> {
  const kept = await using(postgres.superuserConnectionString('postgres'), (database) =>
    database.rows({text: 'select * from Kept'}),
  );
  expect(kept).toEqual([{id: 1}]);
}

const cluster = () => path.join(dataDirectory, 'postgres');

async function killAndWait(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
}

describe('a cluster', () => {
  test('is created at the first start, and opened at the next', async () => {
    const first = await start();
    expect(first.adopted).toBe(false);
    const settings = await using(first.connectionString('postgres'), (database) =>
      database.row({
        text: `select current_setting('server_encoding') as encoding, datlocprovider as provider,
                      datlocale as locale, current_setting('fsync') as fsync,
                      current_setting('synchronous_commit') as synchronous_commit, current_setting('jit') as jit,
                      current_setting('data_checksums') as data_checksums,
                      current_setting('listen_addresses') as listen_addresses
               from pg_database where datname = current_database()`,
      }),
    );
    expect(settings).toEqual({
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      fsync: 'on',
      synchronous_commit: 'on',
      jit: 'off',
      data_checksums: 'on',
      listen_addresses: '',
    });
    expect(statSync(cluster()).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(dataDirectory, 'postgres-socket')).mode & 0o777).toBe(0o700);
    await write(first);
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);
    expect(existsSync(path.join(cluster(), 'postmaster.pid'))).toBe(false);
    const second = await start();
    expect(second.adopted).toBe(false);
    await expectKept(second);
  });

  test('uses settings from alter system', async () => {
    copyCluster();
    const first = await start();
    await using(first.superuserConnectionString('postgres'), (database) =>
      database.execute({text: `alter system set work_mem = '11MB'`}),
    );
    await first.stop();
    const second = await start();
    expect(
      await using(second.connectionString('postgres'), (database) => database.row({text: 'show work_mem'})),
    ).toEqual({work_mem: '11MB'});
  });

  test('is created again if it was left incomplete', async () => {
    mkdirSync(`${cluster()}.new/base`, {recursive: true});
    await start();
    expect(existsSync(`${cluster()}.new`)).toBe(false);
  });

  test('is rejected if it has another major version', async () => {
    mkdirSync(cluster(), {recursive: true});
    writeFileSync(path.join(cluster(), 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(
      /was created by PostgreSQL 17, but this version of Patchbay includes PostgreSQL 18\. To upgrade/,
    );
  });

  test('is not created in a directory with other files', async () => {
    mkdirSync(cluster(), {recursive: true});
    writeFileSync(path.join(cluster(), 'holiday.jpg'), '');
    await expect(start()).rejects.toThrow(/is not empty and is not a PostgreSQL cluster/);
    expect(readdirSync(cluster())).toEqual(['holiday.jpg']);
  });
});

describe('a cluster of an older version, where a superuser owned everything', () => {
  const OBJECTS = `
    create schema mattermost;
    create type mood as enum ('good', 'bad');
    create domain positive as integer check (value > 0);
    create table Kept (Id serial, Other integer generated always as identity, Feeling mood, Size positive);
    create sequence lonely;
    create table Parts (Id integer) partition by range (Id);
    create table Parts_1 partition of Parts for values from (0) to (10);
    create view mattermost.Kept as select Id, Feeling from Kept;
    create materialized view mattermost.Counted as select count(*) from Kept;
    create function twice(integer) returns integer language sql as 'select $1 * 2';
    create procedure nothing() language sql as 'select 1';
    create aggregate sum_all(integer) (sfunc = int4pl, stype = integer);
    create type pair as (one integer, other integer);
    grant usage on schema mattermost to reader;
    grant select on mattermost.Kept to reader;
    insert into Kept (Feeling, Size) values ('good', 1)`;

  /** A server started by an older version, whose superuser has the current owner's name. */
  async function startOldServer(): Promise<EmbeddedPostgres> {
    copyCluster();
    const postgres = await start();
    const as = (role: string, database: string, text: string) =>
      using(
        postgres.superuserConnectionString(database).replace('patchbay_superuser@', `${role}@`),
        (connected) => connected.execute({text}),
      );
    await as('patchbay_superuser', 'postgres', 'drop role patchbay; create role helper login superuser');
    await as('helper', 'postgres', 'alter role patchbay_superuser rename to patchbay');
    await as('patchbay', 'postgres', 'drop role helper');
    await as('patchbay', 'postgres', 'create database product');
    await as('patchbay', 'product', OBJECTS);
    return postgres;
  }

  const OWNERS = {
    text: `
      select distinct pg_get_userbyid(owner)::text as owner from (
        select relowner as owner from pg_class where relnamespace in ('public'::regnamespace, 'mattermost'::regnamespace)
        union all select proowner from pg_proc where pronamespace = 'public'::regnamespace
        union all select typowner from pg_type where typnamespace in ('public'::regnamespace, 'mattermost'::regnamespace)
        union all select nspowner from pg_namespace where nspname = 'mattermost'
        union all select datdba from pg_database where datname = 'product') owned`,
  };

  async function expectConverted(postgres: EmbeddedPostgres): Promise<void> {
    await using(postgres.connectionString('product'), async (database) => {
      expect(await database.rows(OWNERS)).toEqual([{owner: 'patchbay'}]);
      const roles = {
        text: `select rolname::text as name, rolsuper as super from pg_roles where rolcanlogin order by 1`,
      };
      expect(await database.rows(roles)).toEqual([
        {name: 'patchbay', super: false},
        {name: 'patchbay_superuser', super: true},
        {name: 'reader', super: false},
      ]);
      expect(await database.rows({text: 'select Id, Other, Feeling, Size from Kept'})).toEqual([
        {id: 1, other: 1, feeling: 'good', size: 1},
      ]);
      await database.execute({
        text: `alter table Kept add column More integer; insert into Kept (Feeling) values ('bad'); create table Fresh ()`,
      });
    });
    await using(postgres.readerConnectionString('product'), async (reader) =>
      expect(await reader.rows({text: 'select Feeling from mattermost.Kept order by Id'})).toEqual([
        {feeling: 'good'},
        {feeling: 'bad'},
      ]),
    );
  }

  test('is transferred to an ordinary role at the next start', async () => {
    await killAndWait((await startOldServer()).pid);
    const postgres = await start();
    expect(postgres.adopted).toBe(false);
    await postgres.ensureDatabase('product');
    await expectConverted(postgres);
    await postgres.stop();
    const again = await start();
    await again.ensureDatabase('product');
    await again.stop();
  });

  test('is transferred while the old server is still running', async () => {
    await startOldServer();
    const postgres = await start();
    expect(postgres.adopted).toBe(true);
    await postgres.ensureDatabase('product');
    await expectConverted(postgres);
  });

  test('is transferred completely after an interruption', async () => {
    await startOldServer();
    const postgres = await start();
    // As if it had been killed after the rename and before the new role was created.
    await using(postgres.superuserConnectionString('postgres'), (database) =>
      database.execute({text: 'drop role patchbay; create role patchbay_renamer login superuser'}),
    );
    const next = await start();
    expect(next.adopted).toBe(true);
    await next.ensureDatabase('product');
    await expectConverted(next);
  });
});

test.runIf(isRoot && process.platform === 'linux')(
  'a full disk leaves nothing incomplete, and freeing space is enough to continue',
  async ({skip}) => {
    mkdirSync(dataDirectory);
    const mount = (...options: string[]) =>
      spawnSync('mount', ['-t', 'tmpfs', ...options, 'tmpfs', dataDirectory]).status === 0;
    skip(!mount('-o', 'size=8m,mode=755'), 'mounting is not allowed here');
    try {
      await expect(start()).rejects.toThrow(/The disk is full: a new database needs about 60 MB/);
      expect(readdirSync(dataDirectory)).toEqual(['postgres.lock']);
      expect(mount('-o', 'remount,size=200m')).toBe(true);
      const first = await start();
      await write(first);
      await killAndWait(first.pid);
      const filling = path.join(dataDirectory, 'filling');
      expect(() => writeFileSync(filling, Buffer.alloc(200 * 1024 * 1024))).toThrow('ENOSPC');
      await expect(start()).rejects.toThrow('The disk is full: PostgreSQL cannot start');
      rmSync(filling);
      const again = await start();
      await expectKept(again);
      await again.stop();
    } finally {
      spawnSync('umount', ['-l', dataDirectory]);
    }
  },
);

describe('the server', () => {
  beforeEach(copyCluster);

  test('keeps running after its process was killed, and the next one uses and stops it', async () => {
    const first = await startInAnotherProcess();
    expect(first.result).toMatchObject({adopted: false});
    const {pid} = first.result as Started;
    first.process.kill('SIGKILL');
    await once(first.process, 'exit');
    const second = await start();
    expect(second).toMatchObject({pid, adopted: true});
    await write(second);
    await second.stop();
    expect(isRunning(pid)).toBe(false);
  });

  test('is restarted after it was killed, without data loss', async () => {
    const first = await start();
    await write(first);
    await killAndWait(first.pid);
    const second = await start();
    expect(second.adopted).toBe(false);
    await expectKept(second);
  });

  test('is restarted automatically with keepRunning', async () => {
    const postgres = await start({keepRunning: true});
    await write(postgres);
    const {pid} = postgres;
    await killAndWait(pid);
    await expect.poll(() => postgres.pid).not.toBe(pid);
    await expectKept(postgres);
  });

  test('is created and started once by several concurrent processes', async () => {
    rmSync(cluster(), {recursive: true});
    const results = await Promise.all([1, 2, 3].map(() => startInAnotherProcess()));
    const servers = results.map(({result}) => result as Started);
    expect(servers.map(({adopted}) => adopted).sort()).toEqual([false, true, true]);
    expect(new Set(servers.map(({pid}) => pid)).size).toBe(1);
    await start();
  });

  test('keeps running if others use it, with unlessUsed', async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({pid: first.pid, adopted: true});
    await using(second.connectionString('postgres'), async (database) => {
      await database.execute({text: 'select 1'});
      await first.stop({unlessUsed: true});
      expect(await database.row({text: 'select 1 as one'})).toEqual({one: 1});
    });
    await second.stop({unlessUsed: true});
    expect(isRunning(first.pid)).toBe(false);
  });
});

describe('a stale postmaster.pid', () => {
  beforeEach(copyCluster);

  /** Creates a cluster with a `postmaster.pid` that contains `pid`. */
  async function createStalePid(pid: number | string): Promise<void> {
    const first = await start();
    await write(first);
    const file = path.join(cluster(), 'postmaster.pid');
    const text = readFileSync(file, 'utf8');
    await killAndWait(first.pid);
    writeFileSync(file, text.replace(/^\d+/, String(pid)));
  }

  test('is ignored if its process id belongs to another program', async () => {
    await createStalePid(process.pid);
    await expectKept(await start());
  });

  test('is ignored if it is empty, as after a power failure', async () => {
    const first = await start();
    await write(first);
    await first.stop();
    writeFileSync(path.join(cluster(), 'postmaster.pid'), '');
    await expectKept(await start());
  });

  test('in a copy of the directory does not refer to the server of the original', async () => {
    const original = await start();
    await write(original);
    const copyRoot = path.join(root, 'copy');
    cpSync(cluster(), path.join(copyRoot, 'postgres'), {recursive: true, preserveTimestamps: true});
    const copy = await start({dataDirectory: copyRoot});
    expect(copy.adopted).toBe(false);
    expect(copy.pid).not.toBe(original.pid);
    await using(copy.superuserConnectionString('postgres'), (database) =>
      database.execute({text: 'delete from Kept'}),
    );
    await expectKept(original);
  });
});

describe('over TCP', () => {
  beforeEach(copyCluster);

  async function freePort(): Promise<{port: number; close: () => Promise<unknown>}> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const {port} = server.address() as AddressInfo;
    return {port, close: () => once(server.close(), 'close')};
  }

  test('both roles need their passwords', async () => {
    const {port, close} = await freePort();
    await close();
    const postgres = await start({listenPort: port});
    const reader = postgres.readerConnectionString('postgres');
    const [, password] = /^postgresql:\/\/reader:([^@]+)@127\.0\.0\.1:\d+\/postgres$/.exec(reader)!;
    const whoAmI = {text: 'select current_user::text as name'};
    expect(await using(reader, (database) => database.row(whoAmI))).toEqual({name: 'reader'});
    const file = path.join(dataDirectory, 'postgres.pgpass');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const passwords = readFileSync(file, 'utf8');
    expect(passwords).toContain(`127.0.0.1:*:*:reader:${password}\n`);
    const owner = /:patchbay:(.*)/.exec(passwords)![1]!;
    expect(owner).not.toBe(password);
    expect(
      await using(`postgresql://patchbay:${owner}@127.0.0.1:${port}/postgres`, (database) =>
        database.row(whoAmI),
      ),
    ).toEqual({name: 'patchbay'});
    const stranger = `postgresql://patchbay:${password}@127.0.0.1:${port}/postgres`;
    await expect(using(stranger, (database) => database.row(whoAmI))).rejects.toThrow(
      'password authentication failed',
    );
    const superuser = `postgresql://patchbay_superuser:${owner}@127.0.0.1:${port}/postgres`;
    await expect(using(superuser, (database) => database.row(whoAmI))).rejects.toThrow(
      'pg_hba.conf rejects connection',
    );

    await postgres.stop();
    const again = await start({listenPort: port});
    expect(again.readerConnectionString('postgres')).toBe(reader);
    expect(await using(reader, (database) => database.row(whoAmI))).toEqual({name: 'reader'});
  });

  test('a port that is in use is reported, and nothing keeps running', async () => {
    const {port, close} = await freePort();
    const failure = await start({listenPort: port}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DatabaseUnavailableError);
    expect(String(failure)).toContain(
      `The port ${port} on 127.0.0.1 (SqlSettings.EmbeddedListenPort) is in use`,
    );
    expect(existsSync(path.join(cluster(), 'postmaster.pid'))).toBe(false);
    await close();
    await start({listenPort: port});
  });
});

describe('the data directory', () => {
  test('can have a path that is too long for a socket', async () => {
    dataDirectory = path.join(root, 'x'.repeat(120), 'data');
    copyCluster();
    const first = await start();
    await write(first);
    const second = await startInAnotherProcess();
    expect(second.result).toMatchObject({pid: first.pid, adopted: true});
    await expectKept(first);
    const socket = decodeURIComponent(/host=([^&]+)/.exec(first.connectionString('postgres'))![1]!);
    expect(socket.startsWith(root)).toBe(false);
    expect(statSync(socket).mode & 0o777).toBe(0o700);
    await first.stop();
    expect(existsSync(socket)).toBe(false);
  });

  test('is rejected if it is a file', async () => {
    writeFileSync(dataDirectory, '');
    await expect(start()).rejects.toThrow(`The data directory ${dataDirectory} is not writable (EEXIST)`);
  });

  test.runIf(isRoot && process.platform === 'linux')(
    'can be inaccessible for the PostgreSQL user',
    async () => {
      chmodSync(root, 0o700);
      const first = await start();
      await write(first);
      const second = await start();
      expect(second).toMatchObject({pid: first.pid, adopted: true});
      await killAndWait(first.pid);
      const third = await start();
      expect(third.adopted).toBe(false);
      await expectKept(third);
    },
  );

  test.runIf(isRoot)('belongs to an unprivileged user if the server runs as root', async () => {
    copyCluster();
    const postgres = await start();
    expect(statSync(cluster()).uid).not.toBe(0);
    expect(statSync(`/proc/${postgres.pid}`).uid).toBe(statSync(cluster()).uid);
  });

  test.runIf(canRunAsNobody)('works for a non-root user, and for root afterwards', async () => {
    mkdirSync(dataDirectory);
    chownSync(dataDirectory, NOBODY.uid, NOBODY.gid);
    const {result, process: other} = await startInAnotherProcess(NOBODY);
    expect(result).toMatchObject({adopted: false});
    expect(statSync(cluster()).uid).toBe(NOBODY.uid);
    other.kill('SIGKILL');
    const adopting = await start();
    expect(adopting.adopted).toBe(true);
    await adopting.stop();
    const restarted = await start();
    expect(statSync(`/proc/${restarted.pid}`).uid).toBe(NOBODY.uid);
  });

  test.runIf(canRunAsNobody)('is rejected if it is not writable', async () => {
    mkdirSync(dataDirectory, {mode: 0o755});
    const {result} = await startInAnotherProcess(NOBODY);
    expect(result).toEqual({
      error: expect.stringMatching(
        /^DatabaseUnavailableError: The data directory .*\/data is not writable \(EACCES\)/,
      ),
    });
  });

  test.runIf(canRunAsNobody)(
    'is rejected for non-root users if the cluster belongs to another user',
    async () => {
      copyCluster();
      const first = await start();
      await first.stop();
      chownSync(dataDirectory, NOBODY.uid, NOBODY.gid);
      chownSync(path.join(dataDirectory, 'postgres.lock'), NOBODY.uid, NOBODY.gid);
      chownSync(cluster(), 12_345, 12_345);
      const {result} = await startInAnotherProcess(NOBODY);
      expect(result).toEqual({error: expect.stringContaining('belongs to the user with the id 12345')});
    },
  );
});
