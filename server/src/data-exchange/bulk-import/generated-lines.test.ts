import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {tableContents} from '../../../../test/support/import-digest.ts';
import {importSource, VERSION} from '../../../../test/support/import-source.ts';
import {createTestServer, type TestServer} from '../../../../test/support/test-server.ts';
import type {Field, ObjectFormat, TextOptions} from './format/fields.ts';
import {LINE_TYPES, type LineType} from './format/objects.ts';

// Generated lines that use the limits of the format, with an occasional error.

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const NAMES = {
  scheme: ['quiet', 'loud'],
  team: ['north', 'south'],
  channel: ['lobby', 'attic'],
  user: ['ann', 'bob', 'cid', 'dee'],
};
const ROLES = ['system_user', 'system_admin system_user', 'team_guest team_user', 'channel_admin', 'made_up'];
const PATTERNED: Record<string, readonly string[]> = {
  roles: ROLES,
  permissions: ['create_post', 'no_permission'],
  locale: ['', 'en', 'pt_BR', 'zzz'],
  type: ['', 'custom_x', 'system_join_channel', `custom_${'y'.repeat(19)}`],
};
const CHARACTERS = ['a', 'Z', ' ', '"', '\\', '\n', '\0', '\ud800', 'é', '漢', '😀', '{', "'", '%', '#tag '];

function textOf(name: string, options: TextOptions): fc.Arbitrary<string> {
  const {min = 0, max = 300, unit, values, pattern, refersTo} = options;
  if (refersTo) return fc.constantFrom(...NAMES[refersTo]);
  if (values) return fc.constantFrom(...values);
  if (name === 'email') return fc.nat(1e9).map((number) => `${'E'.repeat(number % 115)}${number}@x`);
  if (name === 'theme') return fc.constantFrom('', '{}', '{"a":"\\u0000"}', `{"a":"${'#'.repeat(1900)}"}`);
  if (PATTERNED[name]) return fc.constantFrom(...PATTERNED[name]);
  if (pattern)
    return fc.oneof(fc.constantFrom(...Object.values(NAMES).flat()), fc.stringMatching(/^[a-z]{2,9}$/));
  // At the maximum length, the minimum length, or in between.
  const character = fc.constantFrom(...CHARACTERS);
  return fc.tuple(character, character, fc.constantFrom(min, 5, max)).map(([first, second, length]) => {
    const width = unit === 'bytes' ? Buffer.byteLength(second) : 1;
    return first.slice(0, min) + second.repeat(Math.max(min, Math.floor((length - 4) / width)));
  });
}

function numberOf({min, notZero, time}: NonNullable<Field['integer']>): fc.Arbitrary<number> {
  const extremes = [1, 2 ** 31, Number.MAX_SAFE_INTEGER];
  if (!notZero) extremes.push(0);
  if (min === undefined) extremes.push(-1, Number.MIN_SAFE_INTEGER);
  return time
    ? fc.constantFrom(1_600_000_000_000, 1_600_000_000_001, ...extremes)
    : fc.constantFrom(...extremes);
}

function contentOf(name: string, field: Field): fc.Arbitrary<unknown> {
  const few = {minLength: field.entries?.min ?? 0, maxLength: field.entries ? 4 : 3};
  switch (field.kind) {
    case 'text':
      return textOf(name, field.text!);
    case 'switch':
    case 'flag':
      return fc.constantFrom(true, false, 'true', 'False');
    case 'integer':
      return numberOf(field.integer ?? {});
    case 'json':
      return fc.dictionary(fc.constantFrom('a', '\0', '__proto__', 'attachments'), fc.jsonValue());
    case 'texts':
      return fc.uniqueArray(textOf(name, field.text!), few);
    case 'object':
      return objectOf(field.object!);
    case 'objects':
      return fc.uniqueArray(objectOf(field.object!), {
        ...few,
        selector: (it) => ('username' in it ? it.username : it),
      });
  }
}

function objectOf({fields}: ObjectFormat): fc.Arbitrary<object> {
  const entries = Object.entries(fields).map(([name, field]) => {
    const value = /image|path/.test(name) ? fc.constant('file') : contentOf(name, field);
    const given = field.required || name === 'members' ? value : fc.option(value, {nil: undefined, freq: 1});
    return [name, fc.oneof({weight: 400, arbitrary: given}, {weight: 1, arbitrary: fc.jsonValue()})] as const;
  });
  return fc.record(Object.fromEntries(entries));
}

// The images of emoji must be real files.
const types = (Object.keys(LINE_TYPES) as LineType[]).filter((type) => type !== 'emoji');
const someLines = fc.array(
  fc
    .constantFrom(...types)
    .chain((type) =>
      objectOf(LINE_TYPES[type].format as unknown as ObjectFormat).map((object) => ({type, [type]: object})),
    ),
  {minLength: 1, maxLength: 5},
);

const world = [
  VERSION,
  ...NAMES.team.flatMap((team) => [
    {type: 'team', team: {name: team, display_name: team, type: 'O'}},
    ...NAMES.channel.map((name) => ({type: 'channel', channel: {team, name, display_name: name, type: 'O'}})),
  ]),
  ...NAMES.user.map((username) => ({type: 'user', user: {username, email: `${username}@example.com`}})),
];

test('lines that pass validation can be imported, and importing them again changes nothing', {
  timeout: 240_000,
}, async () => {
  const {bulkImport} = server.features;
  const options = {createDirectChannels: true, allowMissingFiles: true};
  expect((await bulkImport.apply(importSource(world))).ending).toBe('done');
  await fc.assert(
    fc.asyncProperty(someLines, async (lines) => {
      const source = () => importSource([VERSION, ...lines], {file: Buffer.from('no picture')});
      const checked = await bulkImport.validate(source(), options);
      const imported = await bulkImport.apply(source(), options);
      expect([imported.ending, imported.problem]).toEqual([checked.ending, undefined]);
      if (imported.ending !== 'done') return;
      const contents = await tableContents(server.platform.database);
      expect((await bulkImport.apply(source(), options)).ending).toBe('done');
      expect(await tableContents(server.platform.database)).toEqual(contents);
    }),
    {numRuns: 40},
  );
});
