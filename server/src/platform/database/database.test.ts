import {text} from 'node:stream/consumers';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {quiet} from '../../../../test/support/quiet.ts';
import {createEmptyDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {createReadThroughCache} from '../concurrency/read-through-cache.ts';
import type {Database} from './database.ts';
import {openDatabase} from './database.ts';
import {isCheckViolation, isForeignKeyViolation, isUniqueViolation, sqlState} from './pg-errors.ts';
import {sql} from './sql.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createEmptyDatabase();
  database = testDatabase.database;
  await database.execute({
    text: `create table Things (Id integer primary key, Name text unique, Size bigint check (Size >= 0));
           create table Parts (ThingId integer references Things)`,
  });
});

afterAll(() => testDatabase.close());

/** The process id of the PostgreSQL backend of a connection. */
async function backend(of: Database): Promise<number> {
  return (await of.row<{pid: number}>({text: 'select pg_backend_pid() as pid'}))!.pid;
}

async function killBackends(but: Database): Promise<void> {
  await but.execute({
    text: `select pg_terminate_backend(pid, 5000) from pg_stat_activity
           where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  });
}

describe('statements', () => {
  test('return rows, the first row, and the number of affected rows', async () => {
    expect(await database.rows({text: 'select n from generate_series(1, $1) n', values: [3]})).toEqual([
      {n: 1},
      {n: 2},
      {n: 3},
    ]);
    expect(await database.row(sql`select ${'x'}::text as Name`)).toEqual({name: 'x'});
    expect(await database.row({text: 'select where false'})).toBeUndefined();
    expect(await database.execute({text: `insert into Things values (1, 'a', 1), (2, 'b', 2)`})).toBe(2);
    expect(await database.execute(sql`delete from Things where Id in (${sql.join([1, 2, 3])})`)).toBe(2);
  });

  test('return bigint and numeric values and arrays as numbers', async () => {
    expect(
      await database.row({
        text: `select 1732190000123::bigint as time, count(*), sum(2::bigint),
                      array[1, null]::bigint[] as bigints, array[[1.5], [2]]::numeric[] as numerics,
                      '{"a": [1]}'::jsonb as json`,
      }),
    ).toEqual({
      time: 1732190000123,
      count: 1,
      sum: 2,
      bigints: [1, null],
      numerics: [[1.5], [2]],
      json: {a: [1]},
    });
  });

  test('with a name are prepared once per connection', async () => {
    const own = openDatabase({
      connectionString: testDatabase.connectionString,
      maxConnections: 1,
      log: quiet,
    });
    for (const value of [1, 2]) {
      const query = {name: 'double', text: 'select 2 * $1::integer as doubled', values: [value]};
      expect(await own.row(query)).toEqual({doubled: 2 * value});
    }
    expect(await own.rows({text: 'select name from pg_prepared_statements'})).toEqual([{name: 'double'}]);
    await own.close();
  });

  test('report the violated constraint and keep the connection', async () => {
    const own = openDatabase({
      connectionString: testDatabase.connectionString,
      maxConnections: 1,
      log: quiet,
    });
    await own.execute({text: `insert into Things values (1, 'a', 1)`});
    const before = await backend(own);
    const unique = await own.execute({text: `insert into Things values (2, 'a', 1)`}).catch((error) => error);
    expect(isUniqueViolation(unique)).toBe(true);
    expect(isUniqueViolation(unique, 'things_name_key')).toBe(true);
    expect(isUniqueViolation(unique, 'things_pkey')).toBe(false);
    expect(isForeignKeyViolation(unique)).toBe(false);
    const foreign = await own.execute({text: 'insert into Parts values (9)'}).catch((error) => error);
    expect(isForeignKeyViolation(foreign, 'parts_thingid_fkey')).toBe(true);
    const check = await own.execute({text: `insert into Things values (3, 'c', -1)`}).catch((error) => error);
    expect(isCheckViolation(check, 'things_size_check')).toBe(true);
    expect(sqlState(new Error('of ours'))).toBeUndefined();
    expect(await backend(own)).toBe(before);
    await own.execute({text: 'delete from Things'});
    await own.close();
  });
});

describe('a transaction', () => {
  test('is committed when its function returns, and rolled back when it throws', async () => {
    const insert = (id: number) => ({text: 'insert into Things values ($1)', values: [id]});
    const result = await database.transaction(async (transaction) => {
      await transaction.execute(insert(1));
      expect(await database.row({text: 'select Id from Things'})).toBeUndefined();
      return 'done';
    });
    expect(result).toBe('done');
    const failure = new Error('of the work');
    await expect(
      database.transaction(async (transaction) => {
        await transaction.execute(insert(2));
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await database.rows({text: 'select Id from Things'})).toEqual([{id: 1}]);
    await database.execute({text: 'delete from Things'});
  });

  test('rejects if a statement in it failed', async () => {
    await expect(
      database.transaction(async (transaction) => {
        await transaction.execute({text: 'insert into Things values (1)'});
        await transaction.execute({text: 'insert into Things values (1)'}).catch(() => {});
      }),
    ).rejects.toThrow('rolled back');
    expect(await database.rows({text: 'select from Things'})).toEqual([]);
  });

  test('rejects statements after its end', async () => {
    const escaped = await database.transaction(async (transaction) => transaction);
    await expect(escaped.execute({text: 'delete from Things'})).rejects.toThrow(
      'An await is missing before: delete from Things',
    );
  });

  test('fails if its connection is lost, and the next one uses a new connection', async () => {
    const own = openDatabase({
      connectionString: testDatabase.connectionString,
      maxConnections: 1,
      log: quiet,
    });
    const lost = own.transaction(async (transaction) => {
      const pid = await transaction.row<{pid: number}>({text: 'select pg_backend_pid() as pid'});
      await database.execute({text: 'select pg_terminate_backend($1, 5000)', values: [pid?.pid]});
      await transaction.execute({text: 'insert into Things values (1)'});
    });
    await expect(lost).rejects.toThrow();
    expect(await own.transaction((transaction) => transaction.rows({text: 'select from Things'}))).toEqual(
      [],
    );
    await own.close();
  });
});

describe('the query timeout', () => {
  let limited: Database;
  const sleep = {text: 'select pg_sleep(1.5)'};

  beforeAll(() => {
    const {connectionString} = testDatabase;
    limited = openDatabase({connectionString, maxConnections: 2, queryTimeout: 1, log: quiet});
  });
  afterAll(() => limited.close());

  test('cancels statements of requests, also in a transaction', async () => {
    const error = await limited.rows(sleep).catch((reason: unknown) => reason);
    expect(sqlState(error)).toBe('57014');
    await expect(limited.transaction((tx) => tx.rows(sleep))).rejects.toThrow('statement timeout');
  });

  test('does not apply to long-running work', async () => {
    const none = {statement_timeout: '0'};
    const show = {text: 'show statement_timeout'};
    expect(await limited.row(show)).toEqual({statement_timeout: '1s'});
    expect(await limited.longRunning(() => limited.row(show))).toEqual(none);
    expect(await limited.longRunning(() => limited.transaction((tx) => tx.row(show)))).toEqual(none);
    expect(await limited.readSnapshot((snapshot) => snapshot.row(show))).toEqual(none);
    const copied = await limited.copyOut(sql`copy (select current_setting('statement_timeout')) to stdout`);
    expect(await text(copied)).toBe('0\n');
  });

  test('applies to reads for a shared cache during long-running work', async () => {
    const cache = createReadThroughCache({
      maxSize: 10,
      read: () => limited.row<{statement_timeout: string}>({text: 'show statement_timeout'}),
    });
    expect(await limited.longRunning(() => cache.get('x'))).toEqual({statement_timeout: '1s'});
  });
});

test('lost idle connections are replaced', async () => {
  const warnings: string[] = [];
  const own = openDatabase({
    connectionString: testDatabase.connectionString,
    maxConnections: 3,
    log: {...quiet, warn: (_, message) => warnings.push(message)},
  });
  let connected = 0;
  const all = Promise.withResolvers<void>();
  const connect = () =>
    own.transaction(async () => {
      if (++connected === 3) all.resolve();
      await all.promise;
    });
  await Promise.all([connect(), connect(), connect()]);
  await killBackends(database);
  await expect.poll(() => warnings.length).toBe(3);
  expect(await own.row({text: 'select 1 as one'})).toEqual({one: 1});
  await own.close();
});

describe('notifications', () => {
  test('reach each listener of the channel until it unsubscribes', async () => {
    const own = openDatabase({
      connectionString: testDatabase.connectionString,
      maxConnections: 1,
      log: quiet,
    });
    const heard: string[] = [];
    const leaveFirst = await own.listen('Odd "channel"', (payload) => heard.push(`first ${payload}`));
    const leaveSecond = await own.listen('Odd "channel"', (payload) => heard.push(`second ${payload}`));
    await own.listen('other', (payload) => heard.push(`other ${payload}`));
    await database.notify('Odd "channel"', 'a');
    await expect.poll(() => heard).toEqual(['first a', 'second a']);
    await leaveFirst();
    await database.notify('Odd "channel"', 'b');
    await expect.poll(() => heard.slice(2)).toEqual(['second b']);
    await leaveSecond();
    await leaveSecond();
    await database.notify('Odd "channel"', 'c');
    await database.notify('other', '');
    await expect.poll(() => heard.slice(3)).toEqual(['other ']);
    await own.close();
  });

  test('can be subscribed to concurrently, which runs one statement after the other', async () => {
    const own = openDatabase({
      connectionString: testDatabase.connectionString,
      maxConnections: 1,
      log: quiet,
    });
    const warnings: Error[] = [];
    const collect = (warning: Error) => warnings.push(warning);
    process.on('warning', collect);
    const heard: string[] = [];
    const channels = ['a', 'b', 'c'];
    const leave = await Promise.all(channels.map((name) => own.listen(name, () => heard.push(name))));
    for (const name of channels) await database.notify(name, '');
    await expect.poll(() => heard).toEqual(channels);
    await Promise.all(leave.map((stop) => stop()));
    await own.close();
    process.off('warning', collect);
    expect(warnings).toEqual([]);
  });

  test('continue after the connection was lost, and listeners are told about the gap', async () => {
    const own = openDatabase({
      connectionString: testDatabase.connectionString,
      maxConnections: 1,
      log: quiet,
    });
    const heard: string[] = [];
    let reconnects = 0;
    await own.listen(
      'channel',
      (payload) => heard.push(payload),
      () => reconnects++,
    );
    await killBackends(database);
    await expect.poll(() => reconnects).toBe(1);
    await database.notify('channel', 'after');
    await expect.poll(() => heard).toEqual(['after']);
    await own.close();
  });

  test('continue if a listener throws', async () => {
    const errors: string[] = [];
    const own = openDatabase({
      connectionString: testDatabase.connectionString,
      maxConnections: 1,
      log: {...quiet, error: (_, message) => errors.push(message)},
    });
    const heard: string[] = [];
    await own.listen('channel', () => {
      throw new Error('of the listener');
    });
    await own.listen('channel', (payload) => heard.push(payload));
    await database.notify('channel', 'a');
    await expect.poll(() => heard).toEqual(['a']);
    expect(errors).toEqual(['A listener for database notifications failed']);
    await own.close();
  });

  test('can be subscribed to again after a failed attempt', async () => {
    const unreachable = openDatabase({
      connectionString: 'postgresql://patchbay@/patchbay?host=%2Fnowhere',
      maxConnections: 1,
      log: quiet,
    });
    await expect(unreachable.listen('channel', () => {})).rejects.toThrow('ENOENT');
    await expect(unreachable.listen('channel', () => {})).rejects.toThrow('ENOENT');
    await unreachable.close();
  });
});

describe('a snapshot', () => {
  test('reads a query in pages between other statements', async () => {
    const read = await database.readSnapshot(async (snapshot) => {
      const found: unknown[] = [];
      for (const last of [5, 4, 0]) {
        for await (const page of snapshot.pages<{n: number}>(
          sql`select n from generate_series(1, ${last}) n order by n`,
          2,
        )) {
          found.push(
            page.map(({n}) => n),
            await snapshot.row(sql`select ${page.length} as size`),
          );
        }
      }
      return found;
    });
    const two = {size: '2'};
    expect(read).toEqual([[1, 2], two, [3, 4], two, [5], {size: '1'}, [1, 2], two, [3, 4], two]);
  });

  test('has no idle timeout', async () => {
    const name = 'idle_in_transaction_session_timeout';
    const limit = await database.readSnapshot((snapshot) => snapshot.row({text: `show ${name}`}));
    expect(limit).toEqual({[name]: '0'});
    expect(await database.row({text: `show ${name}`})).toEqual({[name]: '1min'});
  });
});

describe('copying out', () => {
  let own: Database;
  beforeAll(() => {
    own = openDatabase({connectionString: testDatabase.connectionString, maxConnections: 1, log: quiet});
  });
  afterAll(() => own.close());

  const many = sql`copy (select n, repeat('x', 1000) from generate_series(1, ${200_000}) n) to stdout`;

  test('sends the bytes, with values of all types quoted in the statement', async () => {
    const strange = `it's \\ "quoted" $1 {a,b}`;
    const stream = await own.copyOut(sql`
      copy (select ${strange}, ${strange} = any(${[strange, 'b']}::text[]), ${1.5}::numeric, ${null}::text, ${true},
                   ${[1, 2]}::integer[])
      to stdout with csv`);
    expect(await text(stream)).toBe(`"it's \\ ""quoted"" $1 {a,b}",t,1.5,,t,"{1,2}"\n`);
  });

  test('rejects a value that has no literal, and releases the connection', async () => {
    await expect(own.copyOut(sql`copy (select ${{}}) to stdout`)).rejects.toThrow(
      'is not supported in a COPY',
    );
    expect(await own.row({text: 'select 1 as one'})).toEqual({one: 1});
  });

  test('reuses the connection afterwards', async () => {
    const before = await backend(own);
    const bytes = await text(await own.copyOut(sql`copy (select 1) to stdout`));
    expect(bytes).toBe('1\n');
    expect(await backend(own)).toBe(before);
  });

  test('reports errors of the statement and of later rows through the stream', async () => {
    await expect(text(await own.copyOut(sql`copy (select nothing) to stdout`))).rejects.toThrow(
      'column "nothing" does not exist',
    );
    const late = await own.copyOut(
      sql`copy (select repeat('x', 1000), 1 / (${100_000} - n) from generate_series(1, 200000) n) to stdout`,
    );
    await expect(text(late)).rejects.toThrow('division by zero');
    expect(await own.row({text: 'select 1 as one'})).toEqual({one: 1});
  });

  test('releases the connection if the reader stops early', async () => {
    for await (const _ of await own.copyOut(many)) {
      break;
    }
    expect(await own.row({text: 'select 1 as one'})).toEqual({one: 1});
  });

  test('fails if the connection is lost', async () => {
    const lost = async () => {
      for await (const _ of await own.copyOut(many)) {
        await killBackends(database);
      }
    };
    await expect(lost()).rejects.toThrow();
    expect(await own.row({text: 'select 1 as one'})).toEqual({one: 1});
  });
});

test('closing waits for running statements', async () => {
  const own = openDatabase({connectionString: testDatabase.connectionString, maxConnections: 1, log: quiet});
  const inProgress = own.row({text: `select pg_sleep(0.1), 'done' as state`});
  await own.close();
  expect(await inProgress).toMatchObject({state: 'done'});
});
