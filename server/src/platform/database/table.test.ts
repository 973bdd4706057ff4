import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {createEmptyDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {insertNewRows, insertRow, insertRows, type Table, updateRows} from './table.ts';

const THINGS = {
  name: 'things',
  key: ['id'],
  columns: {
    id: {type: 'text'},
    desc: {type: 'text', default: 'none'},
    content: {type: 'jsonb', default: '{}'},
    bytes: {type: 'bytea', nullable: true},
    words: {type: 'text[]', default: '{}'},
    updateat: {type: 'bigint', default: 0},
    number: {type: 'bigint', generated: true},
  },
} as const satisfies Table;

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createEmptyDatabase();
  await testDatabase.database.execute({
    text: `
      create table Things (Id text primary key, "desc" text not null default 'none', Content jsonb not null default '{}',
        Bytes bytea, Words text[] not null default '{}', UpdateAt bigint not null default 0,
        Number bigint not null generated always as identity)`,
  });
});
afterAll(() => testDatabase.close());
beforeEach(() => testDatabase.database.execute({text: 'truncate Things'}));

const things = () =>
  testDatabase.database.rows({
    text: 'select Id, "desc", Content, Bytes, Words, UpdateAt from Things order by Id',
  });
const plain = {desc: 'none', content: {}, bytes: null, words: [], updateat: 0};

test('columns without a value get their defaults', async () => {
  const {database} = testDatabase;
  await insertRow(database, THINGS, {
    id: 'a',
    content: '{"x": 1}',
    bytes: Buffer.from([0, 255]),
    words: ['p', 'q'],
  });
  await insertRow(database, THINGS, {id: 'b', desc: undefined});
  expect(await things()).toEqual([
    {...plain, id: 'a', content: {x: 1}, bytes: Buffer.from([0, 255]), words: ['p', 'q']},
    {...plain, id: 'b'},
  ]);
});

test('rows can contain any characters and bytes', async () => {
  const texts = ['"', '\\', '{,}', 'NULL', '', 'é 🙂\n'];
  await insertRows(
    testDatabase.database,
    THINGS,
    texts.map((desc, index) => ({
      id: String(index),
      desc,
      bytes: index === 1 ? Buffer.from([92, 34]) : null,
    })),
  );
  expect(await things()).toEqual(
    texts.map((desc, index) => ({
      ...plain,
      id: String(index),
      desc,
      bytes: index === 1 ? Buffer.from([92, 34]) : null,
    })),
  );
});

test('the keys of new rows are returned, and existing rows are kept', async () => {
  const {database} = testDatabase;
  await insertRow(database, THINGS, {id: 'b', desc: 'old'});
  const rows = [
    {id: 'c', desc: 'new'},
    {id: 'b', desc: 'new'},
    {id: 'a', desc: 'new'},
  ];
  expect(await insertNewRows(database, THINGS, rows)).toEqual([{id: 'a'}, {id: 'c'}]);
  expect(await things()).toMatchObject([{desc: 'new'}, {desc: 'old'}, {desc: 'new'}]);
});

test('an update changes only rows that differ, and only the given columns', async () => {
  const {database} = testDatabase;
  await insertRows(database, THINGS, [
    {id: 'a', desc: 'same', content: '{"x": 1}'},
    {id: 'b', desc: 'other', content: '{"x": 1}'},
  ]);
  const merging = {
    touched: 'updateat',
    set: {content: `old.Content || coalesce(new.Content, '{}')`},
  } as const;
  const rows = [
    {id: 'a', desc: 'same'},
    {id: 'b', desc: 'same', content: '{"y": 2}'},
    {id: 'missing', desc: 'same'},
  ];
  expect(await updateRows(database, THINGS, rows, {merging, now: 7})).toEqual([{id: 'b'}]);
  expect(await things()).toEqual([
    {...plain, id: 'a', desc: 'same', content: {x: 1}},
    {...plain, id: 'b', desc: 'same', content: {x: 1, y: 2}, updateat: 7},
  ]);
});
