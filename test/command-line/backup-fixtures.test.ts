import {cp, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {MIGRATIONS_DIRECTORY, SCHEMA_OPTIONS} from '../../server/src/commands/platform.ts';
import {restoreBackup} from '../../server/src/data-exchange/backup/restore-backup.ts';
import {SEALED_COLUMNS} from '../../server/src/secret-columns.ts';
import {commandLine} from '../support/command-line.ts';
import {quiet} from '../support/quiet.ts';
import {createEmptyDatabase} from '../support/test-database.ts';

// One backup of each released version, written by scripts/write-backup-fixture.ts.
const fixtures = join(import.meta.dirname, '../fixtures/backups');
const names = await readdir(fixtures);

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'patchbay-fixtures-'));
});
afterAll(() => rm(root, {recursive: true, force: true}));

test('there is a backup of at least one version', () => {
  expect(names).toContain('0.1.0-0005.zip');
});

describe.each(names)('%s', (name) => {
  test('can be restored, migrated and served', async () => {
    const target = await createEmptyDatabase();
    const patchbay = commandLine(join(root, name), {
      PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
      PATCHBAY_SQLSETTINGS_DATASOURCE: target.connectionString,
    });
    try {
      const restored = await patchbay.run(['backup', 'restore', join(fixtures, name)]);
      expect(restored.code, restored.stderr).toBe(0);
      const {stdout} = await patchbay.run(['db', 'status', '--json']);
      expect(JSON.parse(stdout).pending).toEqual([]);
      const server = await patchbay.serve();
      try {
        await expectEverything(server.address);
      } finally {
        const {code, stderr} = await server.stop();
        expect(code, stderr).toBe(0);
      }
    } finally {
      await target.close();
    }
  });

  test('can be restored by a later version with more migrations', async () => {
    const target = await createEmptyDatabase();
    const migrationsDirectory = join(root, `migrations of ${name}`);
    await cp(MIGRATIONS_DIRECTORY, migrationsDirectory, {recursive: true});
    await writeFile(
      join(migrationsDirectory, '9999_later.sql'),
      `alter table Users add column Initial text; update Users set Initial = upper(left(Username, 1));`,
    );
    try {
      await restoreBackup({
        place: {file: join(fixtures, name)},
        passphrase: undefined,
        dataDirectory: join(root, `later version of ${name}`),
        env: {PATCHBAY_SQLSETTINGS_DATASOURCE: target.connectionString},
        database: {...SCHEMA_OPTIONS, migrationsDirectory},
        sealedColumns: SEALED_COLUMNS,
        log: quiet,
      });
      expect(
        await target.database.rows({text: 'select Username, Initial from Users order by Username'}),
      ).toEqual([
        {username: 'ann', initial: 'A'},
        {username: 'bob', initial: 'B'},
        {username: 'robot', initial: 'R'},
      ]);
    } finally {
      await target.close();
    }
  });
});

/** Checks everything that scripts/write-backup-fixture.ts stores. */
async function expectEverything(address: string): Promise<void> {
  let token = '';
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content of bodies.
  async function call(path: string, body?: object): Promise<any> {
    const response = await fetch(`${address}/api/v4${path}`, {
      method: body ? 'POST' : 'GET',
      ...(body && {body: JSON.stringify(body)}),
      headers: {'content-type': 'application/json', ...(token && {authorization: `Bearer ${token}`})},
    });
    expect(response.status, path).toBeLessThan(300);
    token ||= response.headers.get('token') ?? '';
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return isJson ? response.json() : response.text();
  }

  const ann = await call('/users/login', {login_id: 'ann', password: 'a long enough password'});
  const [team] = await call('/users/me/teams');
  const channel = await call(`/teams/${team.id}/channels/name/plans`);
  const {order, posts} = await call(`/channels/${channel.id}/posts`);
  const messages = order.map((id: string) => posts[id].message);
  expect(messages).toEqual(expect.arrayContaining(['the plan', 'a reply']));
  const plan = posts[order.find((id: string) => posts[id].message === 'the plan')];
  expect(await call(`/files/${plan.file_ids[0]}`)).toBe('the plan, written down\n');
  expect(await call(`/posts/${plan.id}/reactions`)).toMatchObject([{emoji_name: 'tada', user_id: ann.id}]);
  expect((await call(`/posts/${plan.id}/thread`)).order).toHaveLength(2);

  const [incoming] = await call('/hooks/incoming');
  const delivered = await fetch(`${address}/hooks/${incoming.id}`, {
    method: 'POST',
    body: JSON.stringify({text: 'from the old webhook'}),
    headers: {'content-type': 'application/json'},
  });
  expect(delivered.status).toBe(200);
  const [outgoing] = await call('/hooks/outgoing');
  expect(outgoing).toMatchObject({display_name: 'out', token: expect.stringMatching(/^\w{26}$/)});
  expect(await call(`/commands?team_id=${team.id}&custom_only=true`)).toMatchObject([{trigger: 'plan'}]);
  expect(await call(`/users/${ann.id}/tokens`)).toMatchObject([{description: 'a token'}]);
  expect(await call('/bots')).toMatchObject([{username: 'robot'}]);
  const found = await call(`/teams/${team.id}/posts/search`, {terms: 'plan', is_or_search: false});
  expect(found.order).toContain(plan.id);
}
