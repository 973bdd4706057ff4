import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {quiet} from '../../../../test/support/quiet.ts';
import {createEmptyDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {type Database, openDatabase} from './database.ts';
import {createExtractionViews, dropExtractionViews} from './extraction-views.ts';

let testDatabase: TestDatabase;
let owner: Database;
let reader: Database;

const secrets = [
  {table: 'Sessions', column: 'Token'},
  {table: 'sessions', column: 'props'},
];

beforeEach(async () => {
  testDatabase = await createEmptyDatabase();
  owner = testDatabase.database;
  reader = openDatabase({
    connectionString: testDatabase.connectionString.replace('patchbay@', 'patchbay_reader@'),
    maxConnections: 1,
    log: quiet,
  });
  await owner.execute({
    text: `create table Posts (Id varchar(26), Message text);
           create table Sessions (Id varchar(26), Token varchar(64) not null, Props jsonb not null);
           create table Keys (Value text);
           insert into Posts values ('p', 'hello');
           insert into Sessions values ('s', 'canary', '{"secret": "canary"}');
           insert into Keys values ('canary');`,
  });
});

afterEach(async () => {
  await reader.close();
  await testDatabase.close();
});

const createViews = (hidden = ['Keys']) => createExtractionViews(owner, {secrets, hidden, log: quiet});

const viewIds = () =>
  owner.rows({text: `select oid from pg_class where relnamespace = 'mattermost'::regnamespace order by 1`});

describe('the reader', () => {
  test('reads the tables with and without the schema, in any case', async () => {
    await createViews();
    for (const name of ['posts', 'Posts', 'mattermost.Posts']) {
      expect(await reader.rows({text: `select * from ${name}`})).toEqual([{id: 'p', message: 'hello'}]);
    }
    expect(await owner.rows({text: 'select * from mattermost.Posts'})).toEqual([{id: 'p', message: 'hello'}]);
  });

  test('sees secret columns as empty, with their type', async () => {
    await createViews();
    expect(await reader.rows({text: 'select *, pg_typeof(token)::text as type from sessions'})).toEqual([
      {id: 's', token: '', props: null, type: 'character varying'},
    ]);
  });

  test.each([
    ['select * from public.posts', 'permission denied for table posts'],
    ['select token from public.sessions', 'permission denied for table sessions'],
    ['select * from keys', 'relation "keys" does not exist'],
    ['select * from public.keys', 'permission denied for table keys'],
    [`insert into posts values ('q', '')`, 'permission denied for view posts'],
    ['delete from mattermost.sessions', 'permission denied for view sessions'],
    ['create table mattermost.mine ()', 'read-only transaction'],
    ['begin read write; delete from posts', 'permission denied for view posts'],
    [`begin read write; insert into public.posts values ('q')`, 'permission denied for table'],
    ['begin read write; create table mattermost.mine ()', 'permission denied for schema'],
    ['begin read write; create table public.mine ()', 'permission denied for schema'],
    ['select passwd from pg_shadow', 'permission denied'],
    [`select pg_read_file('PG_VERSION')`, 'permission denied'],
    ['set role patchbay', 'permission denied'],
  ])('is not allowed to: %s', async (text, words) => {
    await createViews();
    await expect(reader.execute({text})).rejects.toThrow(words);
  });
});

describe('the views', () => {
  test('are not recreated if nothing has changed', async () => {
    await createViews();
    const before = await viewIds();
    await createViews();
    expect(await viewIds()).toEqual(before);
  });

  test('follow new and dropped columns and tables', async () => {
    await createViews();
    await owner.execute({
      text: `alter table Posts add column Type text default 'x'; create table Teams (Id text)`,
    });
    await createViews();
    expect(await reader.rows({text: 'select * from posts'})).toEqual([
      {id: 'p', message: 'hello', type: 'x'},
    ]);
    expect(await reader.rows({text: 'select * from teams'})).toEqual([]);
    await dropExtractionViews(owner);
    await owner.execute({text: 'alter table Posts drop column Message; drop table Teams'});
    await createViews();
    expect(await reader.rows({text: 'select * from posts'})).toEqual([{id: 'p', type: 'x'}]);
    await expect(reader.rows({text: 'select * from teams'})).rejects.toThrow('does not exist');
  });

  test('keep dependent views when a column is added', async () => {
    await createViews();
    await owner.execute({text: 'create view Mine as select Message from mattermost.Posts'});
    await owner.execute({text: 'alter table Posts add column Type text'});
    await createViews();
    expect(await owner.rows({text: 'select * from Mine'})).toEqual([{message: 'hello'}]);
  });

  test('are dropped when their table is hidden', async () => {
    await createViews([]);
    expect(await reader.rows({text: 'select * from keys'})).toEqual([{value: 'canary'}]);
    await createViews(['Keys']);
    await expect(reader.rows({text: 'select * from keys'})).rejects.toThrow('does not exist');
  });

  test('are not created if the name of a secret column or hidden table is wrong', async () => {
    await expect(createViews(['Kyes'])).rejects.toThrow('The hidden table kyes does not exist');
    await expect(
      createExtractionViews(owner, {
        secrets: [{table: 'Sessions', column: 'Tokne'}],
        hidden: [],
        log: quiet,
      }),
    ).rejects.toThrow('The secret column sessions.tokne does not exist');
    expect(await owner.row({text: `select from pg_namespace where nspname = 'mattermost'`})).toBeUndefined();
  });
});
