import {createHash, randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {BackupManifest} from '../../server/src/data-exchange/backup/backup.ts';
import {openDatabase} from '../../server/src/platform/database/database.ts';
import {sql} from '../../server/src/platform/database/sql.ts';
import {createZipWriter} from '../../server/src/platform/formats/write-zip.ts';
import {unzip} from '../support/archives.ts';
import {canApplyLimits, commandLine, freePort, type Outcome} from '../support/command-line.ts';
import {quiet} from '../support/quiet.ts';
import {createEmptyDatabase} from '../support/test-database.ts';

type Server = Awaited<ReturnType<ReturnType<typeof commandLine>['serve']>>;

const PASSPHRASE = 'correct horse battery staple';
const PASSWORD = 'a long enough password';

let root: string;
let data: string;
let env: Record<string, string>;
let patchbay: ReturnType<typeof commandLine>;
let server: Server;
let token: string;
let channelId: string;
/** Backups that were created under load. */
let plain: string;
let encrypted: string;
/** Messages that were acknowledged before the first backup started, and one that was posted after the last backup. */
const before: string[] = [];
let after: string;

async function call<Body = {id: string}>(address: string, path: string, body?: unknown, method = 'POST') {
  const isForm = body instanceof FormData;
  const response = await fetch(`${address}/api/v4${path}`, {
    method: body === undefined ? 'GET' : method,
    ...(body !== undefined && {body: isForm ? body : JSON.stringify(body)}),
    headers: {
      ...(isForm ? {} : {'content-type': 'application/json'}),
      ...(token && {authorization: `Bearer ${token}`}),
    },
  });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
  token ??= response.headers.get('token')!;
  return (await response.json()) as Body;
}

/** Posts a message with a file, replies to it, and edits it. Returns the id of the message. */
async function postThread(address: string, text: string): Promise<string> {
  const form = new FormData();
  form.append('channel_id', channelId);
  form.append('files', new Blob([`the content of ${text}\n`.repeat(500)]), `${text}.txt`);
  const {file_infos} = await call<{file_infos: {id: string}[]}>(address, '/files', form);
  const {id} = await call(address, '/posts', {
    channel_id: channelId,
    message: text,
    file_ids: file_infos.map((file) => file.id),
  });
  await call(address, '/posts', {channel_id: channelId, root_id: id, message: `a reply to ${text}`});
  await call(address, `/posts/${id}/patch`, {message: `${text}, edited`}, 'PUT');
  return id;
}

function run(args: string[], more: Record<string, string> = {}): Promise<Outcome> {
  return commandLine(more.PATCHBAY_DATA ?? data, {...env, ...more}).run(['backup', ...args]);
}

async function succeed(args: string[], more: Record<string, string> = {}): Promise<string> {
  const {code, stdout, stderr} = await run(args, more);
  expect(code, stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-backup-'));
  data = join(root, 'data');
  plain = join(root, 'plain.zip');
  encrypted = join(root, 'encrypted');
  await writeFile(join(root, 'passphrase'), `${PASSPHRASE}\n`);
  await mkdir(data);
  await writeFile(join(data, 'config.json'), JSON.stringify({TeamSettings: {SiteName: 'Old machine'}}));
  env = {PATCHBAY_SERVICESETTINGS_LISTENADDRESS: `127.0.0.1:${await freePort()}`};
  patchbay = commandLine(data, env);
  // These settings are stored in the database.
  await patchbay.run(['config', 'set', 'FileSettings.Directory', 'attachments']);
  await patchbay.run(['config', 'set', 'ImportSettings.Directory', join(root, 'old-imports')]);
  server = await patchbay.serve();
  const {address} = server;
  await call(address, '/users', {username: 'ann', email: 'ann@example.com', password: PASSWORD});
  await call(address, '/users/login', {login_id: 'ann', password: PASSWORD});
  const team = await call(address, '/teams', {name: 'crew', display_name: 'Crew', type: 'O'});
  const channel = {team_id: team.id, name: 'plans', display_name: 'Plans', type: 'O'};
  channelId = (await call(address, '/channels', channel)).id;
  for (let i = 0; i < 10; i++) before.push(await postThread(address, `early ${i}`));

  // Larger than one read, with a name that is long and unusual for a tar archive.
  const form = new FormData();
  form.append('channel_id', channelId);
  form.append('files', new Blob([randomBytes(12 * 1024 * 1024)]), `${'ä'.repeat(100)}.bin`);
  form.append('files', new Blob([]), 'empty');
  await call(address, '/files', form);

  let isCreating = true;
  const load = Array.from({length: 4}, async (_, person) => {
    for (let i = 0; isCreating; i++) await postThread(address, `during ${person} ${i}`);
  });
  await succeed(['create', plain]);
  await succeed(['create', encrypted, '--passphrase-file', join(root, 'passphrase')]);
  isCreating = false;
  await Promise.all(load);
  after = await postThread(address, 'late');
  await server.stop();
});
afterAll(() => rm(root, {recursive: true, force: true}));

async function manifestOf(file: string): Promise<BackupManifest> {
  return JSON.parse((await unzip(await readFile(file)))['manifest.json']!.toString());
}

/** The jobs in the output of a COPY, by column. */
const jobsIn = (text: string, columns: readonly string[]) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => Object.fromEntries(line.split('\t').map((value, index) => [columns[index]!, value])))
    .sort((a, b) => (a.id! < b.id! ? -1 : 1));

/** The expected state of a job after a restore: unfinished jobs run again, except for backups. */
function afterRestoring(job: {[column: string]: string}): object {
  const isBackup = job.type!.startsWith('backup');
  const wasRunning = job.status === 'in_progress' || job.status === 'cancel_requested';
  if (!wasRunning && !(job.status === 'pending' && isBackup)) return job;
  const isCanceled = job.status === 'cancel_requested' || isBackup;
  return {...job, status: isCanceled ? 'canceled' : 'pending', lastactivityat: expect.any(String)};
}

/** Compares the rows and files of a restored installation with its backup. */
async function expectRestored(connectionString: string, directory: string, file: string) {
  const manifest = await manifestOf(file);
  const database = openDatabase({connectionString, maxConnections: 2, log: quiet});
  try {
    expect(manifest.tables.length).toBeGreaterThan(30);
    // Don't compare the settings, because restoring resets one of the old machine.
    for (const {name, columns} of manifest.tables.filter((table) => table.name !== 'configurations')) {
      const list = sql.join(columns.map(sql.identifier));
      const rows = await buffer(
        await database.copyOut(sql`copy public.${sql.identifier(name)} (${list}) to stdout`),
      );
      if (name === 'jobs') {
        const saved = (await unzip(await readFile(file)))['database/jobs.copy']!;
        expect(jobsIn(rows.toString(), columns)).toEqual(
          jobsIn(saved.toString(), columns).map(afterRestoring),
        );
        continue;
      }
      const entry = manifest.entries.find((it) => it.name === `database/${name}.copy`);
      expect({name, sha256: createHash('sha256').update(rows).digest('hex')}).toEqual({
        name,
        sha256: entry!.sha256,
      });
    }
    // All rows are from the same moment: replies have a root, threads count their replies, messages have their files,
    // and edited messages have a history.
    const inconsistencies = await database.row<Record<string, number>>({
      text: `
        select
          (select count(*) from Posts r where RootId <> '' and not exists (
            select from Posts p where p.Id = r.RootId)) as orphans,
          (select count(*) from Threads t where ReplyCount <> (
            select count(*) from Posts r where r.RootId = t.PostId and DeleteAt = 0)) as miscounted,
          (select count(*) from Posts p where FileIds <> '[]' and OriginalId = '' and not exists (
            select from FileInfo f where f.PostId = p.Id)) as withoutfile,
          (select count(*) from Posts p where EditAt > 0 and not exists (
            select from Posts e where e.OriginalId = p.Id)) as withouthistory`,
    });
    expect(inconsistencies).toEqual({orphans: 0, miscounted: 0, withoutfile: 0, withouthistory: 0});
    const posts = await database.rows<{id: string}>({text: 'select Id from Posts'});
    const ids = new Set(posts.map(({id}) => id));
    for (const id of before) expect(ids).toContain(id);
    expect(ids).not.toContain(after);
    const files = await database.rows<{path: string; size: number}>({
      text: 'select Path, Size from FileInfo',
    });
    expect(files.length).toBeGreaterThan(before.length);
    for (const {path, size} of files) {
      expect(await stat(join(directory, 'attachments', path))).toMatchObject({size});
      const [restored, original] = await Promise.all(
        [directory, data].map((from) => readFile(join(from, 'attachments', path))),
      );
      expect(restored!.equals(original!)).toBe(true);
    }
  } finally {
    await database.close();
  }
}

test('a backup that is created under load is valid, and only its owner can read it', async () => {
  expect((await stat(plain)).mode & 0o777).toBe(0o600);
  expect(await succeed(['verify', plain])).toMatch(/ is valid: [\d,]+ rows and [\d,]+ files/);
  const manifest = await manifestOf(plain);
  expect(manifest).toMatchObject({format: 'patchbay-backup', reason: 'manual', files: {missing: 0}});
  expect(manifest.left_out.map(({table}) => table)).toContain('ratelimits');
  const {stderr} = await run(['create', join(root, 'warned.zip')]);
  expect(stderr).toContain('is not encrypted and contains keys');
  await rm(join(root, 'warned.zip'));
});

test('a backup can be restored into an external database', async () => {
  const target = await createEmptyDatabase();
  const directory = join(root, 'external');
  try {
    const where = {PATCHBAY_DATA: directory, PATCHBAY_SQLSETTINGS_DATASOURCE: target.connectionString};
    const outcome = await run(['restore', plain], where);
    expect(outcome).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('with the database in SqlSettings.DataSource'),
      stderr: expect.stringContaining(
        `ImportSettings.Directory (${join(root, 'old-imports')}) was not restored`,
      ),
    });
    await expectRestored(target.connectionString, directory, plain);
    expect(JSON.parse(await readFile(join(directory, 'config.json'), 'utf8'))).toEqual({
      TeamSettings: {SiteName: 'Old machine'},
    });
    const left = (await readdir(directory)).filter((name) => !name.startsWith('server.'));
    expect(left.sort()).toEqual(['attachments', 'config.json', 'secret-keys.json']);
    const [keys, original] = [directory, data].map((from) => readFile(join(from, 'secret-keys.json')));
    expect((await keys)!.equals(await original!)).toBe(true);

    const copy = commandLine(directory, {...env, ...where});
    expect((await copy.run(['config', 'list', '--changed'])).stdout).toMatch(
      /^(?!.*ImportSettings).*FileSettings\.Directory = "attachments" {2}\(database\)/s,
    );
    expect(await copy.run(['files', 'verify'])).toMatchObject({code: 0});
    const restored = await copy.serve();
    try {
      // The session is still valid, and people can continue: messages, counters, search and views work.
      const post = await call<{message: string}>(restored.address, `/posts/${before[0]}`);
      expect(post.message).toBe('early 0, edited');
      const again = await postThread(restored.address, 'restored');
      const [team] = await call<{id: string}[]>(restored.address, '/users/me/teams');
      const found = await call<{order: string[]}>(restored.address, `/teams/${team!.id}/posts/search`, {
        terms: 'restored',
        is_or_search: false,
      });
      expect(found.order).toContain(again);
    } finally {
      await restored.stop();
    }
    const views = await target.database.rows({text: 'select from mattermost.Posts limit 1'});
    expect(views).toHaveLength(1);

    const full = await run(['restore', plain], {...where, PATCHBAY_DATA: join(root, 'refused')});
    expect(full).toMatchObject({code: 1, stderr: expect.stringContaining('The database is not empty')});
    expect(existsSync(join(root, 'refused'))).toBe(false);
  } finally {
    await target.close();
  }
});

test('an encrypted backup can be restored into an embedded database', async () => {
  const directory = join(root, 'embedded');
  const withPassphrase = ['--passphrase-file', join(root, 'passphrase')];
  await succeed(['restore', encrypted, ...withPassphrase], {PATCHBAY_DATA: directory});
  // A backup of the restored installation contains the same data.
  const copy = join(root, 'copy.zip');
  await succeed(['create', copy], {PATCHBAY_DATA: directory});
  const restored = await run(['verify', encrypted, ...withPassphrase, '--json']);
  const [one, other] = [JSON.parse(restored.stdout), await manifestOf(copy)];
  // There is one more row: the version of the settings that resets those of the old machine.
  expect(other.tables.reduce((sum, {rows}) => sum + rows, 0)).toBe(one.rows + 1);
  expect(other.files?.count).toBe(one.files);

  const full = await run(['restore', plain], {PATCHBAY_DATA: directory});
  expect(full).toMatchObject({code: 1, stderr: expect.stringContaining('is not empty (it has ')});
});

describe('verify and restore reject it, and leave nothing behind:', () => {
  async function expectRejected(file: string, message: RegExp, ...options: string[]) {
    const directory = join(root, 'unused');
    for (const args of [
      ['verify', file, ...options],
      ['restore', file, ...options],
    ]) {
      const {code, stderr} = await run(args, {PATCHBAY_DATA: directory});
      expect(code).toBe(1);
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/^ {4}at /m);
    }
    expect(existsSync(directory)).toBe(false);
  }

  async function changed(original: string, change: (bytes: Buffer) => Buffer): Promise<string> {
    const file = join(root, 'changed');
    await writeFile(file, change(await readFile(original)));
    return file;
  }

  function flipAt(share: number) {
    return (bytes: Buffer) => {
      bytes[Math.floor(bytes.length * share)]! ^= 1;
      return bytes;
    };
  }

  const passphrase = () => ['--passphrase-file', join(root, 'passphrase')];

  test('a changed byte', async () => {
    await expectRejected(await changed(plain, flipAt(0.2)), /was changed|is damaged/);
  });
  test('a changed byte in an encrypted backup', async () => {
    await expectRejected(
      await changed(encrypted, flipAt(0.5)),
      /was changed: chunk \d+ of \d+/,
      ...passphrase(),
    );
  });
  test('a truncated backup', async () => {
    await expectRejected(await changed(plain, (bytes) => bytes.subarray(0, -100)), /not a readable backup/);
  });
  test('a truncated encrypted backup', async () => {
    const file = await changed(encrypted, (bytes) => bytes.subarray(0, 70_000));
    await expectRejected(file, /truncated/, ...passphrase());
  });
  test('a wrong or missing passphrase', async () => {
    await writeFile(join(root, 'wrong'), 'incorrect horse\n');
    await expectRejected(encrypted, /The passphrase is wrong/, '--passphrase-file', join(root, 'wrong'));
    await expectRejected(encrypted, /There is no terminal to prompt for the passphrase/);
  });
  test('another archive, and a missing file', async () => {
    await expectRejected(await changed(plain, () => Buffer.from('PK')), /not a readable backup/);
    await expectRejected(join(root, 'missing.zip'), /cannot be read/);
  });
});

test('`backup create` leaves no file with the final name if it is killed, and can be repeated', async () => {
  const file = join(root, 'killed.zip');
  const child = patchbay.start(['backup', 'create', file]);
  await expect.poll(() => existsSync(`${file}.part`), {interval: 1}).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(file)).toBe(false);
  await succeed(['create', file]);
  expect(existsSync(`${file}.part`)).toBe(false);
  await succeed(['verify', file]);
});

test('`backup create` removes its incomplete file if it is interrupted', async () => {
  const file = join(root, 'interrupted.zip');
  const child = patchbay.start(['backup', 'create', file]);
  await expect.poll(() => existsSync(`${file}.part`), {interval: 1}).toBe(true);
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect((await readdir(root)).filter((name) => name.startsWith('interrupted'))).toEqual([]);
});

test.runIf(canApplyLimits({maxFileBytes: 4096}))(
  '`backup create` fails with the reason on a full disk, and leaves no file',
  async () => {
    const file = join(root, 'full.zip');
    // PostgreSQL is already running, so the limit applies only to the command.
    const server = await patchbay.serve();
    const child = patchbay.start(['backup', 'create', file], {maxFileBytes: 20_480});
    const [stderr, [code]] = await Promise.all([buffer(child.stderr!), once(child, 'exit')]);
    await server.stop();
    expect(code).toBe(1);
    expect(stderr.toString()).toMatch(/The disk is full, so .*full\.zip was not written/);
    expect((await readdir(root)).filter((name) => name.startsWith('full'))).toEqual([]);
  },
);

test('the server does not start in the directory of an unfinished restore', async () => {
  const directory = join(root, 'unfinished');
  const child = commandLine(directory, env).start(['backup', 'restore', plain]);
  await expect.poll(() => existsSync(join(directory, 'restore-unfinished.txt')), {interval: 1}).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const outcome = await commandLine(directory, env).run(['serve']);
  expect(outcome).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/did not finish.*Delete everything/),
  });
});

/** Creates an archive with a manifest and nothing else. */
async function archiveOf(manifest: object): Promise<string> {
  const zip = createZipWriter();
  const bytes = buffer(zip.output);
  await zip.add('manifest.json', Buffer.from(JSON.stringify(manifest)));
  zip.end();
  const file = join(root, 'manifest-only.zip');
  await writeFile(file, await bytes);
  return file;
}

test('changed rows are detected even if the checksums of the archive match', async () => {
  const entries = await unzip(await readFile(plain));
  entries['database/posts.copy'] = Buffer.from(
    entries['database/posts.copy']!.toString('latin1').replace('early 0, edited', 'early 9, edited'),
    'latin1',
  );
  const zip = createZipWriter();
  const bytes = buffer(zip.output);
  for (const [name, content] of Object.entries(entries)) await zip.add(name, content);
  zip.end();
  const file = join(root, 'forged.zip');
  await writeFile(file, await bytes);
  const directory = join(root, 'forged');
  for (const command of ['verify', 'restore']) {
    const {code, stderr} = await run([command, file], {PATCHBAY_DATA: directory});
    expect({code, stderr}).toEqual({code: 1, stderr: expect.stringContaining('posts.copy was changed')});
  }
  expect(existsSync(directory)).toBe(false);
});

test('`backup list` lists the backup directory', async () => {
  const directory = join(root, 'listed');
  await mkdir(directory);
  const names = ['2026-01-31T02-30-00-000Z-scheduled.zip.encrypted', '2026-02-01T09-00-00-000Z-manual.zip'];
  for (const name of names) await writeFile(join(directory, `patchbay-${name}`), 'bytes');
  await writeFile(join(directory, 'notes.txt'), 'bytes');
  const settings = {PATCHBAY_BACKUPSETTINGS_DIRECTORY: directory};
  const lines = (await succeed(['list', '--json'], settings)).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      name: `patchbay-${names[1]}`,
      size: 5,
      create_at: Date.parse('2026-02-01T09:00Z'),
      reason: 'manual',
      encrypted: false,
    },
    expect.objectContaining({name: `patchbay-${names[0]}`, reason: 'scheduled', encrypted: true}),
  ]);
  expect(await succeed(['list'], settings)).toMatch(/2026-02-01T09:00:00.000Z {2}manual +5 bytes/);
});

test('a backup of a newer version is rejected', async () => {
  const manifest = await manifestOf(plain);
  const next = {version: 9999, name: '9999_next.sql', checksum: '0'.repeat(64)};
  const unused = {PATCHBAY_DATA: join(root, 'unused')};
  for (const [newer, message] of [
    [{...manifest, version: 2}, /newer Patchbay \(backup format 2/],
    [{...manifest, migrations: [...manifest.migrations, next]}, /newer version .* migration 9999_next\.sql/],
    [{...manifest, migrations: [next]}, /newer version/],
    [{format: 'something else'}, /not from a Patchbay backup/],
  ] as const) {
    const {code, stderr} = await run(['restore', await archiveOf(newer)], unused);
    expect({code, stderr}).toEqual({code: 1, stderr: expect.stringMatching(message)});
  }
  expect(existsSync(unused.PATCHBAY_DATA)).toBe(false);
});

test('directories outside the data directory are not restored', async () => {
  const directory = join(root, 'moved');
  const settings = {
    TeamSettings: {SiteName: 'Old machine'},
    FileSettings: {Directory: join(root, 'old-files')},
    ExportSettings: {Directory: 'own-exports'},
  };
  await writeFile(join(data, 'config.json'), JSON.stringify(settings));
  const file = join(root, 'database-only.zip');
  const created = await run(['create', file, '--without-files', '--json']);
  expect(JSON.parse(created.stdout)).toMatchObject({files: null, encrypted: false});
  const {code, stderr} = await run(['restore', file], {PATCHBAY_DATA: directory});
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('The backup contains only the database');
  expect(stderr).toContain(`FileSettings.Directory (${join(root, 'old-files')}) was not restored`);
  expect(JSON.parse(await readFile(join(directory, 'config.json'), 'utf8'))).toEqual({
    TeamSettings: settings.TeamSettings,
    FileSettings: {},
    ExportSettings: settings.ExportSettings,
  });
});
