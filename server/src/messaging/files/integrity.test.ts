import {mkdir, readFile, rm, truncate, utimes, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {picture} from '../../../../test/support/pictures.ts';
import {directories} from '../../platform/config/directories.ts';
import type {FileProblem} from './files.ts';

let crew: Crew;
let address: string;
beforeAll(async () => {
  crew = await createCrew();
  address = await crew.server.listen();
});
afterAll(() => crew.close());

interface Stored {
  id: string;
  path: string;
  thumbnailpath: string;
  sha256: string;
  /** The file store's directory on disk. */
  local: string;
}

async function stored(name: string, content: Buffer | string): Promise<Stored> {
  const {status, body} = await crew.ann.post(
    `/files?channel_id=${crew.channelId}&filename=${name}`,
    content as string,
    {'content-type': 'application/octet-stream'},
  );
  expect(status).toBe(201);
  const {id} = body.file_infos[0];
  return {...(await rowOf(id)), local: localOf((await rowOf(id)).path)};
}

async function rowOf(id: string): Promise<Omit<Stored, 'local'>> {
  return (await crew.server.platform.database.row<Omit<Stored, 'local'>>({
    text: 'select Id, Path, ThumbnailPath, Sha256 from FileInfo where Id = $1',
    values: [id],
  }))!;
}

const localOf = (path: string) => join(directories(crew.server.platform.config).files, path);

const fetchFile = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${address}/api/v4/files/${id}`, {headers: {authorization: `Bearer ${crew.ann.token}`, ...headers}});

async function verify() {
  const problems: FileProblem[] = [];
  const report = await crew.server.features.files.integrity.verify({onProblem: (it) => problems.push(it)});
  return {report, problems};
}

const changedReads = async () => crew.server.platform.metrics.total('files_changed_total');

describe('only the original content is served:', () => {
  test('an intact file and a range of it', async () => {
    const content = Buffer.alloc(300_000, 'whole ');
    const {id, sha256} = await stored('whole.bin', content);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(Buffer.from(await (await fetchFile(id)).arrayBuffer()).equals(content)).toBe(true);
    expect(await (await fetchFile(id, {range: 'bytes=6-10'})).text()).toBe('whole');
  });

  test('a small file with different content of the same size', async () => {
    const {id, local} = await stored('small.txt', 'pay 1000');
    await writeFile(local, 'pay 9000');
    const before = await changedReads();
    const response = await fetchFile(id);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({id: 'api.file.read_file.changed.app_error'});
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(await changedReads()).toBe(before + 1);
  });

  test('a large file whose last byte differs: the client sees an incomplete response', async () => {
    const {id, local} = await stored('large.bin', Buffer.alloc(300_000, 'x'));
    const content = await readFile(local);
    content[content.length - 1] = 0;
    await writeFile(local, content);
    await expect((async () => (await fetchFile(id)).arrayBuffer())()).rejects.toThrow();
  });

  test.each([{}, {range: 'bytes=0-2'}] as Record<string, string>[])(
    'a truncated file (%o)',
    async (headers) => {
      const {id, local} = await stored('cut.txt', 'some content');
      await truncate(local, 5);
      const response = await fetchFile(id, headers);
      expect(response.status).toBe(500);
      expect(((await response.json()) as {id: string}).id).toBe('api.file.read_file.changed.app_error');
    },
  );

  test('a file by its public link', async () => {
    const {id, local} = await stored('public.txt', 'public');
    await crew.post(crew.ann, '', {file_ids: [id]});
    await crew.server.platform.config.patch({
      FileSettings: {EnablePublicLink: true},
      ServiceSettings: {SiteURL: address},
    });
    const {link} = (await crew.ann.get(`/files/${id}/link`)).body;
    expect(await (await fetch(link)).text()).toBe('public');
    await writeFile(local, 'PUBLIC');
    expect((await fetch(link)).status).toBe(500);
  });

  test('a file uploaded in parts', async () => {
    const {body} = await crew.ann.post('/uploads', {
      channel_id: crew.channelId,
      filename: 'parts.txt',
      file_size: 8,
    });
    const send = (part: string) =>
      crew.ann.post(`/uploads/${body.id}`, part, {'content-type': 'application/octet-stream'});
    await send('pay ');
    const {id} = (await send('1000')).body;
    await writeFile(localOf((await rowOf(id)).path), 'pay 9000');
    expect((await fetchFile(id)).status).toBe(500);
  });
});

describe('a check', () => {
  test('finds missing, changed and orphaned files', async () => {
    const [missing, changed, cut, image] = [
      await stored('missing.txt', 'missing'),
      await stored('changed.txt', 'changed'),
      await stored('cut-off.txt', 'cut off'),
      await stored('image.png', await picture(400, 400)),
    ];
    await rm(missing.local);
    await writeFile(changed.local, 'CHANGED');
    await truncate(cut.local, 3);
    await rm(localOf(image.thumbnailpath));
    const [old, fresh] = ['files/20200101/nobody/original.txt', 'files/20200101/nobodyyet/original.txt'];
    for (const path of [old, fresh]) {
      await mkdir(dirname(localOf(path)), {recursive: true});
      await writeFile(localOf(path), 'whose?');
    }
    await utimes(localOf(old), 0, 0);
    const {problems, report} = await verify();
    const mine = problems.filter(
      ({fileId, kind}) => kind === 'orphaned' || [missing, changed, cut, image].some(({id}) => id === fileId),
    );
    expect(mine.map(({kind, path}) => `${kind} ${path}`).toSorted()).toEqual(
      [
        `missing ${missing.path}`,
        `changed ${changed.path}`,
        `changed ${cut.path}`,
        `missing ${image.thumbnailpath}`,
        `orphaned ${old}`,
      ].toSorted(),
    );
    expect(report.missing + report.changed + report.orphaned).toBe(problems.length);
  });

  test('stores missing hashes of older files whose size still matches', async () => {
    const [whole, cut] = [await stored('before.txt', 'before'), await stored('before-cut.txt', 'before')];
    const forget = () =>
      crew.server.platform.database.execute({
        text: `update FileInfo set Sha256 = '' where Id = any($1)`,
        values: [[whole.id, cut.id]],
      });
    await truncate(cut.local, 2);
    for (const act of [verify, () => crew.server.features.files.integrity.addMissingHashes(60_000)]) {
      await forget();
      await act();
      expect((await rowOf(whole.id)).sha256).toBe(whole.sha256);
      expect((await rowOf(cut.id)).sha256).toBe('');
    }
  });

  test('resumes in the background where it stopped', async () => {
    const names = ['one.txt', 'two.txt', 'three.txt'];
    const ids = await Promise.all(names.map(async (name) => (await stored(name, name)).id));
    await crew.server.platform.database.execute({
      text: `update FileInfo set Sha256 = '' where Id = any($1)`,
      values: [ids],
    });
    const {addMissingHashes} = crew.server.features.files.integrity;
    expect(await addMissingHashes(0)).toBeLessThan(names.length);
    await addMissingHashes(60_000);
    for (const id of ids) expect((await rowOf(id)).sha256).not.toBe('');
  });
});
