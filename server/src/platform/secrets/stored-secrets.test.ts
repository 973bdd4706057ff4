import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, beforeEach, expect, test} from 'vitest';
import {quiet} from '../../../../test/support/quiet.ts';
import {createEmptyDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {openKeyRing, SecretKeysError} from './key-ring.ts';
import {createSealing, type Sealed, type SealedColumn} from './sealing.ts';
import {hashToken} from './secrets.ts';
import {countByKey, KEY_CHECK, openStoredSecrets, rotateKeys} from './stored-secrets.ts';

const COLUMNS: readonly SealedColumn[] = [
  {table: 'Systems', column: 'Value', id: 'Name', rows: [KEY_CHECK]},
  {table: 'Doors', column: 'Code', id: 'Id', hash: 'CodeHash'},
  {table: 'Doors', column: 'Spare', id: 'Id'},
];
/** More than one batch. */
const MANY = 1_200;

let testDatabase: TestDatabase;
let directory: string;

beforeAll(async () => {
  testDatabase = await createEmptyDatabase();
  await testDatabase.database.execute({
    text: `
      create table Systems (Name varchar(64) primary key, Value text not null default '');
      create table Doors (
        Id text primary key, Code text not null default '', CodeHash text not null default '',
        Spare text not null default '')`,
  });
});
beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'patchbay-keys-'));
  await testDatabase.database.execute({text: 'truncate Systems, Doors'});
  return () => rmSync(directory, {recursive: true});
});
afterAll(() => testDatabase.close());

const file = () => path.join(directory, 'secret-keys.json');
const newSealing = (env: Record<string, string> = {}) =>
  createSealing({keys: openKeyRing({dataDirectory: directory, env}), columns: COLUMNS});
const open = (sealing = newSealing()) => openStoredSecrets(testDatabase.database, sealing, quiet);
const counts = async () => Object.fromEntries(await countByKey(testDatabase.database, COLUMNS));
const doors = () =>
  testDatabase.database.rows<{id: string; code: Sealed; codehash: string}>({
    text: 'select Id, Code, CodeHash from Doors order by Id',
  });
const environment = (...keys: string[]) => ({PATCHBAY_SECRET_KEYS: keys.join(',')});
const [KEY_A, KEY_B] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];

async function addPlainDoors(count: number): Promise<void> {
  await testDatabase.database.execute({
    text: `insert into Doors (Id, Code) select 'door' || n, 'code' || n from generate_series(1, $1::int) n`,
    values: [count],
  });
}

test('the first start creates a key that only its owner can read, and later starts use it', async () => {
  const sealing = newSealing();
  await open(sealing);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['secret-keys.json']);
  const before = readFileSync(file(), 'utf8');
  const sealed = sealing.column('Doors', 'Code').seal('front', 'abc');
  const again = newSealing();
  await open(again);
  expect(readFileSync(file(), 'utf8')).toBe(before);
  expect(again.column('doors', 'code').open('front', sealed)).toBe('abc');
});

test('a sealed value differs each time and can be opened only in its row', async () => {
  const sealing = newSealing();
  await open(sealing);
  const codes = sealing.column('Doors', 'Code');
  const sealed = codes.seal('front', 'abc');
  expect(sealed).toMatch(/^sealed:[0-9a-f]{16}:[\w-]+$/);
  expect(sealed).not.toContain('abc');
  expect(codes.seal('front', 'abc')).not.toBe(sealed);
  expect(codes.seal('front', '')).toBe('');
  expect(codes.open('front', '' as Sealed)).toBe('');
  expect(() => codes.open('back', sealed)).toThrow(/doors\.code:back cannot be opened/);
  expect(() => sealing.column('Doors', 'Spare').open('front', sealed)).toThrow(SecretKeysError);
  const changed = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}` as Sealed;
  expect(() => codes.open('front', changed)).toThrow(SecretKeysError);
  expect(() => codes.open('front', sealed.slice(0, 40) as Sealed)).toThrow(SecretKeysError);
});

test('only declared columns and rows can be sealed', () => {
  const sealing = newSealing();
  expect(() => sealing.column('Doors', 'Id')).toThrow('Doors.Id is not in the list');
  expect(() => sealing.column('Systems', 'Value').seal('Other', 'x')).toThrow(
    'The row Other of Systems.Value',
  );
});

test('plain text is sealed at startup and can be found by its hash', async () => {
  await addPlainDoors(MANY);
  const sealing = newSealing();
  await open(sealing);
  expect(await counts()).toEqual({[sealing.keys.current().id]: MANY + 1});
  for (const {id, code, codehash} of await doors()) {
    const plain = id.replace('door', 'code');
    expect(sealing.column('Doors', 'Code').open(id, code)).toBe(plain);
    expect(codehash).toBe(hashToken(plain));
  }
});

test('sealing that was interrupted is completed by the next start', async () => {
  await addPlainDoors(MANY);
  const {database} = testDatabase;
  await database.execute({
    text: `
      create function stuck() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
      create trigger stuck before update on Doors for each row when (old.Id = 'door999') execute function stuck()`,
  });
  await expect(open()).rejects.toThrow('disk full');
  const halfway = await counts();
  expect(halfway['']).toBeGreaterThan(0);
  expect(halfway['']).toBeLessThan(MANY);
  await database.execute({text: 'drop function stuck cascade'});
  await open();
  expect((await counts())['']).toBeUndefined();
});

test('a database without its key is not opened, and no new key is created', async () => {
  await open();
  const lost = newSealing().keys.current().id;
  rmSync(file());
  await expect(open()).rejects.toThrow(
    new SecretKeysError(
      `The secrets in the database are sealed with the key ${lost}, which is not in ${file()}. Restore that file ` +
        'from a backup, copy it from the server that uses this database, or set PATCHBAY_SECRET_KEYS.',
    ),
  );
  expect(readdirSync(directory)).toEqual([]);
  await expect(open(newSealing(environment(KEY_A)))).rejects.toThrow(/not in PATCHBAY_SECRET_KEYS/);
});

test.each([
  ['no JSON', 'canary'],
  ['no keys', '{"keys": []}'],
  ['a short key', '{"keys": [{"key": "Y2FuYXJ5"}]}'],
])('an error for a file with %s names the file without quoting it', (_, text) => {
  writeFileSync(file(), text);
  expect(() => newSealing()).toThrow(
    expect.objectContaining({message: expect.stringMatching(/secret-keys\.json .* Restore it/)}),
  );
  expect(() => newSealing()).not.toThrow(/canary|Y2Fu/i);
});

test('an invalid key in the environment is reported by its position', () => {
  expect(() => newSealing(environment(KEY_A, 'canary'))).toThrow(
    /^Key 2 of PATCHBAY_SECRET_KEYS is not 32 bytes/,
  );
});

test('a rotation seals everything with a new key while another process keeps working', async () => {
  await addPlainDoors(MANY);
  const server = newSealing();
  await open(server);
  const codes = server.column('Doors', 'Code');
  const before = server.keys.current().id;
  const cached = (await doors())[0]!;

  const progress: number[][] = [];
  const {key, resealed, removed} = await rotateKeys(testDatabase.database, newSealing(), (...step) =>
    progress.push(step),
  );
  expect({resealed, removed}).toEqual({resealed: MANY + 1, removed: []});
  expect(progress.at(-1)).toEqual([MANY + 1, MANY + 1]);
  expect(key).not.toBe(before);
  expect(await counts()).toEqual({[key]: MANY + 1});
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  // The other process opens what it had read before and what it reads now, and seals with the new key.
  expect(codes.open(cached.id, cached.code)).toBe(cached.id.replace('door', 'code'));
  const fresh = (await doors())[0]!;
  expect(codes.open(fresh.id, fresh.code)).toBe(fresh.id.replace('door', 'code'));
  expect(codes.seal('x', 'y')).toContain(`sealed:${key}:`);
});

test('an interrupted rotation continues with the same key, and the next one removes the old key', async () => {
  await addPlainDoors(10);
  const sealing = newSealing();
  await open(sealing);
  const first = sealing.keys.current().id;
  const second = sealing.keys.addKey().id;
  expect(await rotateKeys(testDatabase.database, newSealing())).toEqual({
    key: second,
    resealed: 11,
    removed: [],
  });
  const storedIds = () =>
    newSealing()
      .keys.keys()
      .map(({id}) => id);
  expect(storedIds()).toEqual([second, first]);
  // As if the last rotation had been two hours ago.
  const stored = JSON.parse(readFileSync(file(), 'utf8'));
  stored.keys[0].createdAt = new Date(Date.now() - 7_200_000).toISOString();
  writeFileSync(file(), JSON.stringify(stored));
  const {key, removed} = await rotateKeys(testDatabase.database, newSealing());
  expect(removed).toEqual([first]);
  expect(storedIds()).toEqual([key, second]);
});

test('the first key in the environment seals, and all keys open', async () => {
  await addPlainDoors(3);
  await open(newSealing(environment(KEY_A)));
  const both = newSealing(environment(KEY_B, KEY_A));
  await open(both);
  const {id, code} = (await doors())[0]!;
  expect(both.column('Doors', 'Code').open(id, code)).toBe('code1');
  expect(await rotateKeys(testDatabase.database, both)).toMatchObject({resealed: 4, removed: []});
  expect(await rotateKeys(testDatabase.database, both)).toMatchObject({resealed: 0, removed: []});
  await open(newSealing(environment(KEY_B)));
  await expect(open(newSealing(environment(KEY_A)))).rejects.toThrow(SecretKeysError);
  expect(readdirSync(directory)).toEqual([]);
});
