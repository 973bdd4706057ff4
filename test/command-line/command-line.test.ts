import {spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, readFile, rm, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import pg from 'pg';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {API_VERSION, PRODUCT_VERSION} from '../../server/src/version.ts';
import {commandLine, freePort, type Outcome} from '../support/command-line.ts';

const PASSWORD = 'canary-password-1';

let directory: string;
let patchbay: ReturnType<typeof commandLine>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-command-line-'));
  patchbay = commandLine(directory, {
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: `127.0.0.1:${await freePort()}`,
  });
});
afterAll(() => rm(directory, {recursive: true, force: true}));

const ok = (stdout: string | RegExp) => ({
  code: 0,
  stdout: typeof stdout === 'string' ? stdout : expect.stringMatching(stdout),
  stderr: '',
});

/** Expects a failure with its reason on one line. */
function expectFailure({code, stdout, stderr}: Outcome, reason: RegExp): void {
  expect({code, stdout}).toEqual({code: 1, stdout: ''});
  expect(stderr).toMatch(/^patchbay: [^\n]+\n$/);
  expect(stderr).toMatch(reason);
}

describe('the command itself', () => {
  test.each(['--version', '-version'])('%s prints the version', async (option) => {
    expect(await patchbay.runProcess([option])).toEqual(ok(`${PRODUCT_VERSION}\n`));
  });

  test('version prints the API version', async () => {
    const {stdout} = await patchbay.run(['version', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({version: PRODUCT_VERSION, api_version: API_VERSION});
  });

  test('--help lists the commands', async () => {
    const {code, stdout} = await patchbay.run(['--help']);
    expect(code).toBe(0);
    for (const command of ['serve', 'user', 'token', 'config', 'db', 'version']) {
      expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'));
    }
  });

  test.each([
    ['no command', []],
    ['an incomplete command', ['user']],
    ['an unknown command', ['nope']],
    ['an unknown option', ['user', 'list', '--nope']],
    ['a missing option', ['user', 'create', '--username', 'x']],
    ['a missing argument', ['user', 'activate']],
    ['an extra argument', ['user', 'list', 'more']],
    ['no password', ['user', 'password', 'x']],
    ['two passwords', ['user', 'password', 'x', '--password', 'y', '--password-stdin']],
    [
      'an expiration that is not a number',
      ['token', 'create', 'x', '--description', 'd', '--expires', 'soon'],
    ],
  ])('%s is a usage error', async (_what, args) => {
    const {code, stdout, stderr} = await patchbay.run(args);
    expect({code, stdout}).toEqual({code: 2, stdout: ''});
    expect(stderr).not.toBe('');
  });
});

describe('without a server', () => {
  test('the first account becomes an administrator', async () => {
    const args = ['user', 'create', '--username', 'root', '--email', 'root@example.com'];
    const {code, stdout, stderr} = await patchbay.runProcess([...args, '--password-stdin', '--json'], {
      input: PASSWORD,
    });
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    expect(JSON.parse(stdout)).toMatchObject({username: 'root', roles: 'system_admin system_user'});
  });

  test('later accounts become members, or administrators with --system-admin', async () => {
    for (const [name, ...more] of [['ann'], ['boss', '--system-admin']]) {
      const email = `${name}@example.com`;
      const args = ['user', 'create', '--username', name!, '--email', email, '--password', PASSWORD];
      expect((await patchbay.run([...args, ...more])).code).toBe(0);
    }
    const {stdout} = await patchbay.run(['user', 'list', '--json']);
    const users = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(users.map(({username, roles}) => [username, roles])).toEqual([
      ['ann', 'system_user'],
      ['boss', 'system_admin system_user'],
      ['root', 'system_admin system_user'],
    ]);
  });

  test('errors are printed on one line', async () => {
    const create = ['user', 'create', '--username', 'ann', '--email', 'new@example.com'];
    expectFailure(await patchbay.run([...create, '--password', PASSWORD]), /username "ann" already exists/);
    expectFailure(await patchbay.run([...create, '--password', 'short']), /at least 8 characters/);
    expectFailure(await patchbay.run(['user', 'activate', 'nobody']), /No user has .* "nobody"/);
    expectFailure(
      await patchbay.run(['token', 'create', 'nobody', '--description', 'x']),
      /No user has .* "nobody"/,
    );
  });

  test('settings can be read and changed', async () => {
    const set = await patchbay.run(['config', 'set', 'TeamSettings.SiteName', 'Here']);
    expect(set).toEqual(ok('TeamSettings.SiteName is "Here".\n'));
    expect(await patchbay.run(['config', 'get', 'TeamSettings.SiteName'])).toEqual(ok('Here\n'));
    expect(await patchbay.run(['config', 'set', 'ServiceSettings.PostEditTimeLimit', '-1'])).toEqual(
      ok('ServiceSettings.PostEditTimeLimit is -1.\n'),
    );
    expect(await patchbay.run(['config', 'set', 'SqlSettings.MaxOpenConns', '10'])).toEqual(
      ok('SqlSettings.MaxOpenConns is 10. It takes effect when the server starts.\n'),
    );
    expect(await patchbay.run(['config', 'list', '--changed'])).toEqual(
      ok(
        /^ServiceSettings\.ListenAddress = "127\.0\.0\.1:\d+" {2}\(PATCHBAY_SERVICESETTINGS_LISTENADDRESS\)\nTeamSettings\.SiteName = "Here" {2}\(database\)\nSqlSettings\.MaxOpenConns = 10 {2}\(config\.json\)\n$/,
      ),
    );
    const {stdout} = await patchbay.run(['config', 'list', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({TeamSettings: {SiteName: 'Here'}});
    expect(JSON.parse(await readFile(join(directory, 'config.json'), 'utf8'))).toEqual({
      SqlSettings: {MaxOpenConns: 10},
    });
  });

  test('an import prints the program that wrote the file, groups missing fields, and suggests the next command', async () => {
    const at = 1_600_000_000_000;
    const user = (username: string) => ({
      type: 'user',
      user: {username, email: `${username}@old.example.com`, password: null},
    });
    const post = (number: number) => ({
      type: 'direct_post',
      direct_post: {
        channel_members: ['bea', 'cid'],
        user: 'bea',
        message: `n ${number}`,
        create_at: at + number,
      },
    });
    const info = {generator: 'mattermost-server', version: '9.5.1 (abc, enterprise: true)'};
    const lines = [{type: 'version', version: 1, info}, user('bea'), user('cid'), post(1), post(2)];
    const file = join(directory, "bea's export.jsonl");
    await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

    const {code, stdout} = await patchbay.run(['import', 'bulk', file, '--apply', '--allow-missing-files']);
    expect(code).toBe(1);
    expect(stdout).toContain('Exported by Mattermost 9.5.1 (abc, enterprise: true).');
    // There is one line for each kind of warning.
    expect(stdout).toContain('Warnings (4)');
    expect(stdout).toMatch(/^ {2}missing-field in user\.email_interval, 2 times, first in line 2: .*\.$/m);
    const command = stdout.trimEnd().split('\n').at(-1)!.trim();
    expect(command).toMatch(
      /^patchbay import bulk '.*' --apply --create-direct-channels --allow-missing-files$/,
    );
    const words = spawnSync('sh', ['-c', `printf '%s\\n' ${command}`], {encoding: 'utf8'}).stdout;
    const [program, ...args] = words.trimEnd().split('\n');
    expect(program).toBe('patchbay');
    const next = await patchbay.run(args);
    expect([next.code, next.stdout]).toEqual([0, expect.stringContaining('Everything is imported.')]);
    expect(next.stdout).toMatch(/direct posts +2 /);
  });

  test('db commands describe the database', async () => {
    const {stdout} = await patchbay.run(['db', 'status', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({embedded: true, database: 'patchbay', pending: []});
    expect(await patchbay.run(['db', 'migrate'])).toEqual(ok(/^The database is up to date\.$/m));
    expect(await patchbay.run(['db', 'status'])).toEqual(ok(/^Database {4}patchbay, embedded/));
  });

  test('commands fail if the database cannot be reached, and do not print its password', async () => {
    const unreachable = commandLine(directory, {
      PATCHBAY_SQLSETTINGS_DATASOURCE: `postgresql://someone:${PASSWORD}@127.0.0.1:1/nothing`,
    });
    for (const args of [['user', 'list'], ['db', 'status'], ['serve']]) {
      const outcome = await unreachable.run(args);
      expectFailure(outcome, /127\.0\.0\.1:1/);
      expect(outcome.stderr).not.toContain(PASSWORD);
    }
  });
});

describe('while a server is running', () => {
  let server: Awaited<ReturnType<typeof patchbay.serve>>;
  beforeAll(async () => {
    server = await patchbay.serve();
  });
  let loggedRequest = '';
  let unloggedRequest = '';
  afterAll(async () => {
    const {code, stdout, stderr} = await server.stop();
    expect(code).toBe(0);
    expect(stdout).not.toContain('There is no account yet');
    // Successful requests are logged at level debug.
    expect(stderr).toContain(loggedRequest);
    expect(stderr).not.toContain(unloggedRequest);
  });

  const api = (path: string, init: RequestInit = {}) => fetch(`${server.address}/api/v4${path}`, init);
  const me = async (token: string) =>
    (await api('/users/me', {headers: {authorization: `Bearer ${token}`}})).status;
  const login = (password: string) =>
    api('/users/login', {method: 'POST', body: JSON.stringify({login_id: 'ann', password})});

  test('a token from the command line works, and stops working when its owner is deactivated', async () => {
    const {code, stdout, stderr} = await patchbay.run([
      'token',
      'create',
      'ann@example.com',
      '--description',
      'x',
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[a-z0-9]{26}\n$/);
    expect(stderr).toMatch(/^Token [a-z0-9]{26} for ann\. It is not shown again:\n$/);
    const token = stdout.trim();
    expect(await me(token)).toBe(200);

    expect(await patchbay.run(['user', 'deactivate', 'ann'])).toEqual(ok('ann is deactivated.\n'));
    await expect.poll(() => me(token)).toBe(401);
    expect((await patchbay.run(['user', 'list', '--inactive'])).stdout).toMatch(/^ann .* deactivated/);
    expect(await patchbay.run(['user', 'activate', 'ann'])).toEqual(ok('ann is active.\n'));
    await expect.poll(() => me(token)).toBe(200);
  });

  test('a new password revokes the sessions on the server', async () => {
    const token = (await login(PASSWORD)).headers.get('token')!;
    expect(await me(token)).toBe(200);
    const {code} = await patchbay.run(
      ['user', 'password', 'ann', '--password-stdin'],
      'another long password\n',
    );
    expect(code).toBe(0);
    await expect.poll(() => me(token)).toBe(401);
    expect((await login(PASSWORD)).status).toBe(401);
    expect((await login('another long password')).status).toBe(200);
  });

  test('changes to settings can be listed, rolled back, exported and imported', async () => {
    const history = await patchbay.run(['config', 'history', '--json']);
    const versions = history.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(versions.map(({version}) => version)).toEqual([2, 1]);
    expect(versions[0]).toMatchObject({
      user_id: '',
      changes: [{name: 'TeamSettings.SiteName', before: 'Patchbay', after: 'Here'}],
    });
    expect((await patchbay.run(['config', 'history', '--limit', '1'])).stdout).toMatch(
      /^2 {2}\d{4}-\S+ {2}command line\n {2}TeamSettings\.SiteName: "Patchbay" → "Here"\n$/,
    );
    const exported = await patchbay.run(['config', 'export']);
    expect(JSON.parse(exported.stdout)).toEqual({TeamSettings: {SiteName: 'Here'}});
    expect(await patchbay.run(['config', 'rollback', '1'])).toEqual(
      ok('TeamSettings.SiteName: "Here" → "Patchbay"\n'),
    );
    const file = join(directory, 'exported.json');
    await writeFile(file, exported.stdout);
    expect(await patchbay.run(['config', 'import', file])).toEqual(
      ok('TeamSettings.SiteName: "Patchbay" → "Here"\n'),
    );
    expect(await patchbay.run(['config', 'import', file])).toEqual(ok('Nothing changed.\n'));
    expectFailure(await patchbay.run(['config', 'rollback', '99']), /no version 99/);
    expectFailure(await patchbay.run(['config', 'rollback', 'x']), /"x" is not a whole number/);
    await writeFile(file, '{"TeamSettings": {"SiteNam": 1}}');
    expectFailure(await patchbay.run(['config', 'import', file]), /Did you mean TeamSettings\.SiteName\?/);
  });

  test('secret settings are masked', async () => {
    const set = await patchbay.run([
      'config',
      'set',
      'MessageExportSettings.GlobalRelaySettings.SMTPPassword',
      PASSWORD,
    ]);
    const get = await patchbay.run([
      'config',
      'get',
      'MessageExportSettings.GlobalRelaySettings.SMTPPassword',
    ]);
    const list = await patchbay.run(['config', 'list']);
    for (const {code, stdout} of [set, get, list]) {
      expect(code).toBe(0);
      expect(stdout).toContain('*'.repeat(32));
      expect(stdout).not.toContain(PASSWORD);
    }
  });

  test('invalid settings are rejected', async () => {
    const set = (...args: string[]) => patchbay.run(['config', 'set', ...args]);
    expectFailure(await set('ServiceSettings.SiteUrl', 'x'), /Did you mean ServiceSettings\.SiteURL\?/);
    expectFailure(await set('ServiceSettings.MaximumLoginAttempts', 'ten'), /"ten" is not allowed/);
    expectFailure(await set('ServiceSettings.MaximumLoginAttempts', '0'), /at least 1/);
    expectFailure(await set('ServiceSettings.ListenAddress', ':1'), /PATCHBAY_SERVICESETTINGS_LISTENADDRESS/);
    expectFailure(await patchbay.run(['config', 'get', 'Nothing']), /no such setting/);
  });

  test('a running server applies changed settings', async () => {
    const siteName = async () => {
      const response = await api('/config/client?format=old');
      return ((await response.json()) as Record<string, string>).SiteName;
    };
    expect(await siteName()).toBe('Here');
    await patchbay.run(['config', 'set', 'TeamSettings.SiteName', 'There']);
    await expect.poll(siteName, {interval: 100}).toBe('There');
  });

  test('the log level changes while the server runs', async () => {
    const requestIdAt = async (level: string) => {
      await patchbay.run(['config', 'set', 'LogSettings.ConsoleLevel', level]);
      await patchbay.run(['config', 'set', 'TeamSettings.SiteName', `Level ${level}`]);
      const config = async () => api('/config/client?format=old');
      const siteName = async () => ((await (await config()).json()) as Record<string, string>).SiteName;
      await expect.poll(siteName, {interval: 100}).toBe(`Level ${level}`);
      return (await config()).headers.get('x-request-id')!;
    };
    await patchbay.run(['config', 'set', 'LogSettings.RequestSampleRate', '1']);
    loggedRequest = await requestIdAt('debug');
    unloggedRequest = await requestIdAt('info');
  });

  test('other programs can connect to the database, as the owner and as the reader', async () => {
    for (const [args, secretsShown] of [
      [['db', 'url'], true],
      [['db', 'url', '--reader'], false],
    ] as const) {
      const {stdout} = await patchbay.run([...args]);
      const client = new pg.Client(stdout.trim());
      await client.connect();
      const {rows} = await client.query("select username, password from users where username = 'ann'");
      await client.end();
      expect(rows).toHaveLength(1);
      expect(rows[0].password !== '').toBe(secretsShown);
    }
  });

  test('files verify fails for missing and changed files, and lists orphaned files', async () => {
    const folder = join(directory, 'files/files/20200101/abandoned');
    await mkdir(folder, {recursive: true});
    await writeFile(join(folder, 'original.txt'), 'orphan');
    await utimes(join(folder, 'original.txt'), 0, 0);
    expect(await patchbay.run(['files', 'verify'])).toEqual(
      ok(
        /^orphaned {2}files\/20200101\/abandoned\/original\.txt \(6 bytes\).*\n0 files, 0 bytes in [\d.]+ s \(0 bytes\/s\)\n0 missing, 0 changed, 1 orphaned\n$/,
      ),
    );
    const client = new pg.Client((await patchbay.run(['db', 'url'])).stdout.trim());
    await client.connect();
    const add = (id: string, sha256: string) =>
      client.query(
        'insert into FileInfo (Id, CreatorId, CreateAt, UpdateAt, Name, Path, Size, Sha256) values ($1, $1, 1, 1, $2, $3, 6, $4)',
        [id, `${id}.txt`, `files/20200101/${id}/original.txt`, sha256],
      );
    await add('abandoned', '0'.repeat(64));
    await add('lost', '');
    const {code, stdout, stderr} = await patchbay.run(['files', 'verify', '--json']);
    expect({code, stderr}).toEqual({
      code: 1,
      stderr: 'patchbay: 1 missing and 1 changed. Restore them from a backup.\n',
    });
    const [changed, missing, totals] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(changed).toMatchObject({kind: 'changed', fileId: 'abandoned', name: 'abandoned.txt', size: 6});
    expect(missing).toMatchObject({kind: 'missing', path: 'files/20200101/lost/original.txt'});
    expect(totals).toMatchObject({files: 2, missing: 1, changed: 1, orphaned: 0});
    await client.query('delete from FileInfo');
    await client.end();
  });

  test('a second server on the same address fails with the reason, and the first keeps running', async () => {
    const second = commandLine(join(directory, 'second'), {
      PATCHBAY_SERVICESETTINGS_LISTENADDRESS: new URL(server.address).host,
    });
    const outcome = await second.run(['serve']);
    // The log is also on standard error. Its lines can come before or after the message.
    const lines = outcome.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expectFailure({...outcome, stderr: `${lines.join('\n')}\n`}, /another program uses that port/);
    expect((await api('/system/ping')).status).toBe(200);
  });

  test('a bot can be created, given a token, disabled and enabled', async () => {
    const created = await patchbay.run([
      'bot',
      'create',
      '--username',
      'helper',
      '--owner',
      'ann',
      '--display-name',
      'Helper',
      '--json',
    ]);
    expect(created).toEqual(ok(/^{/));
    const ownerId = JSON.parse((await patchbay.run(['user', 'list', '--json'])).stdout.split('\n')[0]!).id;
    expect(JSON.parse(created.stdout)).toMatchObject({username: 'helper', owner_id: ownerId});
    const {code, stdout, stderr} = await patchbay.run(['bot', 'token', 'helper']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[a-z0-9]{26}\n$/);
    expect(stderr).toMatch(/^Token [a-z0-9]{26} for helper\. It is not shown again:\n$/);
    const token = stdout.trim();
    expect(await me(token)).toBe(200);

    expect(await patchbay.run(['bot', 'disable', 'helper'])).toEqual(ok('helper is disabled.\n'));
    await expect.poll(() => me(token)).toBe(401);
    expect((await patchbay.run(['bot', 'list'])).stdout).toMatch(
      /^helper +disabled {2}[a-z0-9]{26} {2}Helper$/m,
    );
    expect(await patchbay.run(['bot', 'enable', 'helper'])).toEqual(ok('helper is enabled.\n'));
    await expect.poll(() => me(token)).toBe(200);

    expectFailure(await patchbay.run(['bot', 'disable', 'ann']), /ann is not a bot/);
    const owned = ['bot', 'create', '--username', 'other', '--owner', 'helper'];
    expectFailure(await patchbay.run(owned), /helper is a bot/);
    expectFailure(await patchbay.run(['bot', 'create', '--username', '1st', '--owner', 'ann']), /1st/);
  });

  test('an account can be converted to a bot, which revokes its sessions', async () => {
    const account = ['--username', 'rob', '--email', 'rob@example.com', '--password-stdin'];
    expect((await patchbay.run(['user', 'create', ...account], `${PASSWORD}\n`)).code).toBe(0);
    const signIn = () =>
      api('/users/login', {method: 'POST', body: JSON.stringify({login_id: 'rob', password: PASSWORD})});
    const token = (await signIn()).headers.get('token')!;
    expect(await me(token)).toBe(200);
    expect(await patchbay.run(['user', 'convert', 'rob@example.com', '--bot'])).toEqual(
      ok(/^rob@example\.com is a bot\./),
    );
    await expect.poll(() => me(token)).toBe(401);
    expect((await signIn()).status).toBe(401);
    expectFailure(await patchbay.run(['user', 'convert', 'rob', '--bot']), /@rob is already a bot/);
    expect((await patchbay.run(['user', 'convert', 'rob'])).code).toBe(2);
  });

  test('the last administrator cannot be converted or deactivated', async () => {
    const {stdout} = await patchbay.run(['user', 'list', '--json']);
    const others = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({username, roles}) => username !== 'root' && roles.includes('system_admin'));
    for (const {username} of others) {
      expect((await patchbay.run(['user', 'deactivate', username])).code).toBe(0);
    }
    for (const command of [
      ['user', 'convert', 'root', '--bot'],
      ['user', 'deactivate', 'root'],
    ]) {
      expectFailure(
        await patchbay.run(command),
        /Without root, there would be no active system administrator who can sign in/,
      );
    }
    expect((await patchbay.run(['user', 'list'])).stdout).toMatch(/^root .* administrator +active /m);
  });

  test('commands are recorded in the audit log', async () => {
    const {stdout} = await patchbay.run(['db', 'url']);
    const client = new pg.Client(stdout.trim());
    await client.connect();
    const {rows} = await client.query(
      "select distinct action from audits where userid = '' and ipaddress = ''",
    );
    await client.end();
    expect(rows.map(({action}) => action).toSorted()).toEqual([
      'patchbay bot create',
      'patchbay bot disable',
      'patchbay bot enable',
      'patchbay bot token',
      'patchbay config import',
      'patchbay config rollback 1',
      'patchbay config set',
      'patchbay import bulk',
      'patchbay token create',
      'patchbay user activate',
      'patchbay user convert',
      'patchbay user create',
      'patchbay user deactivate',
      'patchbay user password',
    ]);
  });
});
