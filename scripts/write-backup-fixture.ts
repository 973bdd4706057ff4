// Writes test/fixtures/backups/<version>-<last migration>.zip: a backup of a small server with data of all kinds. Run it
// once for each release and commit the file. A test restores and migrates these backups.
//
//   npx node scripts/write-backup-fixture.ts

import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {projectRoot} from './bootstrap.js';

const CLI = join(projectRoot, 'server/src/cli.ts');
const directory = mkdtempSync(join(tmpdir(), 'patchbay-fixture-'));
const env = {
  ...process.env,
  PATCHBAY_DATA: join(directory, 'data'),
  PATCHBAY_SERVICESETTINGS_LISTENADDRESS: '127.0.0.1:0',
};

try {
  await fillServer();
  const {version} = JSON.parse(readFileSync(join(projectRoot, 'server/package.json'), 'utf8'));
  const last = readdirSync(join(projectRoot, 'server/migrations')).sort().at(-1)!.slice(0, 4);
  const fixtures = join(projectRoot, 'test/fixtures/backups');
  mkdirSync(fixtures, {recursive: true});
  const target = join(fixtures, `${version}-${last}.zip`);
  execFileSync(process.execPath, [CLI, 'backup', 'create', target], {env, stdio: 'inherit'});
} finally {
  rmSync(directory, {recursive: true, force: true});
}

/** Creates accounts, a conversation with a file, and one integration of each kind. */
async function fillServer(): Promise<void> {
  const server = spawn(process.execPath, [CLI, 'serve'], {env, stdio: ['ignore', 'pipe', 'inherit']});
  try {
    const address = await findAddress(server.stdout);
    let token = '';
    async function call(path: string, body: object): Promise<{id: string; token: string}> {
      const isForm = body instanceof FormData;
      const response = await fetch(`${address}/api/v4${path}`, {
        method: 'POST',
        body: isForm ? body : JSON.stringify(body),
        headers: {
          ...(isForm ? {} : {'content-type': 'application/json'}),
          ...(token && {authorization: `Bearer ${token}`}),
        },
      });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      token ||= response.headers.get('token') ?? '';
      return (await response.json()) as {id: string; token: string};
    }
    const password = 'a long enough password';
    const ann = await call('/users', {username: 'ann', email: 'ann@example.com', password});
    const bob = await call('/users', {username: 'bob', email: 'bob@example.com', password});
    await call('/users/login', {login_id: 'ann', password});
    const team = await call('/teams', {name: 'crew', display_name: 'Crew', type: 'O'});
    const place = {team_id: team.id, display_name: 'Plans', type: 'O'};
    const channel = await call('/channels', {...place, name: 'plans'});
    const direct = await call('/channels/direct', [ann.id, bob.id]);
    const form = new FormData();
    form.append('channel_id', channel.id);
    form.append('files', new Blob(['the plan, written down\n']), 'plan.txt');
    const {file_infos} = (await call('/files', form)) as unknown as {file_infos: {id: string}[]};
    const files = file_infos.map(({id}) => id);
    const post = await call('/posts', {channel_id: channel.id, message: 'the plan', file_ids: files});
    await call('/posts', {channel_id: channel.id, root_id: post.id, message: 'a reply'});
    await call('/posts', {channel_id: direct.id, message: 'between two'});
    await call('/reactions', {user_id: ann.id, post_id: post.id, emoji_name: 'tada'});
    await call('/hooks/incoming', {channel_id: channel.id, display_name: 'in'});
    const hook = {team_id: team.id, channel_id: channel.id, display_name: 'out'};
    await call('/hooks/outgoing', {...hook, trigger_words: ['plan'], callback_urls: ['http://127.0.0.1:9/']});
    const command = {team_id: team.id, trigger: 'plan', method: 'P', url: 'http://127.0.0.1:9/'};
    await call('/commands', command);
    await call(`/users/${ann.id}/tokens`, {description: 'a token'});
    await call('/bots', {username: 'robot'});
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
}

async function findAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const found = / is serving at (\S+)$/.exec(line);
    if (found) return found[1]!;
  }
  throw new Error('The server did not start.');
}
