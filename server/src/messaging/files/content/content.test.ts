import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {ZipFile} from 'yazl';
import {type Crew, createCrew} from '../../../../../test/support/crew.ts';
import {runJobs} from '../../../../../test/support/running-jobs.ts';
import type {Person} from '../../../../../test/support/test-server.ts';

let crew: Crew;
let ann: Person;
let bob: Person;
let secretId: string;
const names = new Map<string, string>();

beforeAll(async () => {
  crew = await createCrew();
  ({ann, bob} = crew);
  secretId = await crew.channel('secret', [ann], 'P');
  await share('plan.docx', await word('The quick brown', 'fox — déjà vu in alpha.beta'));
  await share('notes.txt', 'quick notes about 会议室 and foxes');
  await share('fox.png', 'not really a picture');
  await share('hidden.txt', 'a quick secret', secretId);
  await share('broken.pdf', '%PDF-1.7 quick');
  await extracted();
});
afterAll(() => crew.close());

async function word(...paragraphs: string[]): Promise<Buffer> {
  const zip = new ZipFile();
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  zip.addBuffer(Buffer.from('<Types/>'), '[Content_Types].xml');
  zip.addBuffer(Buffer.from(`<w:document><w:body>${body}</w:body></w:document>`), 'word/document.xml');
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Buffer>));
}

async function upload(name: string, content: string | Buffer, channelId = crew.channelId): Promise<string> {
  const path = `/files?channel_id=${channelId}&filename=${name}`;
  const {id} = (await ann.post(path, Buffer.from(content))).body.file_infos[0];
  names.set(id, name);
  return id;
}

async function share(name: string, content: string | Buffer, channelId = crew.channelId): Promise<string> {
  const id = await upload(name, content, channelId);
  await crew.post(ann, '', {channel_id: channelId, file_ids: [id]});
  return id;
}

const extracted = () => crew.server.features.fileContent.extractNew(60_000);

async function find(terms: string, person: Person = bob): Promise<(string | undefined)[]> {
  const {status, body} = await person.post(`/teams/${crew.teamId}/files/search`, {terms});
  expect(status).toBe(200);
  return body.order.map((id: string) => names.get(id)).sort();
}

describe('files are found by their content', () => {
  test.each<[string, string[]]>([
    ['quick', ['notes.txt', 'plan.docx']],
    ['fox', ['fox.png', 'plan.docx']],
    ['quick fox', ['plan.docx']],
    ['plan fox', ['plan.docx']],
    ['fox*', ['fox.png', 'notes.txt', 'plan.docx']],
    ['quick -brown', ['notes.txt']],
    ['-quick -fox', ['broken.pdf']],
    ['"quick brown fox"', ['plan.docx']],
    ['"brown quick"', []],
    ['-"brown fox" quick', ['notes.txt']],
    ['deja', ['plan.docx']],
    ['beta', ['plan.docx']],
    ['会议', ['notes.txt']],
    ['quick ext:txt', ['notes.txt']],
  ])('%s', async (terms, expected) => {
    expect(await find(terms)).toEqual(expected);
  });

  test('with the part of the text around the first word, on request', async () => {
    const log = `${'line of a log\n'.repeat(50)}Then the  lighthouse\nwent dark. ${'More lines. '.repeat(50)}`;
    const ids = [await share('lighthouse.png', 'no text'), await share('tower.log', log)];
    await extracted();
    const search = (more: object) =>
      bob.post(`/teams/${crew.teamId}/files/search`, {terms: 'lighthouses dark', word_forms: true, ...more});
    const {excerpts} = (await search({excerpts: true, is_or_search: true})).body;
    expect(Object.keys(excerpts)).toEqual([ids[1]]);
    expect(excerpts[ids[1]!]).toMatch(/^….{30,60} Then the lighthouse went dark\. More lines\. .*…$/);
    expect(excerpts[ids[1]!].length).toBeLessThan(245);
    expect((await search({})).body).not.toHaveProperty('excerpts');
  });

  test('only in channels that the user is in at that time', async () => {
    expect(await find('secret', ann)).toEqual(['hidden.txt']);
    expect(await find('secret')).toEqual([]);
    await crew.server.features.channels.addMember(secretId, bob.id, ann.id);
    expect(await find('secret')).toEqual(['hidden.txt']);
    await crew.server.features.channels.removeMember(secretId, bob.id, ann.id);
    expect(await find('secret')).toEqual([]);
  });

  test('but not before they are posted, or after the post is deleted', async () => {
    const id = await upload('later.txt', 'unposted xylophone');
    await extracted();
    expect(await find('xylophone', ann)).toEqual([]);
    const post = await crew.post(ann, '', {file_ids: [id]});
    expect(await find('xylophone')).toEqual(['later.txt']);
    await ann.delete(`/posts/${post.id}`);
    expect(await find('xylophone')).toEqual([]);
  });
});

test('a file is read once, even if it is damaged or has no text', async () => {
  expect(await extracted()).toBe(0);
});

test('if a text has too many different words, its beginning can be found', async () => {
  const words = Array.from({length: 120_000}, (_, index) => `w${index.toString(36)}`);
  await share('many.txt', words.join(' '));
  await extracted();
  expect(await find('w0')).toEqual(['many.txt']);
  const [row] = await crew.server.platform.database.rows<{length: number}>({
    text: `select length(Content) as length from FileInfo where Name = 'many.txt'`,
  });
  expect(row!.length).toBeGreaterThan(words.join(' ').length / 5);
  expect(row!.length).toBeLessThan(words.join(' ').length);
});

test('nothing is read if FileSettings.ExtractContent is off, until the job extract_content runs', async () => {
  const {server} = crew;
  const jobs = await runJobs(server);
  const run = async (data: object): Promise<{status: string; data: Record<string, string>}> => {
    const {status, body} = await server.admin.post('/jobs', {type: 'extract_content', data});
    expect(status).toBe(201);
    const read = async () => (await server.admin.get(`/jobs/${body.id}`)).body;
    await expect.poll(async () => (await read()).status, {timeout: 30_000}).toMatch(/success|warning|error/);
    return read();
  };
  await server.platform.config.patch({FileSettings: {ExtractContent: false}});
  await share('late.txt', 'a marmot');
  await extracted();
  expect(await find('marmot')).toEqual([]);
  expect(await run({})).toMatchObject({
    status: 'error',
    data: {error: expect.stringContaining('FileSettings.ExtractContent')},
  });

  await server.platform.config.patch({FileSettings: {ExtractContent: true}});
  const inOneDay = String(Math.floor(Date.now() / 1000) + 86_400);
  expect((await run({from: inOneDay})).data).toMatchObject({processed: '0', errors: '0'});
  const {status, data} = await run({from: '0', to: inOneDay});
  expect(status).toBe('warning');
  expect(data).toMatchObject({errors: '1'});
  expect(Number(data.processed)).toBeGreaterThanOrEqual(6);
  expect(await find('marmot')).toEqual(['late.txt']);
  await jobs.stop();
});
