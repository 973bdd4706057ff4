import {describe, expect, test} from 'vitest';
import {readersOfOtherTables, readsIn, tableProblems, writesIn} from './check-tables.ts';

const tableNames = (uses: {table: string | undefined}[]) => uses.map(({table}) => table);

describe('writesIn', () => {
  test.each([
    ["text: 'insert into Users (Id) values ($1)'", ['Users']],
    ['text: `\n  delete from only Users where Id = $1`', ['Users']],
    ["text: 'update Users as u set Name = $1'", ['Users']],
    [`sql\`update Users set \${sql.join(assignments)} where Id = \${id}\``, ['Users']],
    ['text: `\n      update Users u\n      set Name = $1`', ['Users']],
    ['text: `with gone as (delete from Sessions) update mattermost.Bots set A = $1`', ['Sessions', 'Bots']],
    ["sql`truncate table Users`, 'copy Users (Id) from stdin'", ['Users', 'Users']],
    [`text: \`insert into \${table.name} (Id)\``, [undefined]],
    [`text: \`update \${table} t set A = 1\``, [undefined]],
    ['await insertRow(db, EMOJI, row); insertNewRows(\n  tx,\n  {...FILE_INFO, key}', ['EMOJI', 'FILEINFO']],
  ])('%s', (source, tables) => {
    expect(tableNames(writesIn(source))).toEqual(tables);
  });

  test.each([
    "text: 'select * from Users for update'",
    "text: 'select * from Users for no key update of u skip locked'",
    '// Deletes nothing: insert into Users',
    ' * Reads before an update of Users is set free.',
    `const text = \`update \${SCHEMA}.queue set a = null\`;`,
    "throw new Error('The update failed.');",
  ])('finds nothing in: %s', (source) => {
    expect(writesIn(source)).toEqual([]);
  });

  test('counts an upsert as one write', () => {
    const upsert = 'insert into A (Id) values ($1) on conflict (Id) do update set Id = excluded.Id';
    expect(tableNames(writesIn(upsert))).toEqual(['A']);
  });

  test('returns the line number', () => {
    expect(writesIn('// one\n\nconst text = `\n  delete from Users`;')).toEqual([{table: 'Users', line: 4}]);
  });
});

test('readsIn finds the tables that a statement reads, but not the one it deletes from', () => {
  const statement = 'delete from A using B where exists (select from C join D on true)';
  expect(tableNames(readsIn(statement))).toEqual(['B', 'C', 'D']);
});

describe('tableProblems', () => {
  const owners = {Users: 'messaging/users', Sessions: 'messaging/sessions'};
  const users = {path: 'messaging/users/store.ts', source: "'insert into users (Id) values ($1)'"};
  const sessions = {path: 'messaging/sessions/store.ts', source: "'select from Users'"};
  const migrations = 'create table Users (Id text);\ncreate unlogged table if not exists Sessions (Id text);';
  const valid = {files: [users, sessions], migrations, owners, exceptions: []};

  test('accepts writes by the owner and reads by others', () => {
    expect(tableProblems(valid)).toEqual([]);
  });

  test('reports writes to tables of other features', () => {
    const bots = {path: 'integrations/bots/store.ts', source: "\n'delete from Sessions where UserId = $1'"};
    expect(tableProblems({...valid, files: [...valid.files, bots]})).toEqual([
      'integrations/bots/store.ts:2: writes Sessions, which belongs to messaging/sessions',
    ]);
  });

  test('accepts exceptions for files and folders', () => {
    const post = {path: 'messaging/posts/store.ts', source: "'delete from Users'; 'delete from Sessions'"};
    const restore = {
      path: 'data-exchange/backup/restore.ts',
      source: `sql\`truncate table \${sql.join(names)}\``,
    };
    const exceptions = [
      {place: 'messaging/posts/store.ts', tables: ['Users'], reason: 'hot'},
      {place: 'data-exchange/backup/', reason: 'all'},
    ];
    expect(tableProblems({...valid, files: [...valid.files, post, restore], exceptions})).toEqual([
      'messaging/posts/store.ts:1: writes Sessions, which belongs to messaging/sessions',
    ]);
  });

  test('reports tables without an owner and stale entries', () => {
    const faults = tableProblems({
      ...valid,
      migrations: `${migrations}\ncreate table Posts (Id text);`,
      owners: {...owners, Teams: 'messaging/teams'},
      exceptions: [{place: 'messaging/gone.ts', reason: 'was hot'}],
    });
    expect(faults).toEqual([
      'Posts has no owner',
      'Teams belongs to messaging/teams, which does not exist',
      'the exception for messaging/gone.ts is not needed',
    ]);
  });
});

test('readersOfOtherTables lists the features that read tables of others', () => {
  const files = [
    {path: 'messaging/users/store.ts', source: "'select from Users'"},
    {path: 'messaging/audits/store.ts', source: "'select from Users join Sessions on true'"},
    {path: 'messaging/posts/lists/store.ts', source: "'select from users'"},
  ];
  const owners = {Sessions: 'messaging/sessions', Users: 'messaging/users'};
  expect(readersOfOtherTables({files, owners})).toEqual([
    ['Users', ['messaging/audits', 'messaging/posts']],
    ['Sessions', ['messaging/audits']],
  ]);
});
