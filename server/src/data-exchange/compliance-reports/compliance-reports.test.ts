import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {unzip} from '../../../../test/support/archives.ts';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {runJobs} from '../../../../test/support/running-jobs.ts';
import type {Person} from '../../../../test/support/test-server.ts';
import {isSignedBy} from '../signed-archives/signed-archives.ts';
import {likePattern, parseEmails, parseKeywords} from './order-rules/filters.ts';

let crew: Crew;
let admin: Person;
let jobs: {stop(): Promise<void>};
const START = Date.UTC(2020, 0, 1);
const DAY = 86_400_000;

beforeAll(async () => {
  crew = await createCrew();
  admin = crew.server.admin;
  jobs = await runJobs(crew.server);
});
afterAll(async () => {
  await jobs.stop();
  await crew.close();
});

/** A post in the past, as an import would create it. */
async function postAt(author: Person, createAt: number, message: string, more: object = {}) {
  return crew.server.features.posts.create({
    channelId: crew.channelId,
    userId: author.id,
    message,
    createAt,
    ...more,
  });
}

async function makeReport(more: object = {}) {
  const {status, body} = await admin.post('/compliance/reports', {
    desc: 'test',
    start_at: START,
    end_at: START + DAY,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  await expect
    .poll(async () => (await admin.get(`/compliance/reports/${body.id}`)).body.status, {timeout: 120_000})
    .toBe('finished');
  return (await admin.get(`/compliance/reports/${body.id}`)).body;
}

async function download(report: {id: string}): Promise<Buffer> {
  const response = await crew.server.app.inject({
    url: `/api/v4/compliance/reports/${report.id}/download`,
    headers: {authorization: `Bearer ${admin.token}`},
  });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

async function rowsOf(report: {id: string}): Promise<Record<string, string>[]> {
  return parse((await unzip(await download(report)))['posts.csv']!, {columns: true});
}

test('a new report is running, whatever status the client sends', async () => {
  const {status, body} = await admin.post('/compliance/reports', {
    id: 'x'.repeat(26),
    status: 'finished',
    count: 7,
    type: 'daily',
    user_id: crew.ann.id,
    create_at: 0,
    desc: ' ',
    start_at: START,
    end_at: START + 1,
    keywords: 'Some',
    emails: 'ANN@example.com',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: 'running',
    count: 0,
    type: 'adhoc',
    user_id: admin.id,
    desc: ' ',
    keywords: 'some',
    emails: 'ann@example.com',
  });
  expect(body.id).not.toBe('x'.repeat(26));
  expect(body.create_at).toBeGreaterThan(0);
});

test('the archive contains the posts of the window with 20 columns, and a manifest', async () => {
  const day = START + 10 * DAY;
  const first = await postAt(crew.ann, day, 'at the start, "quoted",\nover two lines 🎉');
  await postAt(crew.ann, day - 1, 'before');
  await postAt(crew.ann, day + DAY, 'at the end');
  const reply = await postAt(crew.bob, day + 1, 'reply', {rootId: first.id});
  const direct = await crew.server.features.channels.directChannel(crew.ann.id, crew.bob.id, crew.ann.id);
  const dm = await postAt(crew.ann, day + 2, 'direct', {channelId: direct.id});
  const last = await postAt(crew.ann, day + DAY - 1, 'last');
  const report = await makeReport({start_at: day, end_at: day + DAY});
  expect(report).toMatchObject({status: 'finished', count: 4, error: ''});

  const entries = await unzip(await download(report));
  expect(Object.keys(entries)).toEqual(['posts.csv', 'meta.json', 'manifest.json']);
  const rows: Record<string, string>[] = parse(entries['posts.csv']!, {columns: true});
  expect(Object.keys(rows[0]!).join()).toBe(
    'TeamName,TeamDisplayName,ChannelName,ChannelDisplayName,ChannelType,UserUsername,UserEmail,UserNickname,UserType,PostId,PostCreateAt,PostUpdateAt,PostDeleteAt,PostRootId,PostOriginalId,PostMessage,PostType,PostProps,PostHashtags,PostFileIds',
  );
  expect(rows.map((row) => row.PostId)).toEqual([first.id, reply.id, last.id, dm.id]);
  expect(rows[0]).toMatchObject({
    TeamName: 'crew',
    TeamDisplayName: 'Crew',
    ChannelName: 'town-square',
    ChannelType: 'O',
    UserUsername: 'ann',
    UserEmail: 'ann@example.com',
    UserType: 'user',
    PostCreateAt: '2020-01-11T00:00:00.000Z',
    PostDeleteAt: '',
    PostMessage: 'at the start, "quoted",\nover two lines 🎉',
    PostProps: '{}',
    PostFileIds: '[]',
  });
  expect(rows[1]).toMatchObject({PostRootId: first.id, PostUpdateAt: ''});
  expect(rows[3]).toMatchObject({
    TeamName: 'direct-messages',
    TeamDisplayName: 'Direct Messages',
    ChannelType: 'D',
  });
  expect(JSON.parse(entries['meta.json']!.toString())).toMatchObject({
    id: report.id,
    status: 'finished',
    count: 4,
  });

  const signed = JSON.parse(entries['manifest.json']!.toString());
  const {body: key} = await crew.server.anonymous.get('/compliance/signing_key');
  expect(isSignedBy(signed, key.public_key)).toBe(true);
  expect(isSignedBy({...signed, manifest: {...signed.manifest, query: 'other'}}, key.public_key)).toBe(false);
  expect(signed.manifest.entries[0]).toMatchObject({
    name: 'posts.csv',
    rows: 4,
    bytes: entries['posts.csv']!.length,
  });
  const directory = mkdtempSync(join(tmpdir(), 'patchbay-report-'));
  writeFileSync(join(directory, 'posts.csv'), entries['posts.csv']!);
  const sum = execFileSync('sha256sum', [join(directory, 'posts.csv')], {encoding: 'utf8'}).split(' ')[0];
  expect(signed.manifest.entries[0].sha256).toBe(sum);
});

test('the same window produces the same rows, byte for byte', async () => {
  const [one, other] = [
    await makeReport({start_at: START, end_at: START + 30 * DAY}),
    await makeReport({start_at: START, end_at: START + 30 * DAY}),
  ];
  const [a, b] = [await unzip(await download(one)), await unzip(await download(other))];
  expect(a['posts.csv']!.equals(b['posts.csv']!)).toBe(true);
});

test('a report includes edits, deletions, bots and system messages', async () => {
  const day = START + 40 * DAY;
  const edited = await postAt(crew.ann, day, 'first text');
  await crew.ann.put(`/posts/${edited.id}/patch`, {message: 'second text'});
  const deleted = await postAt(crew.ann, day + 1, 'to be deleted');
  await crew.ann.delete(`/posts/${deleted.id}`);
  const bot = await crew.server.features.bots.create({username: 'recorder'}, admin.id);
  await crew.server.features.posts.create({
    channelId: crew.channelId,
    userId: bot.userid,
    message: 'from a bot',
    createAt: day + 2,
  });
  await crew.server.features.posts.create({
    channelId: crew.channelId,
    userId: crew.ann.id,
    message: 'joined',
    type: 'system_join_channel',
    createAt: day + 3,
  });
  const rows = await rowsOf(await makeReport({start_at: day, end_at: day + DAY}));
  expect(rows.map(({PostMessage, UserType, PostType}) => [PostMessage, UserType, PostType])).toEqual([
    ...[
      ['second text', 'user', ''],
      ['first text', 'user', ''],
    ].sort((x, y) => (rows[0]!.PostMessage === x[0] ? -1 : rows[0]!.PostMessage === y[0] ? 1 : 0)),
    ['to be deleted', 'user', ''],
    ['from a bot', 'bot', ''],
    ['joined', 'user', 'system_join_channel'],
  ]);
  const former = rows.find((row) => row.PostMessage === 'first text')!;
  expect(former.PostOriginalId).toBe(edited.id);
  expect(former.PostDeleteAt).not.toBe('');
  expect(rows.find((row) => row.PostMessage === 'to be deleted')!.PostDeleteAt).toMatch(/Z$/);
});

test('posts outlive their author and their channel in a report', async () => {
  const day = START + 80 * DAY;
  const {database} = crew.server.platform;
  const leaver = await crew.server.person('leaver');
  const channel = await crew.channel('leaving', [crew.ann]);
  const [byLeaver, inChannel] = [
    await postAt(leaver, day, 'by somebody'),
    await postAt(crew.ann, day + 1, 'somewhere', {channelId: channel}),
  ];
  await database.execute({text: 'delete from Users where Id = $1', values: [leaver.id]});
  await database.execute({text: 'delete from Channels where Id = $1', values: [channel]});
  const report = await makeReport({start_at: day, end_at: day + DAY});
  expect(await rowsOf(report)).toMatchObject([
    {PostId: byLeaver.id, UserUsername: leaver.id, UserEmail: '', UserType: 'user', TeamName: 'crew'},
    {PostId: inChannel.id, UserUsername: 'ann', ChannelName: channel, ChannelType: '', TeamName: ''},
  ]);
  expect((await admin.post(`/compliance/reports/${report.id}/verify`)).body.faults).toEqual([]);
});

test('a cell that a spreadsheet would treat as a formula is escaped', async () => {
  const day = START + 50 * DAY;
  const messages = ['=1+1', '  =1+1', '+1', '-1', '@SUM(A1)', '\tx', ' \tx', 'plain =1', '1-1'];
  for (const [index, message] of messages.entries()) await postAt(crew.ann, day + index, message);
  const rows = await rowsOf(await makeReport({start_at: day, end_at: day + DAY}));
  expect(rows.map((row) => row.PostMessage)).toEqual([
    "'=1+1",
    "'  =1+1",
    "'+1",
    "'-1",
    "'@SUM(A1)",
    "'\tx",
    "' \tx",
    'plain =1',
    '1-1',
  ]);
});

describe('filters', () => {
  const day = START + 60 * DAY;
  beforeAll(async () => {
    await postAt(crew.ann, day, 'Shorting the STOCK today');
    await postAt(crew.bob, day + 1, 'buy stock short');
    await postAt(crew.cat, day + 2, '100% of_it \\ done');
    await postAt(crew.cat, day + 3, 'ΟΔΟΣ ΑΘΗΝΑΣ, İSTANBUL, ÉTÉ');
  });

  test.each([
    [{}, 4],
    [{keywords: 'ΟΔΟΣ'}, 1],
    [{keywords: '"οδος αθηνας"'}, 1],
    [{keywords: 'İstanbul'}, 1],
    [{keywords: 'été'}, 1],
    [{emails: 'ann@example.com'}, 1],
    [{emails: 'ANN@example.com, bob@example.com'}, 2],
    [{emails: 'nobody@example.com'}, 0],
    [{keywords: 'stock'}, 2],
    [{keywords: 'shorting, 100%'}, 2],
    [{keywords: '"shorting the stock"'}, 1],
    [{keywords: '"stock shorting"'}, 0],
    [{keywords: 'f_i'}, 1],
    [{keywords: 'fXi'}, 0],
    [{keywords: '\\'}, 1],
    [{keywords: 'stock', emails: 'bob@example.com'}, 1],
  ])('%j finds %i', async (filter, count) => {
    expect((await makeReport({start_at: day, end_at: day + DAY, ...filter})).count).toBe(count);
  });
});

test('the job of a failed report can be restarted', async () => {
  const {database} = crew.server.platform;
  await database.execute({
    text: `
      create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
      create trigger refuse before update on Compliances for each row when (new.Status = 'finished')
        execute function refuse()`,
  });
  const {body} = await admin.post('/compliance/reports', {desc: 'd', start_at: START, end_at: START + DAY});
  const reaches = (status: string) =>
    expect
      .poll(async () => (await admin.get(`/compliance/reports/${body.id}`)).body, {timeout: 120_000})
      .toMatchObject(status === 'failed' ? {status, error: 'not now'} : {status, error: ''});
  await reaches('failed');
  await database.execute({text: 'drop trigger refuse on Compliances'});
  expect((await admin.patch(`/jobs/${body.job_id}/status`, {status: 'pending'})).status).toBe(200);
  await reaches('finished');
  expect((await admin.post(`/compliance/reports/${body.id}/verify`)).body.faults).toEqual([]);
});

test('the archive includes files on request, and the manifest names missing ones', async () => {
  const day = START + 70 * DAY;
  const upload = async (name: string, content: string) => {
    const {status, body} = await crew.ann.post(
      `/files?channel_id=${crew.channelId}&filename=${encodeURIComponent(name)}`,
      content,
      {
        'content-type': 'application/octet-stream',
      },
    );
    expect(status, JSON.stringify(body)).toBe(201);
    return body.file_infos[0].id as string;
  };
  const [kept, lost] = [await upload('../plan.txt', 'the plan'), await upload('lost.txt', 'gone')];
  const changed = await upload('price.txt', '1000');
  await postAt(crew.ann, day, 'with files', {fileIds: [kept, lost, changed]});
  const pathOf = async (id: string) =>
    (await crew.server.platform.database.row<{path: string}>({
      text: 'select Path from FileInfo where Id = $1',
      values: [id],
    }))!.path;
  await crew.server.features.fileStore.remove(await pathOf(lost));
  await crew.server.features.fileStore.write(await pathOf(changed), Buffer.from('9000'));
  const report = await makeReport({start_at: day, end_at: day + DAY, include_files: true});
  const {body: verification} = await admin.post(`/compliance/reports/${report.id}/verify`);
  expect(verification).toMatchObject({faults: [], files: 2, missing_files: 1, changed_files: 1});
  const entries = await unzip(await download(report));
  const file = Object.keys(entries).find((name) => name.includes(kept))!;
  expect(file).toMatch(/^files\/\w{26}\/\w{26}-[^/]*plan\.txt$/);
  expect(entries[file]!.toString()).toBe('the plan');
  expect(JSON.parse(entries['manifest.json']!.toString()).manifest.missing_files).toMatchObject([
    {file_id: lost, name: 'lost.txt'},
  ]);
  const hash = (content: string) => createHash('sha256').update(content).digest('hex');
  expect(JSON.parse(entries['manifest.json']!.toString()).manifest.changed_files).toMatchObject([
    {
      file_id: changed,
      name: 'price.txt',
      uploaded: {size: 4, sha256: hash('1000')},
      now: {size: 4, sha256: hash('9000')},
    },
  ]);
});

test('an archive can be verified, and tampering is detected', async () => {
  const report = await makeReport();
  const verify = async () => (await admin.post(`/compliance/reports/${report.id}/verify`)).body;
  const entries = await unzip(await download(report));
  const hash = (name: string) => createHash('sha256').update(entries[name]!).digest('hex');
  expect(await verify()).toEqual({
    faults: [],
    rows: report.count,
    manifest_sha256: hash('manifest.json'),
    entries: [
      {
        name: 'posts.csv',
        bytes: entries['posts.csv']!.length,
        sha256: hash('posts.csv'),
        rows: report.count,
      },
      {name: 'meta.json', bytes: entries['meta.json']!.length, sha256: hash('meta.json')},
    ],
    files: 0,
    missing_files: 0,
    changed_files: 0,
  });
  const {complianceArchives} = crew.server.features;
  await complianceArchives.write(`adhoc-${report.id}.zip`, Buffer.from('no archive'));
  expect((await verify()).faults).toEqual([expect.stringContaining('The archive cannot be read')]);
});

test('verification accepts posts and edits after a report, but not a removed post', async () => {
  const day = START + 90 * DAY;
  const twice = await postAt(crew.ann, day, 'a secret');
  const once = await postAt(crew.ann, day + 1, 'no word of it');
  const gone = await postAt(crew.bob, day + 2, 'another secret');
  await crew.ann.put(`/posts/${twice.id}/patch`, {message: 'the secret'});
  const end = Date.now() + DAY;
  const reports = [
    await makeReport({start_at: day, end_at: end}),
    await makeReport({start_at: day, end_at: end, keywords: 'secret'}),
  ];
  expect(reports[1].count).toBe(3);
  await crew.ann.put(`/posts/${twice.id}/patch`, {message: 'nothing'});
  await crew.ann.put(`/posts/${twice.id}/patch`, {message: 'a secret again'});
  await crew.ann.put(`/posts/${once.id}/patch`, {message: 'a secret now'});
  await crew.post(crew.ann, 'a secret of today');
  await crew.ann.delete(`/posts/${once.id}`);
  const faults = async ({id}: {id: string}) =>
    (await admin.post(`/compliance/reports/${id}/verify`)).body.faults;
  for (const report of reports) expect(await faults(report)).toEqual([]);
  await crew.server.platform.database.execute({text: 'delete from Posts where Id = $1', values: [gone.id]});
  for (const report of reports) {
    expect(await faults(report)).toEqual([
      expect.stringMatching(/^The database has \d+ matching posts from the time/),
    ]);
  }
});

test('a download has a length, a name and an ETag, and can be resumed', async () => {
  const report = await makeReport();
  const get = (headers: Record<string, string> = {}) =>
    crew.server.app.inject({
      url: `/api/v4/compliance/reports/${report.id}/download`,
      headers: {authorization: `Bearer ${admin.token}`, ...headers},
    });
  const whole = await get();
  expect(whole.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(whole.rawPayload.length),
    'content-disposition': expect.stringContaining(`adhoc-${report.id}.zip`),
    'cache-control': 'no-store',
    etag: expect.stringMatching(/^".+"$/),
  });
  const part = await get({range: 'bytes=10-19'});
  expect(part.statusCode).toBe(206);
  expect(part.rawPayload.equals(whole.rawPayload.subarray(10, 20))).toBe(true);
  expect((await get({'if-none-match': String(whole.headers.etag)})).statusCode).toBe(304);
});

describe('rejected requests', () => {
  test.each([
    [{desc: ''}, 'desc'],
    [{desc: 'é'.repeat(257)}, 'desc'],
    [{start_at: 0}, 'start_at'],
    [{end_at: 0}, 'end_at'],
    [{end_at: START}, 'start_end_at'],
    [{end_at: START - 1}, 'start_end_at'],
    [{end_at: Number.MAX_SAFE_INTEGER}, 'end_at'],
    [{keywords: 'x'.repeat(513)}, 'keywords'],
    [{emails: 'x'.repeat(1025)}, 'emails'],
  ])('%j', async (more, field) => {
    const answer = await admin.post('/compliance/reports', {
      desc: 'd',
      start_at: START,
      end_at: START + 1,
      ...more,
    });
    expect(answer).toMatchObject({status: 400, body: {id: `model.compliance.is_valid.${field}.app_error`}});
  });

  test('a description of 512 bytes is accepted', async () => {
    const body = {desc: 'é'.repeat(256), start_at: START, end_at: START + 1};
    expect((await admin.post('/compliance/reports', body)).status).toBe(201);
  });

  test('unknown and malformed ids, and anyone but an administrator', async () => {
    const id = 'x'.repeat(26);
    expect(await admin.get(`/compliance/reports/${id}`)).toMatchObject({
      status: 404,
      body: {id: 'app.compliance.get.finding.app_error'},
    });
    expect(await admin.get('/compliance/reports/short')).toMatchObject({
      status: 400,
      body: {id: 'api.context.invalid_url_param.app_error'},
    });
    for (const path of ['', `/${id}`, `/${id}/download`]) {
      expect(await crew.ann.get(`/compliance/reports${path}`)).toMatchObject({
        status: 403,
        body: {id: 'api.context.permissions.app_error'},
      });
      expect((await crew.server.anonymous.get(`/compliance/reports${path}`)).status).toBe(401);
    }
    expect((await crew.ann.post('/compliance/reports', {desc: 'd', start_at: 1, end_at: 2})).status).toBe(
      403,
    );
  });

  test.each([
    [{ComplianceSettings: {Enable: false}}, {ComplianceSettings: {Enable: true}}],
    [{LicenseSettings: {Tier: 'professional'}}, {LicenseSettings: {Tier: 'enterprise'}}],
  ])('every request with %j', async (off, on) => {
    await crew.server.platform.config.patch(off);
    for (const answer of [
      await admin.get('/compliance/reports'),
      await admin.post('/compliance/reports', {desc: 'd', start_at: 1, end_at: 2}),
      await admin.get(`/compliance/reports/${'x'.repeat(26)}`),
    ]) {
      expect(answer).toMatchObject({status: 501, body: {id: 'ent.compliance.licence_disable.app_error'}});
    }
    await crew.server.platform.config.patch(on);
  });

  test('downloading a removed report, whose record stays', async () => {
    const report = await makeReport();
    expect((await admin.delete(`/compliance/reports/${report.id}`)).body).toEqual({status: 'OK'});
    expect((await admin.get(`/compliance/reports/${report.id}`)).body.status).toBe('removed');
    expect(await admin.get(`/compliance/reports/${report.id}/download`)).toMatchObject({
      status: 501,
      body: {id: 'api.file.read_file.reading_local.app_error'},
    });
  });
});

test('if enabled, a report of the previous day is created once every day', async () => {
  const worker = crew.server.features.jobs.workers.get('compliance_daily_report')!;
  const settings = crew.server.platform.config.get();
  const on = {...settings, ComplianceSettings: {...settings.ComplianceSettings, EnableDaily: true}};
  expect(worker.schedule!(settings)).toBeUndefined();
  expect(worker.schedule!(on)).toEqual({cron: '5 0 * * *', timezone: 'UTC'});
  const order = async () => {
    const {body} = await admin.post('/jobs', {type: 'compliance_daily_report'});
    await expect
      .poll(async () => (await admin.get(`/jobs/${body.id}`)).body.status, {timeout: 120_000})
      .toBe('success');
    return (await admin.get(`/jobs/${body.id}`)).body.data.report_id;
  };
  const id = await order();
  await expect
    .poll(async () => (await admin.get(`/compliance/reports/${id}`)).body.status, {timeout: 120_000})
    .toBe('finished');
  const {body: report} = await admin.get(`/compliance/reports/${id}`);
  expect(report).toMatchObject({type: 'daily', end_at: report.start_at + DAY});
  expect([report.start_at % DAY, report.desc]).toEqual([
    0,
    new Date(report.start_at).toISOString().slice(0, 10),
  ]);
  expect((await download(report)).length).toBeGreaterThan(0);
  expect(await order()).toBe(id);
});

test('creating and downloading a report is audited, listing reports is not', async () => {
  const actions = async () =>
    (await admin.get('/audits?per_page=200')).body.map(({action, extra_info}: Record<string, string>) =>
      [action, extra_info].join(' '),
    );
  const report = await makeReport();
  await download(report);
  const before = await actions();
  expect(before.join('\n')).toMatch(/createComplianceReport/);
  expect(before.join('\n')).toMatch(new RegExp(`downloadComplianceReport id=${report.id}`));
  expect((await admin.get('/compliance/reports')).status).toBe(200);
  expect(await actions()).toEqual(before);
});

test('reports are listed newest first, in pages', async () => {
  const report = await makeReport({desc: 'youngest'});
  const {body} = await admin.get('/compliance/reports?per_page=2');
  expect(body).toHaveLength(2);
  expect(body[0].id).toBe(report.id);
});

describe('parsing the filters', () => {
  test.each([
    ['', []],
    [' A@x.io,\nb@x.io  a@x.io ', ['a@x.io', 'b@x.io']],
  ])('emails %j', (text, expected) => {
    expect(parseEmails(text)).toEqual(expected);
  });

  test.each([
    ['', []],
    ['Shorting stock,Buy', ['shorting', 'stock', 'buy']],
    ['"two words" "" one"', ['two words', '""', 'one"']],
  ])('keywords %j', (text, expected) => {
    expect(parseKeywords(text)).toEqual(expected);
  });

  test('a keyword matches exactly the texts that contain it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({minLength: 1, maxLength: 8}),
        fc.string({maxLength: 20}),
        async (keyword, text) => {
          const clean = (value: string) => value.replaceAll('\u0000', '');
          const row = await crew.server.platform.database.row<{found: boolean}>({
            text: 'select $1::text like $2 as found',
            values: [clean(text), likePattern(clean(keyword))],
          });
          expect(row!.found).toBe(clean(text).includes(clean(keyword)));
        },
      ),
    );
  });
});
