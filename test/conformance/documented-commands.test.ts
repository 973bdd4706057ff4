import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {picture} from '../support/pictures.ts';
import {createTestServer, type TestServer} from '../support/test-server.ts';

// Runs every command in a ```bash block of these pages against a real server, from top to bottom. Later commands use
// values from earlier responses, as the pages describe.

const run = promisify(execFile);
let server: TestServer;
let directory: string;
let environment: Record<string, string>;

beforeAll(async () => {
  server = await createTestServer();
  directory = await mkdtemp(join(tmpdir(), 'patchbay-documents-'));
  const {teams, channels} = server.features;
  const team = await teams.create({name: 'docs', display_name: 'Docs', type: 'O'}, server.admin.id);
  const channel = await channels.byName(team.id, 'town-square');
  environment = {
    PATH: process.env.PATH!,
    PATCHBAY: await server.listen(),
    TOKEN: server.admin.token,
    TEAM: team.id,
    CHANNEL: channel.id,
  };
});
afterAll(async () => {
  await server.close();
  await rm(directory, {recursive: true});
});

function commandsIn(page: string): string[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^```bash\n(.*?)^```$/gms)].map((match) => match[1]!);
}

/**
 * Runs the commands on a page. `learn` returns values from a response that the page tells the reader to use later.
 */
async function runPage(page: string, learn: (answer: string) => Record<string, string>): Promise<string[]> {
  const answers: string[] = [];
  for (const command of commandsIn(page)) {
    const {stdout} = await run(
      'bash',
      ['-ec', command.replaceAll('curl -s ', 'curl -sS --fail-with-body ')],
      {
        cwd: directory,
        env: environment,
      },
    );
    answers.push(stdout);
    Object.assign(environment, learn(stdout));
  }
  return answers;
}

test('webhooks.md', async () => {
  const answers = await runPage('webhooks.md', (answer) => {
    if (!answer.startsWith('{')) return {};
    const {id, secret} = JSON.parse(answer);
    return {...(id ? {KEY: id} : {}), ...(secret ? {SECRET: secret} : {})};
  });
  expect(answers.filter((answer) => answer.endsWith('ok'))).toHaveLength(3);
});

test('message-attachments.md', async () => {
  const [post] = (await runPage('message-attachments.md', () => ({}))).map((answer) => JSON.parse(answer));
  expect(post.props.attachments[0]).toMatchObject({title: 'Build 7 failed', color: 'danger'});
});

test('slash-commands.md', async () => {
  const answers = await runPage('slash-commands.md', () => ({}));
  const [command, explained] = answers.map((answer) => JSON.parse(answer));
  expect(command).toMatchObject({trigger: 'deploy', auto_complete_hint: '[service]'});
  expect(explained).toMatchObject({allowed: false, addresses: [{address: '10.0.0.7', rule: 'private'}]});
});

test('outgoing-webhooks.md', async () => {
  const answers = await runPage('outgoing-webhooks.md', (answer) => {
    const {id} = JSON.parse(answer);
    return {...(id ? {HOOK: id} : {})};
  });
  const [, log, enabled, secret] = answers.map((answer) => JSON.parse(answer));
  expect(log).toEqual([]);
  expect(enabled).toMatchObject({trigger_words: ['build'], disabled_at: 0});
  expect(secret.secret).toMatch(/^\w{52}$/);
});

test('interactive-messages.md', async () => {
  const [post] = (await runPage('interactive-messages.md', () => ({}))).map((answer) => JSON.parse(answer));
  const [ship, where] = post.props.attachments[0].actions;
  expect(ship).toMatchObject({id: 'ship', name: 'Ship'});
  expect(where.options).toHaveLength(2);
  expect(JSON.stringify(post)).not.toContain('ci.example.com');
});

test('dialogs.md', async () => {
  const [command] = (await runPage('dialogs.md', () => ({}))).map((answer) => JSON.parse(answer));
  expect(command).toMatchObject({trigger: 'ticket', url: 'http://127.0.0.1:8070/command'});
});

test('bots.md', async () => {
  await writeFile(join(directory, 'bot.png'), await picture(64, 64));
  const answers = await runPage('bots.md', (answer) => {
    const {user_id, username, token, id} = JSON.parse(answer);
    return {
      ...(username ? {BOT: user_id} : {}),
      ...(token ? {BOT_TOKEN: token, TOKEN_ID: id} : {}),
    };
  });
  expect(answers).toContainEqual(expect.stringContaining('Hello, I am a bot.'));
  expect(await (await asBot('/users/me')).json()).toMatchObject({id: environment.BOT, is_bot: true});
});

const asBot = (path: string) =>
  fetch(`${environment.PATCHBAY}/api/v4${path}`, {
    headers: {authorization: `Bearer ${environment.BOT_TOKEN}`},
  });
