import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Entries, unzip} from '../../../../test/support/archives.ts';
import {createTestDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {createTestSealing} from '../../../../test/support/test-sealing.ts';
import {createFileStore} from '../../platform/file-store/create-file-store.ts';
import {createZipWriter} from '../../platform/formats/write-zip.ts';
import {createManifestSigner, type ManifestSigner, verifyArchive, writeArchive} from './signed-archives.ts';

let directory: string;
let testDatabase: TestDatabase;
let signer: ManifestSigner;
/** An intact archive, and another of the same kind. */
let intact: Entries;
let other: Entries;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-archives-'));
  testDatabase = await createTestDatabase();
  signer = createManifestSigner({...testDatabase, sealing: createTestSealing()});
  [intact, other] = [await write('one'), await write('another')];
});
afterAll(async () => {
  await testDatabase.close();
  await rm(directory, {recursive: true});
});

async function write(text: string): Promise<Entries> {
  const archives = createFileStore({driver: 'local', directory});
  const place = {archives, signer, directorySetting: 'Some.Directory'};
  await writeArchive(`${text}.zip`, place, async (zip) => ({
    format: 'some-kind',
    entries: [await zip.add('a.txt', Buffer.from(text)), await zip.add('b.txt', Buffer.from('both'))],
  }));
  return unzip(await buffer(await archives.read(`${text}.zip`)));
}

/** The faults of an archive with these entries. */
async function faultsOf(entries: readonly (readonly [string, Buffer])[]) {
  const zip = createZipWriter();
  const written = buffer(zip.output);
  for (const [name, content] of entries) await zip.add(name, content);
  zip.end();
  const file = join(directory, 'changed.zip');
  // Our writer creates no folder entries, but other programs do.
  const bytes = (await written).toString('latin1').replaceAll('folder.', 'folder/');
  await writeFile(file, bytes, 'latin1');
  const {faults, manifest} = await verifyArchive(file, await signer.publicKey(), 'some-kind');
  return {faults, isTrusted: manifest !== undefined};
}

const entriesOf = (change: object) => Object.entries({...intact, ...change}) as [string, Buffer][];
const manifest = () => JSON.parse(intact['manifest.json']!.toString());

test('an intact archive has no faults, even after repacking it', async () => {
  expect(await faultsOf(entriesOf({}))).toEqual({faults: [], isTrusted: true});
});

test.each<[string, () => (readonly [string, Buffer])[], string[], boolean]>([
  ['a changed byte', () => entriesOf({'a.txt': Buffer.from('onE')}), ['a.txt was changed.'], true],
  ['its length', () => entriesOf({'a.txt': Buffer.from('on')}), ['a.txt has 2 bytes instead of 3.'], true],
  ['a removed entry', () => entriesOf({}).filter(([name]) => name !== 'b.txt'), ['b.txt is missing.'], true],
  ['an added entry', () => entriesOf({'c.txt': Buffer.from('c')}), ['c.txt is not in the manifest.'], true],
  [
    'an added folder',
    () => entriesOf({'folder.': Buffer.alloc(0)}),
    ['folder/ is not in the manifest.'],
    true,
  ],
  [
    'the manifest of another archive',
    () => entriesOf({'manifest.json': other['manifest.json']}),
    ['a.txt has 3 bytes instead of 7.'],
    true,
  ],
  [
    'a changed manifest',
    () =>
      entriesOf({
        'manifest.json': Buffer.from(
          JSON.stringify({...manifest(), manifest: {...manifest().manifest, of: 1}}),
        ),
      }),
    ['The signature is not from this server: the manifest was changed, or another server created it.'],
    false,
  ],
  [
    'the signature',
    () => entriesOf({'manifest.json': Buffer.from(JSON.stringify({...manifest(), signature: 'AAAA'}))}),
    ['The signature is not from this server: the manifest was changed, or another server created it.'],
    false,
  ],
  ...[
    'null',
    '{}',
    '[]',
    '{"manifest":{"entries":[null]},"signature":""}',
    '{"manifest":{},"signature":""}',
  ].map((text): [string, () => (readonly [string, Buffer])[], string[], boolean] => [
    `the manifest is ${text}`,
    () => entriesOf({'manifest.json': Buffer.from(text)}),
    ['The archive cannot be read: its manifest.json is not from Patchbay.'],
    false,
  ]),
  [
    'two entries with the same name',
    () => [...entriesOf({}), ['a.txt', Buffer.from('two')]],
    ['The archive cannot be read: It has two entries with the name "a.txt".'],
    false,
  ],
])('tampering is detected: %s', async (_name, entries, faults, isTrusted) => {
  expect(await faultsOf(entries())).toEqual({faults, isTrusted});
});

test('the signature of another server is not accepted', async () => {
  const another = await createTestDatabase();
  const publicKey = await createManifestSigner({...another, sealing: createTestSealing()}).publicKey();
  await another.close();
  const {faults, manifest} = await verifyArchive(join(directory, 'one.zip'), publicKey, 'some-kind');
  expect(faults).toEqual([expect.stringMatching(/^The signature is not from this server/)]);
  expect(manifest).toBeUndefined();
});
