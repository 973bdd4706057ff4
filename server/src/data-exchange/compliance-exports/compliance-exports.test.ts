import {createHash} from 'node:crypto';
import {buffer} from 'node:stream/consumers';
import {parse} from 'csv-parse/sync';
import {XMLParser, XMLValidator} from 'fast-xml-parser';
import PostalMime from 'postal-mime';
import {SMTPServer} from 'smtp-server';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {unzip} from '../../../../test/support/archives.ts';
import {type Crew, createCrew} from '../../../../test/support/crew.ts';
import {runJobs} from '../../../../test/support/running-jobs.ts';
import type {Person} from '../../../../test/support/test-server.ts';
import {isSignedBy} from '../signed-archives/signed-archives.ts';

let crew: Crew;
let admin: Person;
let jobs: {stop(): Promise<void>};

const DAY = 86_400_000;
const START = Date.UTC(2021, 0, 1);
const NASTY = '=1+1 <b>&"\'\r\n]]> 🎉 \u0001, end';

/** The ids of the first day's posts, by name. */
const said: Record<string, string> = {};

beforeAll(async () => {
  crew = await createCrew({MessageExportSettings: {DownloadExportResults: true}});
  admin = crew.server.admin;
  jobs = await runJobs(crew.server);
  const {features, platform} = crew.server;
  const {ann, bob} = crew;
  // Everything that the server creates itself is outside the window.
  const at = async (name: string, offset: number, userId: string, message: string, more: object = {}) => {
    const post = await features.posts.create({
      channelId: crew.channelId,
      userId,
      message,
      createAt: START + offset,
      ...more,
    });
    said[name] = post.id;
    return post;
  };
  const nasty = await at('nasty', 1, ann.id, NASTY);
  await at('reply', 2, bob.id, 'reply', {rootId: nasty.id});
  const {body} = await ann.post(`/files?channel_id=${crew.channelId}&filename=plan.txt`, 'the plan', {
    'content-type': 'application/octet-stream',
  });
  const lost = await ann.post(`/files?channel_id=${crew.channelId}&filename=lost.txt`, 'lost', {
    'content-type': 'application/octet-stream',
  });
  const files = [body.file_infos[0].id, lost.body.file_infos[0].id];
  await at('file', 3, ann.id, 'with files', {fileIds: files});
  const row = await platform.database.row<{path: string}>({
    text: 'select Path from FileInfo where Id = $1',
    values: [files[1]],
  });
  await features.fileStore.remove(row!.path);
  const direct = await features.channels.directChannel(ann.id, bob.id, ann.id);
  await at('direct', 4, ann.id, 'direct', {channelId: direct.id});
  const bot = await features.bots.create({username: 'recorder'}, admin.id);
  await at('bot', 5, bot.userid, 'from a bot');
  await at('hook', 6, bob.id, 'from a hook', {
    props: {from_webhook: 'true', override_username: 'deploys'},
    isWebhook: true,
  });
  await at('system', 7, ann.id, 'joined', {type: 'system_join_channel'});
  await at('edited', 8, ann.id, 'first text');
  await ann.put(`/posts/${said.edited}/patch`, {message: 'second text'});
  await at('deleted', 9, ann.id, 'to be deleted');
  await ann.delete(`/posts/${said.deleted}`);
  // Events of today are moved into the window, so that the tests know their times.
  await platform.database.execute({
    text: `
      update Posts set UpdateAt = $1::bigint + 100 + CreateAt % 50, EditAt = case when EditAt > 0 then $1::bigint + 100 else 0 end,
        DeleteAt = case when DeleteAt > 0 then $1::bigint + 100 + CreateAt % 50 else 0 end
      where CreateAt between $1 and $1::bigint + 50 and UpdateAt > $1::bigint + 50`,
    values: [START],
  });
  await platform.database.execute({
    text: 'update ChannelMemberHistory set JoinTime = $1, LeaveTime = case UserId when $2 then $4::bigint end where ChannelId = $3',
    values: [START - DAY, crew.cat.id, crew.channelId, START + 60],
  });
  await platform.database.execute({
    text: 'update ChannelMemberHistory set JoinTime = $1 where ChannelId = $2 and UserId = $3',
    values: [START + 20, crew.channelId, bob.id],
  });
});
afterAll(async () => {
  await jobs.stop();
  await crew.close();
});

/** Runs an export and waits for its end. */
async function runExport(data: Record<string, string>, status = 'success') {
  const created = await admin.post('/jobs', {type: 'message_export', data});
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const read = async () => (await admin.get(`/jobs/${created.body.id}`)).body;
  await expect
    .poll(async () => (await read()).status, {timeout: 120_000})
    .toMatch(/^(success|warning|error|canceled)$/);
  const job = await read();
  expect(job.status, JSON.stringify(job)).toBe(status);
  return job;
}

const window = (format: string) => ({
  export_type: format,
  batch_start_time: String(START),
  job_end_time: String(START + DAY),
});

test.each(['actiance', 'csv', 'globalrelay-zip', 'jsonl'])(
  'a file that has changed since it was uploaded is exported with a warning (%s)',
  async (format) => {
    const {fileStore} = crew.server.features;
    const row = await crew.server.platform.database.row<{path: string; id: string}>({
      text: `select Id, Path from FileInfo where Name = 'plan.txt'`,
    });
    await fileStore.write(row!.path, Buffer.from('the PLAN'));
    try {
      const job = await runExport(window(format), 'warning');
      const [entries] = await batchesOf(job);
      const warning = entries!['warning.txt']!.toString();
      const sha256 = createHash('sha256').update('the plan').digest('hex');
      expect(warning).toContain(`plan.txt (${row!.id})`);
      expect(warning).toContain(`it was 8 bytes with SHA-256 ${sha256}`);
      expect(JSON.parse(entries!['manifest.json']!.toString()).manifest.warnings).toContain(
        warning.split('\n').find((line) => line.includes('plan.txt')),
      );
    } finally {
      await fileStore.write(row!.path, Buffer.from('the plan'));
    }
  },
);

async function batchesOf(job: {id: string}): Promise<Record<string, Buffer>[]> {
  const {statusCode, rawPayload} = await crew.server.app.inject({
    url: `/api/v4/jobs/${job.id}/download`,
    headers: {authorization: `Bearer ${admin.token}`},
  });
  expect(statusCode, rawPayload.toString()).toBe(200);
  return Promise.all(Object.values(await unzip(rawPayload)).map(unzip));
}

/** The only batch of an export of the window. The lost file causes a warning. */
async function entriesOf(format: string): Promise<Record<string, Buffer>> {
  const job = await runExport(window(format), 'warning');
  expect(job.data).toMatchObject({warning_count: '1', job_batch_number: '1', is_downloadable: 'true'});
  const [entries, ...others] = await batchesOf(job);
  expect(others).toEqual([]);
  expect(entries!['warning.txt']!.toString()).toContain('lost.txt');
  return entries!;
}

test('CSV: every post, join and file, in order of time, read back by a parser', async () => {
  const entries = await entriesOf('csv');
  const rows: Record<string, string>[] = parse(entries['posts.csv']!, {columns: true});
  expect(Object.keys(rows[0]!)).toHaveLength(20);
  const posts = rows.filter((row) => row['Post Type'] === 'message');
  expect(
    posts.map((row) => [row['Post Id'], row['Post Update Type'], row['User Type'], row['Channel Type']]),
  ).toEqual([
    [said.nasty, 'UpdatedNoMsgChange', 'user', 'public'],
    [said.reply, '', 'user', 'public'],
    [said.file, '', 'user', 'public'],
    [said.direct, '', 'user', 'direct'],
    [said.bot, '', 'bot', 'public'],
    [said.hook, '', 'bot', 'public'],
    ...[
      [said.edited, 'EditedNewMsg', 'user', 'public'],
      [expect.any(String), 'EditedOriginalMsg', 'user', 'public'],
    ].sort((a) =>
      posts[6]!['Post Id'] === said.edited ? (a[0] === said.edited ? -1 : 1) : a[0] === said.edited ? 1 : -1,
    ),
    [said.deleted, '', 'user', 'public'],
    [said.deleted, 'Deleted', 'user', 'public'],
  ]);
  const byId = (id: string) => posts.find((row) => row['Post Id'] === id)!;
  expect(byId(said.nasty!)['Post Message']).toBe(`'${NASTY}`);
  expect(byId(said.reply!)['Replied to Post Id']).toBe(said.nasty);
  expect(byId(said.direct!)['Channel Display Name']).toBe('Direct Message');
  const former = posts.find((row) => row['Post Update Type'] === 'EditedOriginalMsg')!;
  expect([former['Edited By Post Id'], former['Post Message']]).toEqual([said.edited, 'first text']);
  expect(posts.at(-1)!['Post Message']).toBe('delete to be deleted');

  const staying = rows.filter((row) => row['Post Id'] === '' && row['Channel Name'] === 'town-square');
  expect(staying.map((row) => [row.Username, row['Post Type'], Number(row['Post Creation Time'])])).toEqual(
    expect.arrayContaining([
      ['ann', 'previously-joined', START - DAY],
      ['cat', 'previously-joined', START - DAY],
      ['bob', 'enter', START + 20],
      ['cat', 'leave', START + 60],
    ]),
  );
  const file = rows.find(
    (row) => row['Post Type'] === 'attachment' && row['Post Message']!.startsWith('plan'),
  )!;
  const name = /\((.*)\)/.exec(file['Post Message']!)![1]!;
  expect(entries[name]!.toString()).toBe('the plan');
  expect(JSON.parse(entries['metadata.json']!.toString())).toMatchObject({
    MessagesCount: 10,
    AttachmentsCount: 2,
  });
});

test('Actiance: one conversation per channel, well-formed with any text', async () => {
  const entries = await entriesOf('actiance');
  const xml = entries['actiance_export.xml']!.toString();
  expect(XMLValidator.validate(xml)).toBe(true);
  const {FileDump} = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: false,
    htmlEntities: true,
    isArray: (name) => ['Conversation', 'Message', 'ParticipantEntered', 'ParticipantLeft'].includes(name),
  }).parse(xml);
  const square = FileDump.Conversation.find((one: Record<string, string>) =>
    one.RoomID!.startsWith('public - town-square - '),
  );
  expect(square['@_Perspective']).toBe('Town Square');
  expect([square.StartTimeUTC, square.EndTimeUTC]).toEqual([String(START - 1), String(START + DAY)]);
  const nasty = square.Message.find((one: Record<string, string>) => one.MessageId === said.nasty);
  expect(nasty).toMatchObject({
    LoginName: 'ann@example.com',
    UserType: 'user',
    DateTimeUTC: String(START + 1),
    UpdatedType: 'UpdatedNoMsgChange',
    Content: NASTY.replace('\u0001', '\ufffd'),
  });
  expect(
    square.ParticipantEntered.map((one: Record<string, string>) => [one.LoginName, one.DateTimeUTC]),
  ).toEqual(expect.arrayContaining([['bob@example.com', String(START + 20)]]));
  expect(
    square.ParticipantLeft.map((one: Record<string, string>) => [one.LoginName, one.DateTimeUTC]),
  ).toEqual(
    expect.arrayContaining([
      ['cat@example.com', String(START + 60)],
      ['ann@example.com', String(START + DAY)],
    ]),
  );
  const plan = [square.FileTransferStarted].flat().find((one) => one.UserFileName === 'plan.txt');
  expect(entries[plan.FileName]!.toString()).toBe('the plan');
});

test('Global Relay in an archive: one email per channel, read back by a MIME parser', async () => {
  const entries = await entriesOf('globalrelay-zip');
  const names = Object.keys(entries).filter((name) => name.endsWith('.eml'));
  expect(names).toContain(`town-square - (${crew.channelId}) - 0.eml`);
  const email = await PostalMime.parse(entries[`town-square - (${crew.channelId}) - 0.eml`]!);
  expect(email.subject).toBe('Mattermost Compliance Export: Town Square');
  expect(email.from?.address).toBe('ann@example.com');
  expect(email.to!.map(({address}) => address)).toEqual(
    expect.arrayContaining(['ann@example.com', 'bob@example.com', 'cat@example.com']),
  );
  const header = (key: string) => email.headers.find((one) => one.key === key)?.value;
  expect(header('x-globalrelay-msgtype')).toBe('Mattermost');
  expect(header('x-mattermost-channelname')).toBe('Town Square');
  expect(header('x-mattermost-channeltype')).toBe('public');
  expect(header('auto-submitted')).toBe('auto-generated');
  expect(header('precedence')).toBe('bulk');
  expect(header('content-transfer-encoding')).toBe('8bit');
  expect(email.html).toContain('<span class="message">=1+1 &lt;b&gt;');
  expect(email.html).toContain('<span class="postusername">deploys</span>');
  expect(email.html).toContain('<span class="usertype">bot</span>');
  expect(email.attachments).toHaveLength(1);
  expect(Buffer.from(email.attachments[0]!.content as ArrayBuffer).toString()).toBe('the plan');
});

test('JSON lines: every record, member and file', async () => {
  const entries = await entriesOf('jsonl');
  const lines = entries['export.jsonl']!.toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.find(({post_id}) => post_id === said.nasty)).toMatchObject({
    message: NASTY,
    user_type: 'user',
  });
  expect(lines.filter(({kind}) => kind === 'message')).toHaveLength(10);
  expect(lines.find(({kind, username}) => kind === 'member' && username === 'bob')).toMatchObject({
    join_time: START + 20,
    leave_time: null,
  });
});

test('the same window produces the same bytes, with a signed manifest', async () => {
  const [one, other] = [await entriesOf('csv'), await entriesOf('csv')];
  for (const name of ['posts.csv', 'metadata.json']) expect(one[name]!.equals(other[name]!), name).toBe(true);
  const signed = JSON.parse(one['manifest.json']!.toString());
  expect(isSignedBy(signed, await crew.server.features.manifestSigner.publicKey())).toBe(true);
  expect(signed.manifest.posts.count).toBe(10 - 1);
  for (const entry of signed.manifest.entries) {
    expect(entry.sha256).toBe(createHash('sha256').update(one[entry.name]!).digest('hex'));
  }
});

describe('Global Relay by email', () => {
  interface Received {
    from: string;
    to: string[];
    content: Buffer;
  }
  let received: Received[] = [];
  /** Why the mail server rejects an email; undefined to accept it. */
  let refusal: (from: string) => string | undefined = () => undefined;
  /** If set, receives the callback that completes the mail server's response. */
  let delayed: ((done: () => void) => void) | undefined;
  const addressOf = (from: false | {address: string}) => (from ? from.address : '');
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({username, password}, _session, done) =>
      username === 'ours' && password === 'secret' ? done(null, {user: username}) : done(new Error('no')),
    onRcptTo(_address, session, done) {
      const words = refusal(addressOf(session.envelope.mailFrom));
      const answer = () =>
        done(words === undefined ? null : Object.assign(new Error(words), {responseCode: 550}));
      if (delayed) delayed(answer);
      else answer();
    },
    onData(stream, {envelope: {mailFrom, rcptTo}}, done) {
      buffer(stream).then((content) => {
        received.push({from: addressOf(mailFrom), to: rcptTo.map(({address}) => address), content});
        done();
      }, done);
    },
  });
  let port: number;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({port} = server.server.address() as {port: number});
    await crew.server.platform.config.patch({
      MessageExportSettings: {
        GlobalRelaySettings: {
          CustomerType: 'CUSTOM',
          EmailAddress: 'archive@example.org',
          SMTPUsername: 'ours',
          SMTPPassword: 'secret',
          CustomSMTPServerName: '127.0.0.1',
          CustomSMTPPort: String(port),
          SMTPServerTimeout: 10,
        },
      },
    });
  });

  test('the mail server receives the same bytes that an archive would contain', async () => {
    received = [];
    const job = await runExport(window('globalrelay'), 'warning');
    expect(job.data.is_downloadable).toBe('false');
    expect(received.map(({to}) => to)).toEqual(received.map(() => ['archive@example.org']));
    const entries = await entriesOf('globalrelay-zip');
    const emails = Object.entries(entries).filter(([name]) => name.endsWith('.eml'));
    expect(emails.length).toBeGreaterThan(1);
    const texts = (contents: Buffer[]) => contents.map((content) => content.toString().trimEnd()).sort();
    expect(texts(received.map(({content}) => content))).toEqual(texts(emails.map(([, content]) => content)));
    for (const {from, content} of received) {
      expect((await PostalMime.parse(content)).from?.address).toBe(from);
    }
  });

  test("a rejected email fails the run with the server's message, and the next run sends all emails with the same ids", async () => {
    received = [];
    // The first participant of Town Square by name is the sender. The direct channel may come before or after it.
    let count = 0;
    refusal = () => (++count > 1 ? 'mailbox full' : undefined);
    const job = await runExport(window('globalrelay'), 'error');
    expect(job.data.error).toMatch(
      new RegExp(`127\\.0\\.0\\.1:${port} rejected an email: .*mailbox full.*Emails before it were sent`),
    );
    expect(job.data).toMatchObject({messages_exported: '0'});
    expect(await crew.server.features.complianceExports.batches(job.id)).toEqual([]);
    expect(received).toHaveLength(1);
    const idOf = async ({content}: Received) => (await PostalMime.parse(content)).messageId;
    const sent = await idOf(received[0]!);
    refusal = () => undefined;
    await runExport(window('globalrelay'), 'warning');
    expect((await Promise.all(received.slice(1).map(idOf))).filter((id) => id === sent)).toHaveLength(1);
  });

  test('an export can be canceled while the mail server does not respond', async () => {
    const asked = Promise.withResolvers<void>();
    let answer = () => {};
    delayed = (done) => {
      answer = done;
      asked.resolve();
    };
    const {body} = await admin.post('/jobs', {type: 'message_export', data: window('globalrelay')});
    await asked.promise;
    expect((await admin.post(`/jobs/${body.id}/cancel`)).status).toBe(200);
    await expect
      .poll(async () => (await admin.get(`/jobs/${body.id}`)).body.status, {timeout: 120_000})
      .toBe('canceled');
    delayed = undefined;
    answer();
  });

  test('a mail server that rejects every email or is down fails the run', async () => {
    refusal = () => 'relaying denied';
    expect((await runExport(window('globalrelay'), 'error')).data.error).toContain('relaying denied');
    await new Promise<void>((resolve) => server.close(resolve));
    expect((await runExport(window('globalrelay'), 'error')).data.error).toContain(
      `127.0.0.1:${port} rejected an email`,
    );
  });
});

test('runs without a start continue the chain without gaps or repetition, and name the previous batch', async () => {
  await crew.server.platform.config.patch({MessageExportSettings: {BatchSize: 4}});
  const first = await runExport({export_type: 'jsonl', job_end_time: String(START + 7)}, 'warning');
  const second = await runExport({export_type: 'jsonl', job_end_time: String(START + DAY)});
  const third = await runExport({export_type: 'jsonl', job_end_time: String(START + DAY)});
  expect(third.data).toMatchObject({job_batch_number: '0', is_downloadable: 'false'});
  const batches = [...(await batchesOf(first)), ...(await batchesOf(second))];
  expect(batches.length).toBeGreaterThan(2);
  const ids = batches.flatMap((entries) =>
    entries['export.jsonl']!.toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({kind, update_type}) => kind === 'message' && update_type !== 'EditedOriginalMsg')
      .map(({post_id, update_type}) => `${post_id} ${update_type}`),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of Object.values(said).filter((one) => one !== said.system)) {
    expect(
      ids.some((one) => one.startsWith(id)),
      id,
    ).toBe(true);
  }
  const manifests = batches.map((entries) => entries['manifest.json']!);
  for (const [index, bytes] of manifests.entries()) {
    const {manifest} = JSON.parse(bytes.toString());
    const before = manifests[index - 1];
    expect(manifest.previous?.manifest_sha256).toBe(
      before && createHash('sha256').update(before).digest('hex'),
    );
    if (before) expect(manifest.posts.after).toEqual(JSON.parse(before.toString()).manifest.posts.up_to);
  }
  await crew.server.platform.config.patch({MessageExportSettings: {BatchSize: 10_000}});
});

describe('rejected requests', () => {
  test.each([
    [{export_type: 'pdf'}, 'data.export_type'],
    [{batch_start_time: 'soon'}, 'data.batch_start_time'],
    [{batch_start_time: '5', job_end_time: '4'}, 'data.job_end_time'],
  ])('%j', async (data, path) => {
    const answer = await admin.post('/jobs', {type: 'message_export', data});
    expect(answer).toMatchObject({status: 400, body: {id: 'api.context.invalid_body_param.app_error'}});
    expect(JSON.stringify(answer.body)).toContain(path);
  });

  test('anyone but an administrator', async () => {
    expect((await crew.ann.post('/jobs', {type: 'message_export'})).status).toBe(403);
  });

  test('a tier that is too low', async () => {
    await crew.server.platform.config.patch({LicenseSettings: {Tier: 'team'}});
    expect(await admin.post('/jobs', {type: 'message_export'})).toMatchObject({
      status: 501,
      body: {id: 'ent.compliance.licence_disable.app_error'},
    });
    await crew.server.platform.config.patch({LicenseSettings: {Tier: 'enterprise'}});
  });

  test('downloads while the setting is off, and of an export without anything', async () => {
    const job = await runExport({export_type: 'csv', batch_start_time: '1', job_end_time: '2'});
    expect(await admin.get(`/jobs/${job.id}/download`)).toMatchObject({
      status: 400,
      body: {id: 'api.job.unable_to_download_job'},
    });
    await crew.server.platform.config.patch({MessageExportSettings: {DownloadExportResults: false}});
    expect(await admin.get(`/jobs/${job.id}/download`)).toMatchObject({
      status: 501,
      body: {id: 'app.job.download_export_results_not_enabled'},
    });
    await crew.server.platform.config.patch({MessageExportSettings: {DownloadExportResults: true}});
  });
});

test('if enabled, the export runs daily at the configured time', () => {
  const worker = crew.server.features.jobs.workers.get('message_export')!;
  const settings = crew.server.platform.config.get();
  expect(worker.schedule!(settings)).toBeUndefined();
  const on = {...settings.MessageExportSettings, EnableExport: true, DailyRunTime: '03:05'};
  expect(worker.schedule!({...settings, MessageExportSettings: on})).toMatchObject({cron: '5 3 * * *'});
});
