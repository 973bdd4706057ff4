import {execFileSync} from 'node:child_process';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Client4} from '@mattermost/client';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {commandLine, freePort} from '../support/command-line.ts';

// When a webhook gets 200, its post is stored, even if the server is killed right after
// (docs/testing.md#rules-and-the-tests-that-show-them, rule 5).

const SENDERS = 24;
const HOOKS = 6;
/** The number of acknowledged posts after which the process is killed, while others are still being sent. */
const ENOUGH = 400;
/** In milliseconds. Each test starts the server twice. */
const TIME = 120_000;

type Patchbay = ReturnType<typeof commandLine>;
type Serving = Awaited<ReturnType<Patchbay['serve']>>;

let directory: string;
let patchbay: Patchbay;
let serving: Serving;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'patchbay-crash-'));
  patchbay = commandLine(directory, {
    PATCHBAY_SERVICESETTINGS_LISTENADDRESS: `127.0.0.1:${await freePort()}`,
    PATCHBAY_RATELIMITSETTINGS_WEBHOOKPERSEC: '0',
  });
  serving = await patchbay.serve();
});
afterEach(async () => {
  await serving.stop();
  await rm(directory, {recursive: true, force: true});
});

/** Creates an administrator of the new server, and several webhooks, each for its own channel. */
async function prepare(): Promise<{admin: Client4; hookUrls: string[]}> {
  const admin = new Client4();
  admin.setUrl(serving.address);
  const account = {email: 'ann@example.com', username: 'ann', password: 'a long enough password'};
  await admin.createUser(account as Parameters<Client4['createUser']>[0], '', '');
  await admin.login(account.username, account.password);
  const team = await admin.createTeam({name: 'team', display_name: 'Team', type: 'O'} as never);
  const hookUrls = await Promise.all(
    Array.from({length: HOOKS}, async (_, index) => {
      const name = `channel-${index}`;
      const channel = await admin.createChannel({
        team_id: team.id,
        name,
        display_name: name,
        type: 'O',
      } as never);
      const hook = await admin.createIncomingWebhook({channel_id: channel.id});
      return `${serving.address}/hooks/${hook.id}`;
    }),
  );
  return {admin, hookUrls};
}

/**
 * Sends posts concurrently until requests fail, and calls `kill` in the meantime. Returns the texts of the
 * acknowledged posts by id.
 */
async function sendUntilKilled(
  hookUrls: readonly string[],
  kill: () => Promise<void>,
): Promise<Map<string, string>> {
  const acknowledged = new Map<string, string>();
  let killed: Promise<void> | undefined;
  async function sender(number: number): Promise<void> {
    for (let turn = 0; ; turn++) {
      const text = `message ${turn} of sender ${number}`;
      const response = await fetch(hookUrls[(number + turn) % hookUrls.length]!, {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: JSON.stringify({text}),
      }).catch(() => undefined);
      const postId = response?.headers.get('x-post-id');
      // The headers acknowledge the post, even if the connection breaks before the body.
      if (response?.status !== 200 || !postId) return;
      acknowledged.set(postId, text);
      if (acknowledged.size >= ENOUGH) killed ??= kill();
    }
  }
  await Promise.all(Array.from({length: SENDERS}, (_, number) => sender(number)));
  await killed;
  return acknowledged;
}

/** Reads the texts of posts from the restarted server. */
async function readBack(admin: Client4, ids: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let start = 0; start < ids.length; start += 100) {
    const posts = await admin.getPostsByIds(ids.slice(start, start + 100));
    for (const post of posts) found.set(post.id, post.message);
  }
  return found;
}

test(
  'all acknowledged posts exist after SIGKILL of the server',
  async () => {
    const {admin, hookUrls} = await prepare();
    const acknowledged = await sendUntilKilled(hookUrls, () => serving.kill());
    expect(acknowledged.size).toBeGreaterThanOrEqual(ENOUGH);
    serving = await patchbay.serve();
    expect(await readBack(admin, [...acknowledged.keys()])).toEqual(acknowledged);
  },
  TIME,
);

test(
  'all acknowledged posts exist after SIGKILL of PostgreSQL',
  async () => {
    const {admin, hookUrls} = await prepare();
    const acknowledged = await sendUntilKilled(hookUrls, killPostgres);
    expect(acknowledged.size).toBeGreaterThanOrEqual(ENOUGH);
    await serving.kill();
    serving = await patchbay.serve();
    expect(await readBack(admin, [...acknowledged.keys()])).toEqual(acknowledged);
  },
  TIME,
);

/** Kills all processes of PostgreSQL at the same time, so that nothing in their memory reaches the disk. */
async function killPostgres(): Promise<void> {
  const postmaster = Number(
    (await readFile(join(directory, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], {encoding: 'utf8'})
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const children = processes.filter(([, parent]) => parent === postmaster).map(([pid]) => pid!);
  for (const pid of [postmaster, ...children]) process.kill(pid, 'SIGKILL');
}
