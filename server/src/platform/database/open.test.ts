import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {type AddressInfo, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {quiet} from '../../../../test/support/quiet.ts';
import {type Database, openDatabase} from './database.ts';
import {DatabaseUnavailableError} from './database-unavailable-error.ts';
import {type EmbeddedPostgres, startEmbeddedPostgres} from './embedded/embedded-postgres.ts';
import {isRunning} from './embedded/postmaster.ts';
import {type ConnectDatabaseOptions, type ConnectedDatabase, connectDatabase} from './open.ts';

let root: string;
let migrationsDirectory: string;

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'patchbay-open-'));
  migrationsDirectory = path.join(root, 'migrations');
  mkdirSync(migrationsDirectory);
  write('0001_first.sql', 'create table Tokens (Id varchar(26), Token varchar(64), Size integer)');
});

afterEach(() => rmSync(root, {recursive: true}));

function write(name: string, text: string): void {
  writeFileSync(path.join(migrationsDirectory, name), text);
}

function connect({
  config,
  ...rest
}: Partial<Omit<ConnectDatabaseOptions, 'config'>> & {config?: object} = {}) {
  return connectDatabase({
    config: {dataSource: '', maxConnections: 2, embeddedListenPort: 0, ...config},
    dataDirectory: path.join(root, 'data'),
    migrationsDirectory,
    secrets: [{table: 'Tokens', column: 'Token'}],
    hidden: ['schema_migrations'],
    log: quiet,
    stopOnClose: false,
    ...rest,
  });
}

async function using<T>(connectionString: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({connectionString, maxConnections: 1, log: quiet});
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The process id of the embedded server. */
const pidOf = ({superuserConnectionString}: ConnectedDatabase) =>
  using(superuserConnectionString!, async (database) => {
    const row = await database.row<{text: string}>({text: `select pg_read_file('postmaster.pid') as text`});
    return Number(row!.text.split('\n')[0]);
  });

describe('the embedded database', () => {
  test('is created, migrated, visible to the reader, and persistent', async () => {
    const first = await connect();
    expect(first.embedded).toBe(true);
    await first.database.execute({text: `insert into Tokens values ('a', 'canary', 1)`});
    expect(
      await using(first.readerConnectionString, (reader) => reader.rows({text: 'select * from Tokens'})),
    ).toEqual([{id: 'a', token: '', size: 1}]);
    await expect(
      using(first.readerConnectionString, (reader) =>
        reader.execute({text: 'begin read write; create temporary table Mine ()'}),
      ),
    ).rejects.toThrow('permission denied to create temporary tables');
    const pid = await pidOf(first);
    await first.close();
    expect(isRunning(pid)).toBe(false);
    const second = await connect();
    expect(await second.database.rows({text: 'select Id from Tokens'})).toEqual([{id: 'a'}]);
    await second.close();
  });

  test('is used with a role that has no privileges outside it', async () => {
    const {database, close} = await connect();
    expect(
      await database.row({
        text: `select rolname::text as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty,
                      (select count(*) from pg_auth_members where member = pg_roles.oid) as memberships
               from pg_roles where rolname = current_user`,
      }),
    ).toEqual({name: 'patchbay', mighty: false, memberships: 0});
    for (const text of [
      `select pg_read_file('postmaster.pid')`,
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/patchbay-canary'`,
      `alter system set fsync = off`,
      'create role another',
      'set role patchbay_superuser',
    ]) {
      await expect(database.execute({text}), text).rejects.toThrow(/permission denied/);
    }
    await close();
  });

  test('does not allow large objects', async () => {
    const {database, readerConnectionString, close} = await connect();
    await using(readerConnectionString, async (reader) => {
      for (const call of [
        'lo_create(0)',
        'lo_creat(-1)',
        `lo_from_bytea(0, 'x')`,
        `lo_import('/etc/hostname')`,
        'lo_open(1, 131072)',
        `lowrite(0, 'x')`,
        `lo_put(1, 0, 'x')`,
        'lo_truncate(0, 1)',
        'lo_unlink(1)',
      ]) {
        const text = `begin read write; select ${call}; commit`;
        await expect(reader.execute({text}), call).rejects.toThrow('permission denied for function lo');
        await reader.execute({text: 'rollback'});
      }
    });
    await expect(database.row({text: 'select lo_create(0)'})).rejects.toThrow(
      'permission denied for function',
    );
    await close();
  });

  test('is stopped by the server, or by the tool that started it if no one else uses it', async () => {
    const tool = await connect();
    const pid = await pidOf(tool);
    const server = await connect({stopOnClose: true});
    expect(await pidOf(server)).toBe(pid);
    await tool.close();
    const another = await connect();
    expect(await pidOf(another)).toBe(pid);
    await another.close();
    expect(isRunning(pid)).toBe(true);
    await server.close();
    expect(isRunning(pid)).toBe(false);
  });

  test('is restarted by the server after it was killed, with all committed data', async () => {
    const server = await connect({stopOnClose: true});
    await server.database.execute({text: `insert into Tokens values ('a', 'canary', 1)`});
    const pid = await pidOf(server);
    process.kill(pid, 'SIGKILL');
    // The old connections still work for a moment.
    await expect.poll(() => pidOf(server).catch(() => pid)).not.toBe(pid);
    expect(await server.database.rows({text: 'select Id from Tokens'})).toEqual([{id: 'a'}]);
    await server.close();
  });

  test('is stopped if a migration fails', async () => {
    write('0002_second.sql', 'select nothing');
    await expect(connect({stopOnClose: true})).rejects.toThrow(
      'The migration 0002_second.sql failed at line 1',
    );
    expect(existsSync(path.join(root, 'data', 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(path.join(root, 'data', 'postgres', 'postmaster.pid'))).toBe(false);
  });

  test('can be opened without migrating it', async () => {
    const looking = await connect({leaveSchema: true});
    expect(await looking.database.row({text: `select to_regclass('tokens') as table`})).toEqual({
      table: null,
    });
    await looking.close();
  });

  test('keeps the schema of a newer version if that is accepted', async () => {
    write('0002_second.sql', 'create table Second (Id integer)');
    await (await connect()).close();
    rmSync(path.join(migrationsDirectory, '0002_second.sql'));
    await expect(connect()).rejects.toThrow('The database is newer than this version');
    const {database, readerConnectionString, close} = await connect({acceptNewerSchema: true});
    await database.execute({text: 'insert into Second values (1)'});
    // The views of the newer version stay too.
    const rows = await using(readerConnectionString, (reader) => reader.rows({text: 'select * from Second'}));
    expect(rows).toEqual([{id: 1}]);
    await close();
  });

  test('can migrate a table that a view depends on', async () => {
    await (await connect()).close();
    write(
      '0002_second.sql',
      'alter table Tokens alter column Size type bigint; alter table Tokens drop column Id',
    );
    const changed = await connect();
    expect(
      await using(changed.readerConnectionString, (reader) =>
        reader.rows({
          text: `select column_name::text as name, data_type::text as type
                            from information_schema.columns where table_schema = 'mattermost' order by 1`,
        }),
      ),
    ).toEqual([
      {name: 'size', type: 'bigint'},
      {name: 'token', type: 'character varying'},
    ]);
    await changed.close();
  });
});

describe('an external database', () => {
  let home: string;
  let postgres: EmbeddedPostgres;
  let admin: Database;
  let port: number;

  beforeAll(async () => {
    home = mkdtempSync(path.join(tmpdir(), 'patchbay-external-'));
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    ({port} = probe.address() as AddressInfo);
    await once(probe.close(), 'close');
    postgres = await startEmbeddedPostgres({
      dataDirectory: home,
      listenPort: port,
      reader: {role: 'somebody', settings: []},
      durable: false,
      log: quiet,
    });
    admin = openDatabase({
      connectionString: postgres.superuserConnectionString('postgres'),
      maxConnections: 1,
      log: quiet,
    });
    await admin.execute({
      text: `create role managed login password 'p@ss/wörd'; create role maker login createrole password 'canary'`,
    });
    await admin.execute({text: 'create database managed owner managed'});
    await admin.execute({text: 'create database made owner maker'});
  });

  afterAll(async () => {
    await admin.close();
    await postgres.stop();
    rmSync(home, {recursive: true});
  });

  const at = (user: string, password: string, database: string) =>
    `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

  test('works with a user who cannot create roles, and logs what an administrator has to run', async () => {
    const warnings: string[] = [];
    const log = {...quiet, warn: (_: object, message: string) => warnings.push(message)};
    const dataSource = at('managed', 'p@ss/wörd', 'managed');
    const connected = await connect({config: {dataSource}, log});
    expect(connected).toMatchObject({
      embedded: false,
      connectionString: dataSource,
      readerConnectionString: `postgresql://patchbay_reader@127.0.0.1:${port}/managed`,
    });
    expect(await connected.database.rows({text: 'select * from mattermost.Tokens'})).toEqual([]);
    expect(warnings).toEqual([
      expect.stringContaining('Ask an administrator to run: create role patchbay_reader login;'),
    ]);
    await connected.close();

    // The statements in the warning are sufficient.
    const statements = /run: (.*)\. Then/.exec(warnings[0]!)![1]!;
    await admin.execute({text: statements});
    await (await connect({config: {dataSource}, log})).close();
    expect(warnings).toHaveLength(1);
    await using(
      postgres.connectionString('managed').replace('patchbay@', 'patchbay_reader@'),
      async (reader) => {
        expect(await reader.rows({text: 'select * from tokens'})).toEqual([]);
        await expect(reader.rows({text: 'select * from public.tokens'})).rejects.toThrow('permission denied');
      },
    );
    await using(postgres.superuserConnectionString('managed'), (owner) =>
      owner.execute({text: 'drop owned by patchbay_reader; drop role patchbay_reader'}),
    );
  });

  test('gets a reader role if the user can create roles', async () => {
    const connected = await connect({config: {dataSource: at('maker', 'canary', 'made')}});
    await using(
      postgres.connectionString('made').replace('patchbay@', 'patchbay_reader@'),
      async (reader) => {
        expect(await reader.rows({text: 'select * from tokens'})).toEqual([]);
      },
    );
    await connected.close();
    await using(postgres.superuserConnectionString('made'), (owner) =>
      owner.execute({text: 'drop owned by patchbay_reader; drop role patchbay_reader'}),
    );
  });

  async function failure(dataSource: string): Promise<string> {
    const error: unknown = await connect({config: {dataSource}}).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    const {message, stack} = error as Error;
    expect(`${message}\n${stack}`).not.toContain('canary');
    return message;
  }

  test('is reported with its address and the reason if it cannot be used, never with the password', async () => {
    expect(await failure(at('managed', 'canary', 'managed'))).toBe(
      `The PostgreSQL server at 127.0.0.1:${port} (SqlSettings.DataSource) rejected the user managed: password ` +
        'authentication failed for user "managed". Check the username and the password.',
    );
    expect(await failure(at('maker', 'canary', 'nothing'))).toContain(
      'has no database nothing. Create it with: create',
    );
    expect(await failure('postgresql://user:canary@127.0.0.1:1/database')).toMatch(
      /^Cannot reach the PostgreSQL server at 127\.0\.0\.1:1 \(SqlSettings\.DataSource\): .*ECONNREFUSED/,
    );
    expect(await failure('postgresql://user:canary@host.invalid/database')).toMatch(
      /^Cannot reach the PostgreSQL server at host\.invalid:5432 .*host\.invalid/,
    );
    for (const malformed of [
      'host=localhost password=canary',
      'mysql://user:canary@host/database',
      'postgresql://user:canary@host:port/database',
      'postgresql://user:canary@host/database?sslmode=verify-ca',
    ]) {
      expect(await failure(malformed)).toContain('SqlSettings.DataSource is not a connection string');
    }
  });

  test('is rejected if it is too old', async () => {
    const old = createServer((socket) => respondAsOldVersion(socket)).listen(0, '127.0.0.1');
    await once(old, 'listening');
    const place = `127.0.0.1:${(old.address() as AddressInfo).port}`;
    expect(await failure(`postgresql://user:canary@${place}/database`)).toBe(
      `The PostgreSQL server at ${place} (SqlSettings.DataSource) is version 14.9. Patchbay requires 15 or later.`,
    );
    await once(old.close(), 'close');
  });
});

/** Implements just enough of PostgreSQL's protocol to accept a login and report an old version. */
function respondAsOldVersion(socket: Socket): void {
  const text = (value: string) => Buffer.from(`${value}\0`);
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
  const int32 = (value: number) => Buffer.from([0, 0, value >> 8, value & 255]);
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
  };
  const ready = message('Z', Buffer.from('I'));
  const column = (name: string, type: number) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(4), int32(0), int16(0)]);
  const value = (of: string) => Buffer.concat([int32(of.length), Buffer.from(of)]);
  socket.on('error', () => {});
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', int32(0)), ready]));
    socket.once('data', () => {
      socket.write(
        Buffer.concat([
          message('T', int16(2), column('version', 25), column('number', 23)),
          message('D', int16(2), value('14.9'), value('140009')),
          message('C', text('SELECT 1')),
          ready,
        ]),
      );
    });
  });
}
