import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {mkdtemp, readdir, readFile, rename, rm, symlink, truncate, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parse} from 'csv-parse/sync';
import PostalMime from 'postal-mime';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {directories} from '../../server/src/platform/config/directories.ts';
import {type Database, openDatabase} from '../../server/src/platform/database/database.ts';
import {type Entries, unzip, unzipWithoutZeros} from '../support/archives.ts';
import {commandLine} from '../support/command-line.ts';
import {
  createHistory,
  DAY,
  END,
  FORMULAS,
  type History,
  SITE_URL,
  START,
  TRICKY,
} from '../support/compliance-history.ts';
import {
  type ExportedMessage,
  type ParsedExport,
  readActiance,
  readCsvExport,
  readEmails,
  readJsonLines,
  unescapeFormula,
} from '../support/export-readers.ts';
import {quiet} from '../support/quiet.ts';
import {schemaErrors} from '../support/xml-schema.ts';

// A day that contains everything a compliance archive must represent correctly, in reports and every export format,
// over HTTP, the command line and SQL. The case numbers are those of the project's list of edge cases.

vi.setConfig({testTimeout: 600_000, hookTimeout: 600_000});

const FORMATS: Record<string, (entries: Entries) => ParsedExport | Promise<ParsedExport>> = {
  actiance: readActiance,
  csv: readCsvExport,
  'globalrelay-zip': readEmails,
  jsonl: readJsonLines,
};
const SCHEMA = readFileSync(new URL('../../docs/actiance_export.xsd', import.meta.url), 'utf8');

let history: History;
let database: Database;
let reader: Database;
let data: string;
let patchbay: ReturnType<typeof commandLine>;
let server: Awaited<ReturnType<ReturnType<typeof commandLine>['serve']>>;
/** The parsed export of the whole day in each format. */
const exported: Record<string, {job: Job; parsed: ParsedExport; entries: Entries}> = {};

interface Job {
  id: string;
  status: string;
  data: Record<string, string>;
}

beforeAll(async () => {
  history = await createHistory();
  ({database} = history.crew.server.platform);
  reader = openDatabase({
    connectionString: database.connectionString.replace('patchbay@', 'patchbay_reader@'),
    maxConnections: 1,
    log: quiet,
  });
  data = history.crew.server.platform.config.dataDirectory;
  patchbay = commandLine(data, {
    PATCHBAY_SQLSETTINGS_DATASOURCE: database.connectionString,
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
  });
  server = await patchbay.serve();
  await settings({ServiceSettings: {SiteURL: SITE_URL}});
  for (const [format, read] of Object.entries(FORMATS)) {
    const job = await runExport(day(format));
    const [entries] = await batchesOf(job);
    exported[format] = {job, entries: entries!, parsed: await read(entries!)};
  }
});
afterAll(async () => {
  await server?.stop();
  await reader?.close();
  await history?.crew.close();
});

const day = (format: string) => ({
  export_type: format,
  batch_start_time: String(START),
  job_end_time: String(END),
});

/** Calls the running server, as the administrator by default. */
async function call(
  method: string,
  path: string,
  {body, token = history.crew.server.admin.token}: {body?: object; token?: string} = {},
) {
  const response = await fetch(`${server.address}/api/v4${path}`, {
    method,
    headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json'},
    ...(body && {body: JSON.stringify(body)}),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  // biome-ignore lint/suspicious/noExplicitAny: each test describes the body it expects.
  const value: any = isJson ? JSON.parse(bytes.toString()) : undefined;
  return {status: response.status, body: value, bytes};
}

const settings = async (patch: object) =>
  expect((await call('PUT', '/config/patch', {body: patch})).status).toBe(200);

async function runExport(data: Record<string, string>): Promise<Job> {
  const created = await call('POST', '/jobs', {body: {type: 'message_export', data}});
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  return whenOver(`/jobs/${created.body.id}`);
}

/** The final state of a job or report. */
async function whenOver(path: string) {
  const ask = async () => {
    const {body} = await call('GET', path);
    expect(body.status).toMatch(/^(finished|failed|success|warning|error|canceled)$/);
    return body;
  };
  return vi.waitFor(ask, {timeout: 300_000, interval: 50});
}

async function batchesOf(job: Job): Promise<Entries[]> {
  const {status, bytes} = await call('GET', `/jobs/${job.id}/download`);
  expect(status, bytes.toString()).toBe(200);
  return Promise.all(Object.values(await unzip(bytes)).map(unzip));
}

interface Report {
  id: string;
  count: number;
  rows: Record<string, string>[];
  entries: Entries;
}

async function report(more: object = {}): Promise<Report> {
  const body = {desc: 'the day', start_at: START, end_at: END, ...more};
  const created = await call('POST', '/compliance/reports', {body});
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const path = `/compliance/reports/${created.body.id}`;
  expect((await whenOver(path)).status).toBe('finished');
  const entries = await unzip((await call('GET', `${path}/download`)).bytes);
  const rows: Record<string, string>[] = parse(entries['posts.csv']!, {columns: true});
  return {...(await call('GET', path)).body, rows, entries};
}

const refused = async (answer: Promise<{status: number; body: {id: string}}>) => {
  const {status, body} = await answer;
  return `${status} ${body.id}`;
};

const of = (messages: readonly ExportedMessage[], id: string) =>
  messages.filter((message) => message.id === id);

/** The state of a post in the database, for comparison with archives. */
async function inDatabase(id: string) {
  const row = await reader.row<{message: string; email: string; byprogram: boolean}>({
    text: `
      select p.Message, u.Email, exists (select from mattermost.Bots b where b.UserId = p.UserId)
        or coalesce(p.Props ->> 'from_webhook' = 'true', false) as byprogram
      from mattermost.Posts p join mattermost.Users u on u.Id = p.UserId where p.Id = $1`,
    values: [id],
  });
  return row!;
}

// The expected text. XML can't represent every character; the other formats can.
const asExported = (format: string, text: string) =>
  format === 'actiance' || format === 'globalrelay-zip' ? text.replaceAll('\u0001', '\ufffd') : text;

describe.each(Object.keys(FORMATS))('the day as %s', (format) => {
  test('cases 3, 4, 17, 18, 19, 21, 22, 27: every post as in the database, and nothing else', async () => {
    const {messages} = exported[format]!.parsed;
    for (const [name, {id, channel, updates}] of Object.entries(history.posts)) {
      const found = of(messages, id);
      expect([name, ...found.map(({update}) => update)]).toEqual([name, ...updates]);
      const {message, email, byprogram} = await inDatabase(id);
      for (const one of found) {
        const text = asExported(format, one.update === 'Deleted' ? `delete ${message}` : message);
        const userType = byprogram ? 'bot' : 'user';
        expect({name, ...one}).toMatchObject({name, text, email, userType, channel});
      }
    }
    const expected = Object.values(history.posts).reduce((sum, {updates}) => sum + updates.length, 0);
    expect(messages).toHaveLength(expected);
    for (const id of Object.values(history.excluded)) expect(of(messages, id)).toEqual([]);
  });

  test('case 25: memberships before, during and after the day, repeated ones, and ones without history', () => {
    const {members} = history.channels;
    // Emails have times in seconds, and list each member only once.
    const whole = format === 'globalrelay-zip' ? 1000 : 1;
    const time = (offset: number) => Math.floor((START + offset) / whole) * whole;
    const memberships = exported[format]!.parsed.memberships.filter(({channel}) => channel === members);
    const found = (name: string) =>
      memberships
        .filter(({email}) => email === `${name}@example.com`)
        .map(({joined, left}) => [joined, left])
        .sort(([a], [b]) => a! - b!);
    expect(found('ann')).toEqual([[time(-DAY), null]]);
    expect(found('bob')).toEqual([[time(1000), null]]);
    expect(found('cat')).toEqual([[time(-DAY), time(2000)]]);
    const fay = [
      [time(-DAY), time(1000)],
      [time(3000), time(3001)],
      [time(4000), null],
    ];
    expect(found('fay')).toEqual(whole === 1 ? fay : [[time(-DAY), null]]);
    expect(found('gus')).toEqual([[time(-1), null]]);
    expect(found('late')).toEqual([]);
    expect(found('gone')).toEqual([]);
  });

  test('case 26: members deactivated before the day are missing, and those deactivated during it are included', () => {
    const emails = exported[format]!.parsed.memberships.map(({email}) => email);
    expect(emails).toContain('eve@example.com');
    expect(emails).not.toContain('dan@example.com');
  });

  test('case 27: a bot is marked as a bot, also as a participant', async () => {
    const {parsed} = exported[format]!;
    const [message] = of(parsed.messages, history.posts.bot!.id);
    expect(message!.userType).toBe('bot');
    expect(parsed.memberships.map(({email}) => email)).toContain(message!.email);
  });

  test('cases 28, 29: no, one and two files; a missing file is listed; a deleted one is recorded', async () => {
    const {job, parsed, entries} = exported[format]!;
    expect(job.status).toBe('warning');
    expect(job.data.warning_count).toBe('1');
    expect(entries['warning.txt']!.toString()).toMatch(/lost\.txt.*cannot be read/);
    const names = parsed.files.filter(({entry}) => entry !== undefined).map(({name}) => name);
    expect(names.sort()).toEqual(['first.txt', 'lost.txt', 'third.txt', 'zweite Datei "é".txt'].sort());
    expect(parsed.files.filter(({entry}) => entry === undefined)).toHaveLength(1);
    if (format === 'globalrelay-zip') return;
    for (const [name, content] of [
      ['first.txt', 'the first file'],
      ['third.txt', 'the third file'],
      ['zweite Datei "é".txt', 'the second file'],
    ]) {
      const {entry} = parsed.files.find((file) => file.name === name)!;
      expect(entries[entry!]!.toString()).toBe(content);
    }
  });

  test('case 29: links to posts of this server are previews, links to other servers are not', () => {
    const {messages} = exported[format]!.parsed;
    expect(of(messages, history.posts.preview!.id)[0]!.preview).toBe(history.posts.plain!.id);
    expect(of(messages, history.posts['from elsewhere']!.id)[0]!.preview).toBe('');
    expect(of(messages, history.posts['strange props']!.id)[0]!.preview).toBe('');
  });

  test('case 20: the end of the window is inclusive, by the time of the last change', () => {
    const {messages} = exported[format]!.parsed;
    expect(of(messages, history.posts.end!.id)).toHaveLength(1);
    expect(of(messages, history.posts.start!.id)).toHaveLength(1);
  });

  test('the manifest lists every entry with its hash, and the count in the database', async () => {
    const {entries} = exported[format]!;
    const {manifest} = JSON.parse(entries['manifest.json']!.toString());
    expect(manifest.entries.map(({name}: {name: string}) => name).sort()).toEqual(
      Object.keys(entries)
        .filter((name) => name !== 'manifest.json')
        .sort(),
    );
    for (const {name, sha256, bytes} of manifest.entries) {
      expect([name, bytes, sha256]).toEqual([
        name,
        entries[name]!.length,
        createHash('sha256').update(entries[name]!).digest('hex'),
      ]);
    }
    const row = await reader.row<{count: number}>({
      text: `select count(*)::int as count from mattermost.Posts
        where UpdateAt >= $1 and UpdateAt <= $2 and Type not like 'system\\_%'`,
      values: [START, END],
    });
    expect(manifest.posts.count).toBe(row!.count);
  });
});

describe('format specifics', () => {
  test('case 29: the name shown for a webhook', () => {
    const html = Object.entries(exported['globalrelay-zip']!.entries)
      .filter(([name]) => name.endsWith('.eml'))
      .map(([, content]) => content.toString().replaceAll('=\r\n', ''))
      .join('');
    expect(html).toContain('<span class=3D"postusername">deployer</span>');
    const line = exported
      .jsonl!.entries['export.jsonl']!.toString()
      .split('\n')
      .find((one) => one.includes(history.posts.hook!.id))!;
    expect(JSON.parse(line)).toMatchObject({shown_as: 'deployer', user_type: 'bot'});
  });

  test('the XML is valid according to the documented schema', async () => {
    const xml = exported.actiance!.entries['actiance_export.xml']!.toString();
    expect(schemaErrors(SCHEMA, xml)).toEqual([]);
    const wrong = xml
      .replace('<UserType>user</UserType>', '<UserType>person</UserType>')
      .replace(/<MessageId>.*<\/MessageId>/, '');
    expect(schemaErrors(SCHEMA, wrong)).toHaveLength(2);

    const directory = await mkdtemp(join(tmpdir(), 'patchbay-xml-'));
    await writeFile(join(directory, 'export.xml'), xml);
    await writeFile(join(directory, 'wrong.xml'), wrong);
    const xmllint = (file: string) =>
      execFileSync(
        'xmllint',
        ['--noout', '--schema', new URL('../../docs/actiance_export.xsd', import.meta.url).pathname, file],
        {
          cwd: directory,
          stdio: 'pipe',
        },
      );
    try {
      xmllint('export.xml');
      expect(() => xmllint('wrong.xml')).toThrow(/UserType/);
    } catch (error) {
      // The program is not available everywhere.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    await rm(directory, {recursive: true});
  });

  test('cases 2, 4: a spreadsheet treats no cell of a CSV as a formula', () => {
    const rows: string[][] = parse(exported.csv!.entries['posts.csv']!);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^ *[=+\-@\t\r]/);
  });

  test('case 29: emails that would be too large are split, and mention files that do not fit', async () => {
    const {first, second, third} = history.files;
    const LARGE = 130 << 20;
    const {files} = directories(history.crew.server.platform.config);
    const resize = async (id: string, {stated, real}: {stated: number; real: number}) => {
      const row = await database.row<{path: string}>({
        // Its size matches the recorded one, and it isn't reported as damaged, because no hash is recorded.
        text: `update FileInfo set Size = $1, Sha256 = '' where Id = $2 returning Path`,
        values: [stated, id],
      });
      await truncate(join(files, row!.path), real);
    };
    // Two of them are padded with zero bytes. The third is too large for any email.
    for (const id of [first, second]) await resize(id, {stated: LARGE, real: LARGE});
    await resize(third, {stated: 251 << 20, real: 14});
    const job = await runExport(day('globalrelay-zip'));
    for (const [id, size] of [
      [first, 14],
      [second, 15],
      [third, 14],
    ] as const) {
      await resize(id, {stated: size, real: size});
    }
    expect(job.data.warning_count).toBe('2');
    const {bytes} = await call('GET', `/jobs/${job.id}/download`);
    const [batch] = Object.values(await unzip(bytes));
    const {entries, zeros} = await unzipWithoutZeros(batch!);
    const mails = Object.entries(entries).filter(([name]) => name.includes(history.channels.square));
    expect(mails.map(([name]) => name.slice(-5))).toEqual(['0.eml', '1.eml']);
    const parsed = await Promise.all(mails.map(([name, content]) => readEmails({[name]: content})));
    const names = parsed.map(({files}) => files.map(({name}) => name));
    expect(names[0]).toContain('first.txt');
    // A message stays together with its files.
    expect(of(parsed[0]!.messages, history.posts['two files']!.id)).toEqual([]);
    expect(of(parsed[1]!.messages, history.posts['two files']!.id)).toHaveLength(1);
    expect(names[1]).toContain(`third.txt (too large for an email: ${251 << 20} bytes)`);
    expect(entries['warning.txt']!.toString()).toContain('third.txt');
    // Each contains its own large file and nothing else.
    for (const [i, beginning] of ['the first file', 'the second file'].entries()) {
      const [name, content] = mails[i]!;
      const {attachments} = await PostalMime.parse(content);
      const contents = attachments.map((attachment) => Buffer.from(attachment.content as ArrayBuffer));
      expect(contents.map((one) => one.toString().replace(/\0+$/, ''))).toEqual([beginning]);
      expect(contents[0]!.length + zeros[name]!).toBe(LARGE);
    }
    const all = parsed.flatMap(({messages}) => messages);
    const whole = exported['globalrelay-zip']!.parsed.messages.filter(
      ({channel}) => channel === history.channels.square,
    );
    expect(all).toEqual(whole);
  });

  test.runIf(process.platform === 'linux')(
    'case 28: a file that fails while it is read fails its batch with its name, and nothing crashes',
    async () => {
      const row = await database.row<{path: string}>({
        text: 'select Path from FileInfo where Id = $1',
        values: [history.files.first],
      });
      const file = join(directories(history.crew.server.platform.config).files, row!.path);
      await rename(file, `${file}.kept`);
      // It is a file that can be opened, but reading it causes an I/O error.
      await symlink('/proc/self/mem', file);
      const failed = await runExport(day('csv'));
      expect(failed).toMatchObject({
        status: 'error',
        data: {error: expect.stringMatching(/Reading the file first\.txt .* failed: .*No partial archive/)},
      });
      await rm(file);
      await rename(`${file}.kept`, file);
      expect((await runExport(day('csv'))).status).toBe('warning');
    },
  );
});

describe('the day as a report', () => {
  let whole: Report;
  beforeAll(async () => {
    whole = await report({include_files: true});
  });

  test('case 1: the header begins with TeamName, and a row ends with the ids of its files', () => {
    const [header, ...rows]: string[][] = parse(whole.entries['posts.csv']!);
    expect([header![0], header!.at(-1), header!.length]).toEqual(['TeamName', 'PostFileIds', 20]);
    const row = rows.find((cells) => cells.includes(history.posts['two files']!.id))!;
    expect(JSON.parse(row.at(-1)!)).toEqual([history.files.second, history.files.third]);
  });

  test('cases 2, 3, 4: a strict parser reads tricky cells correctly, and none is a formula', () => {
    const byId = new Map(whole.rows.map((row) => [row.PostId, row]));
    expect(byId.get(history.posts.tricky!.id)!.PostMessage).toBe(TRICKY);
    for (const [i, text] of FORMULAS.entries()) {
      expect(byId.get(history.posts[`formula ${i}`]!.id)!.PostMessage).toBe(`'${text}`);
    }
    expect(byId.get(history.posts.plain!.id)!.PostMessage).not.toMatch(/^'/);
  });

  test('cases 5, 8, 10, 17, 27: the posts that SQL finds in the window (excluding its end), teams first', async () => {
    const expected = await reader.rows<{id: string; message: string; usertype: string}>({
      text: `
        select p.Id, p.Message, case when b.UserId is not null or p.Props ->> 'from_webhook' = 'true'
          then 'bot' else 'user' end as usertype
        from mattermost.Posts p join mattermost.Channels c on c.Id = p.ChannelId
          left join mattermost.Bots b on b.UserId = p.UserId
        where p.CreateAt >= $1 and p.CreateAt < $2
        order by c.TeamId = '', p.CreateAt, p.Id collate "C"`,
      values: [START, END],
    });
    expect(whole.rows.map((row) => [row.PostId, unescapeFormula(row.PostMessage!), row.UserType])).toEqual(
      expected.map(({id, message, usertype}) => [id, message, usertype]),
    );
    expect(new Set(whole.rows.map(({ChannelType}) => ChannelType))).toEqual(new Set(['O', 'P', 'D', 'G']));
    const ids = whole.rows.map(({PostId}) => PostId);
    expect(ids).toContain(history.posts.start!.id);
    expect(ids).toContain(history.posts.last!.id);
    expect(ids).toContain(history.excluded.system);
    for (const id of [history.posts.end!.id, history.excluded.before, history.excluded.after])
      expect(ids).not.toContain(id);
  });

  test.each([
    ['case 5: one address', {emails: 'bob@example.com'}, "u.Email = 'bob@example.com'"],
    ['case 5: two addresses', {emails: 'BOB@example.com, cat@example.com'}, "u.Username in ('bob', 'cat')"],
    ['case 6: one keyword', {keywords: 'text'}, "p.Message like '%text%'"],
    ['case 6: two keywords', {keywords: 'first question'}, "p.Message ~ 'first|question'"],
    [
      'case 6: keywords and an address',
      {keywords: 'reply tie', emails: 'bob@example.com'},
      "p.Message = 'a reply'",
    ],
    [
      'case 7: the special characters of LIKE',
      {keywords: '0% of_it'},
      "p.Message like '%100|% of|_it%' escape '|'",
    ],
    ['case 7: a backslash', {keywords: '\\'}, "position('\\' in p.Message) > 0"],
    ['case 7: capitals', {keywords: 'shORTing'}, "p.Message like '%SHORTING%'"],
    ['a phrase', {keywords: '"very start"'}, "p.Message = 'at the very start'"],
  ])('%s', async (_name, filter, condition) => {
    const expected = await reader.rows<{id: string}>({
      text: `select p.Id from Posts p join Users u on u.Id = p.UserId
        where p.CreateAt >= $1 and p.CreateAt < $2 and ${condition}`,
      values: [START, END],
    });
    const {rows} = await report(filter);
    expect(expected.length).toBeGreaterThan(0);
    expect(rows.map(({PostId}) => PostId).sort()).toEqual(expected.map(({id}) => id).sort());
  });

  test('cases 18, 19, 22: earlier versions refer to the current one, and deleted posts have a time', () => {
    const row = (name: string) => whole.rows.find(({PostId}) => PostId === history.posts[name]!.id)!;
    expect(row('earlier text')).toMatchObject({
      PostMessage: 'first text',
      PostOriginalId: history.posts.edited!.id,
    });
    expect(row('edited').PostUpdateAt).toBe(new Date(START + 300).toISOString());
    expect(row('deleted').PostDeleteAt).toBe(new Date(START + 330).toISOString());
  });

  test('case 28: files are included, and a missing file is listed', () => {
    const entry = Object.keys(whole.entries).find((name) => name.includes(history.files.third))!;
    expect(whole.entries[entry]!.toString()).toBe('the third file');
    const {manifest} = JSON.parse(whole.entries['manifest.json']!.toString());
    expect(manifest.missing_files).toMatchObject([{file_id: history.files.lost}]);
  });

  test('case 12: reports are listed newest first, in pages, with their status', async () => {
    const {body} = await call('GET', '/compliance/reports?per_page=1');
    expect(body).toMatchObject([{status: 'finished', type: 'adhoc'}]);
    const {body: older} = await call('GET', '/compliance/reports?per_page=1&page=1');
    expect(older[0].create_at).toBeLessThanOrEqual(body[0].create_at);
  });

  test('cases 13, 14: invalid descriptions and windows', async () => {
    const order = (more: object) =>
      refused(
        call('POST', '/compliance/reports', {body: {desc: ' ', start_at: START, end_at: END, ...more}}),
      );
    const id = (field: string) => `400 model.compliance.is_valid.${field}.app_error`;
    for (const desc of ['', 'x'.repeat(513), 'é'.repeat(257)]) expect(await order({desc})).toBe(id('desc'));
    for (const end_at of [START, START - 1]) expect(await order({end_at})).toBe(id('start_end_at'));
    expect(await order({start_at: 0})).toBe(id('start_at'));
    expect(await order({end_at: 0})).toBe(id('end_at'));
    expect((await report({desc: 'é'.repeat(256)})).count).toBe(whole.count);
    expect((await report({desc: ' '})).count).toBe(whole.count);
  });

  test('cases 15, 16: missing permission, missing reports, and disabled reports', async () => {
    const reports = '/compliance/reports';
    const unknown = `${reports}/${'x'.repeat(26)}`;
    const {token} = history.crew.ann;
    for (const path of [reports, unknown, `${unknown}/download`]) {
      expect(await refused(call('GET', path, {token}))).toBe('403 api.context.permissions.app_error');
    }
    expect(await refused(call('GET', reports, {token: 'no'}))).toBe(
      '401 api.context.session_expired.app_error',
    );
    expect(await refused(call('GET', unknown))).toBe('404 app.compliance.get.finding.app_error');
    expect(await refused(call('GET', `${reports}/short`))).toBe(
      '400 api.context.invalid_url_param.app_error',
    );
    const {id} = await report();
    await call('DELETE', `${reports}/${id}`);
    expect(await refused(call('GET', `${reports}/${id}/download`))).toBe(
      '501 api.file.read_file.reading_local.app_error',
    );
    for (const [off, on] of [
      [{ComplianceSettings: {Enable: false}}, {ComplianceSettings: {Enable: true}}],
      [{LicenseSettings: {Tier: 'professional'}}, {LicenseSettings: {Tier: 'enterprise'}}],
    ] as const) {
      await settings(off);
      expect(await refused(call('GET', reports))).toBe('501 ent.compliance.licence_disable.app_error');
      await settings(on);
    }
  });
});

describe('consecutive runs', () => {
  const messages: (ExportedMessage & {run: number})[] = [];
  let runs = 0;

  /**
   * Runs an export that continues where the last one ended, up to a time of the day. Returns the number of posts in
   * each batch.
   */
  async function continueExport(
    to: number,
  ): Promise<{job: Job; sizes: number[]; messages: ExportedMessage[]}> {
    const job = await runExport({export_type: 'jsonl', job_end_time: String(START + to)});
    const run = runs++;
    const sizes: number[] = [];
    const parsed: ExportedMessage[] = [];
    if (job.data.job_batch_number !== '0') {
      for (const entries of await batchesOf(job)) {
        sizes.push(JSON.parse(entries['manifest.json']!.toString()).manifest.posts.count);
        parsed.push(...readJsonLines(entries).messages);
      }
    }
    messages.push(...parsed.map((message) => ({...message, run})));
    return {job, sizes, messages: parsed};
  }

  beforeAll(() => settings({MessageExportSettings: {ExportFromTimestamp: START, BatchSize: 3}}));

  test('case 30: an export without content, after a job without a position', async () => {
    // An older server left these: finished jobs without the position where they ended, or with old keys.
    for (const [id, data] of [
      ['a', '{}'],
      ['b', `{"batch_start_timestamp": "${END}"}`],
    ]) {
      await database.execute({
        text: `insert into Jobs (Id, Type, Priority, CreateAt, StartAt, LastActivityAt, Status, Progress, Data)
          values ($1, 'message_export', 0, 1, 1, $2, 'success', 100, $3)`,
        values: [id!.repeat(26), Date.now(), data],
      });
    }
    const {job} = await continueExport(-1);
    expect(job).toMatchObject({status: 'success', data: {messages_exported: '0', is_downloadable: 'false'}});
    expect(await refused(call('GET', `/jobs/${job.id}/download`))).toBe('400 api.job.unable_to_download_job');
  });

  test('cases 9, 11, 23: full batches, one more post, and posts of the same millisecond', async () => {
    expect((await continueExport(0)).sizes).toEqual([1]);
    // Eleven posts come before the five posts of the same millisecond, which are in a batch of their own.
    const {sizes} = await continueExport(99);
    expect(sizes.slice(0, -1).every((size) => size === 3)).toBe(true);
    const ties = await continueExport(100);
    expect(ties.sizes).toEqual([3, 2]);
    expect(ties.messages.map(({text}) => text).sort()).toEqual(['tie 0', 'tie 1', 'tie 2', 'tie 3', 'tie 4']);
    const exact = await continueExport(122);
    expect(exact.sizes).toEqual([3]);
    const oneMore = await continueExport(150);
    expect(oneMore.sizes).toEqual([3]);
  });

  test('the rest of the day: everything is exported once, in any number of runs', async () => {
    await settings({MessageExportSettings: {BatchSize: 7}});
    await continueExport(DAY);
    const once = messages.map(({id, update}) => `${id} ${update}`);
    expect(new Set(once).size).toBe(once.length);
    const whole = exported.jsonl!.parsed.messages.map(({id, update}) => `${id} ${update}`);
    expect(once.sort()).toEqual(whole.sort());
    await continueExport(DAY + 10);
  });

  test('cases 18, 19, 22: an edit after an export adds two records, a deletion one', async () => {
    const {ann, cat} = history.crew;
    const {start, 'tie 0': tie} = history.posts;
    await call('PUT', `/posts/${start!.id}/patch`, {body: {message: 'at the start'}, token: ann.token});
    await call('DELETE', `/posts/${tie!.id}`, {token: cat.token});
    await database.execute({
      text: `
        update Posts set UpdateAt = $2, DeleteAt = case when DeleteAt > 0 then $2::bigint else 0 end,
          EditAt = case when EditAt > 0 then $2::bigint else 0 end
        where Id = any($1) or OriginalId = any($1)`,
      values: [[start!.id, tie!.id], END + 20],
    });
    const {messages: parsed} = await continueExport(DAY + 30);
    expect(parsed.map(({update, text}) => `${update}: ${text}`).sort()).toEqual([
      'Deleted: delete tie 0',
      'EditedNewMsg: at the start',
      'EditedOriginalMsg: at the very start',
    ]);
  });

  test('an end in the future does not leave out later posts', async () => {
    const job = await runExport({export_type: 'jsonl', job_end_time: String(Date.now() + DAY)});
    expect(Number(job.data.job_end_time)).toBeLessThan(Date.now());
    const again = await runExport({export_type: 'jsonl'});
    expect(Number(again.data.job_start_time)).toBeLessThan(Date.now());
    expect(Number(again.data.messages_exported)).toBe(0);
  });

  test('case 30: the settings define the archive directory, and other jobs have no archive', async () => {
    const {id, data: of} = exported.csv!.job;
    const folders = await readdir(join(data, 'export'));
    expect(folders).toContain(`${of.export_dir}-${id}`);
    await database.execute({
      text: `update Jobs set Data = Data || '{"export_dir": "/etc"}' where Id = $1`,
      values: [id],
    });
    const {bytes} = await call('GET', `/jobs/${id}/download`);
    expect(Object.keys(await unzip(bytes))).toEqual([expect.stringMatching(/^batch001-\d+-\d+\.zip$/)]);
    await rename(join(data, 'export'), join(data, 'elsewhere'));
    expect(await refused(call('GET', `/jobs/${id}/download`))).toBe('404 api.job.unable_to_download_job');
    await rename(join(data, 'elsewhere'), join(data, 'export'));
    const {body: others} = await call('GET', '/jobs/type/compliance_report');
    expect(await refused(call('GET', `/jobs/${others[0].id}/download`))).toBe(
      '400 api.job.unable_to_download_job.incorrect_job_type',
    );
  });
});

describe('the command line', () => {
  async function run(...args: string[]): Promise<string> {
    const {code, stdout, stderr} = await patchbay.run(['compliance', ...args]);
    expect(code, stderr).toBe(0);
    return stdout;
  }
  const window = ['--from', String(START), '--to', String(END)];

  test('creates the same report as HTTP, byte for byte', async () => {
    const created = JSON.parse(await run('report', 'create', ...window, '--desc', 'cli', '--wait', '--json'));
    const target = join(data, 'cli.zip');
    await run('report', 'download', created.id, '--out', target);
    const entries = await unzip(await readFile(target));
    const other = await report();
    expect(entries['posts.csv']!.equals(other.entries['posts.csv']!)).toBe(true);
    expect(await run('report', 'verify', created.id)).toContain(`is valid: ${other.count} posts`);
  });

  test('creates the same export as HTTP, and verifies every batch', async () => {
    await settings({MessageExportSettings: {BatchSize: 10_000}});
    // On the command line, the end is exclusive.
    const times = ['--from', String(START), '--to', String(END + 1)];
    const job = JSON.parse(await run('export', 'run', ...times, '--format', 'csv', '--json'));
    expect(job.data.job_end_time).toBe(String(END));
    const row = await database.row<{path: string}>({
      text: 'select Path from ComplianceExports where JobId = $1',
      values: [job.id],
    });
    const [mine] = await batchesOf(await runExport(day('csv')));
    const entries = await unzip(await readFile(join(data, 'export', row!.path)));
    for (const name of Object.keys(mine!).filter((one) => one !== 'manifest.json')) {
      expect([name, entries[name]!.equals(mine![name]!)]).toEqual([name, true]);
    }
    expect(await run('export', 'verify')).toMatch(/^\d+ batches are valid\.\n$/);
  });

  test('detects that a batch and its record were removed', async () => {
    const rows = await database.rows<{path: string}>({
      text: 'select Path from ComplianceExports where Scheduled order by CreateAt, JobId, Batch',
    });
    const [, taken, next] = rows;
    await rm(join(data, 'export', taken!.path));
    await database.execute({text: 'delete from ComplianceExports where Path = $1', values: [taken!.path]});
    const {code, stderr} = await patchbay.run(['compliance', 'export', 'verify']);
    expect(code).toBe(1);
    expect(stderr).toContain(`${next!.path}: The previous batch is not ${rows[0]!.path}`);
  });
});
