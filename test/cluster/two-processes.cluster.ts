import {randomBytes} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {request as httpRequest} from 'node:http';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {projectRoot} from '../../scripts/bootstrap.js';
import {type BreakableProxy, startProxy} from '../support/breakable-proxy.ts';
import {startCrowd} from '../support/cluster/crowd.ts';
import {skipWithout} from '../support/cluster/engines.ts';
import {startPosting} from '../support/cluster/posting.ts';
import {type S3Store, startS3Store} from '../support/cluster/s3-store.ts';
import {startTestCluster, type TestCluster} from '../support/cluster/test-cluster.ts';
import {judge} from '../support/cluster/verdict.ts';
import {freePort} from '../support/command-line.ts';
import {openSocket, type SocketClient} from '../support/socket-client.ts';
import {createTestDatabase, type TestDatabase} from '../support/test-database.ts';

// Two nodes, one NATS server and haproxy: the cheaper cluster tests. In all tests, the first node's clock is five
// seconds behind.

const [A, B] = [0, 1];
const PASSWORD = 'a long enough password';
const CLOCK_BEHIND_MS = 5_000;

let testDatabase: TestDatabase;
let store: S3Store;
let cluster: TestCluster;
/** Between node A and NATS. */
let busProxy: BreakableProxy;
/** How long it took until a change on one node applied on the other, in milliseconds. */
const delays = new Map<string, number>();

interface Account {
  id: string;
  username: string;
  token: string;
}

/** Creates an account on node A, adds it to the team, and signs it in there. */
async function account(username: string): Promise<Account> {
  const {token} = cluster.admin;
  const {body: user} = await cluster.call(A, 'POST', '/users', {
    token,
    body: {username, email: `${username}@example.org`, password: PASSWORD},
  });
  await cluster.call(A, 'POST', `/teams/${cluster.teamId}/members`, {
    token,
    body: {team_id: cluster.teamId, user_id: user.id},
  });
  return {id: user.id, username, token: await signIn(username)};
}

async function signIn(username: string, node = A): Promise<string> {
  const answer = await cluster.call(node, 'POST', '/users/login', {
    body: {login_id: username, password: PASSWORD},
  });
  expect(answer.status).toBe(200);
  return answer.headers.get('token')!;
}

/** Creates a channel on node A with these members. */
async function channel(name: string, type: 'O' | 'P', members: readonly Account[]): Promise<string> {
  const {token} = cluster.admin;
  const {body} = await cluster.call(A, 'POST', '/channels', {
    token,
    body: {team_id: cluster.teamId, name, display_name: name, type},
  });
  for (const {id} of members) {
    await cluster.call(A, 'POST', `/channels/${body.id}/members`, {token, body: {user_id: id}});
  }
  return body.id;
}

const statusOn = async (node: number, token: string, path = '/users/me') =>
  (await cluster.call(node, 'GET', path, {token})).status;

/** Waits until a change applies. The limit is generous, because the machine may be busy. */
async function applies(change: string, status: () => Promise<number>, expected: number): Promise<void> {
  const started = performance.now();
  await expect.poll(status, {interval: 20, message: change}).toBe(expected);
  delays.set(change, Math.round(performance.now() - started));
}

describe.skipIf(skipWithout('nats-server', 'haproxy'))(
  'two processes',
  () => {
    beforeAll(async () => {
      testDatabase = await createTestDatabase();
      cluster = await startTestCluster({
        nodes: 2,
        natsServers: 1,
        // Not `/readyz`, whose response also depends on how busy the machine is.
        healthPath: '/livez',
        connectionString: testDatabase.connectionString,
        async envOf(node, directory, {ports}) {
          store ??= await startS3Store(directory);
          if (node === B) return store.env;
          const port = await freePort();
          busProxy = await startProxy({host: '127.0.0.1', port}, {host: '127.0.0.1', port: ports[0]!});
          const clock = join(directory, 'clock');
          await writeFile(clock, String(-CLOCK_BEHIND_MS));
          return {
            ...store.env,
            PATCHBAY_CLUSTERSETTINGS_BUSURLS: `nats://127.0.0.1:${port}`,
            NODE_OPTIONS: `--import=${pathToFileURL(join(projectRoot, 'test/support/moved-clock.ts'))}`,
            MOVED_CLOCK: clock,
          };
        },
        env: {PATCHBAY_RATELIMITSETTINGS_LOGINMAXBURST: '1000'},
      });
      await cluster.balancedTo(2);
    });
    afterAll(async () => {
      console.log('Milliseconds until a change applied on the other node:', Object.fromEntries(delays));
      await cluster?.close();
      await busProxy?.cut();
      await store?.close();
      await testDatabase?.close();
    });

    test('a change of permissions on one node applies on the other', async () => {
      const {admin, teamId} = cluster;
      const ann = await account('ann');
      const asAdmin = {token: admin.token};

      const secret = await channel('secret', 'P', [ann]);
      const read = () => statusOn(B, ann.token, `/channels/${secret}/posts`);
      const post = async () =>
        (
          await cluster.call(B, 'POST', '/posts', {
            token: ann.token,
            body: {channel_id: secret, message: 'hello'},
          })
        ).status;
      expect([await read(), await post()]).toEqual([200, 201]);
      const [hers, admins] = (await Promise.all(
        [ann.token, admin.token].map((token) => openSocket(cluster.nodes[B]!.url, {token})),
      )) as [SocketClient, SocketClient];
      await Promise.all([hers.next('hello'), admins.next('hello')]);
      await cluster.call(A, 'DELETE', `/channels/${secret}/members/${ann.id}`, asAdmin);
      await applies('channel membership', read, 403);
      expect(await post()).toBe(403);
      await cluster.call(B, 'POST', '/posts', {
        ...asAdmin,
        body: {channel_id: secret, message: 'not for ann'},
      });
      await admins.next('posted', ({data}) => data.post.includes('not for ann'));
      expect(hers.heard.filter(({data}) => data.post?.includes('not for ann'))).toEqual([]);

      await cluster.call(A, 'DELETE', `/teams/${teamId}/members/${ann.id}`, asAdmin);
      await applies('team membership', () => statusOn(B, ann.token, `/teams/${teamId}/channels`), 403);

      await cluster.call(A, 'POST', '/users/logout', {token: ann.token});
      await applies('sign-out', () => statusOn(B, ann.token), 401);
      await hers.closed;

      const token = await signIn('ann');
      const another = await openSocket(cluster.nodes[B]!.url, {token});
      await another.next('hello');
      const {body: access} = await cluster.call(A, 'POST', `/users/${ann.id}/tokens`, {
        ...asAdmin,
        body: {description: 'test'},
      });
      expect(await statusOn(B, access.token)).toBe(200);
      await cluster.call(A, 'POST', '/users/tokens/revoke', {...asAdmin, body: {token_id: access.id}});
      await applies('access token', () => statusOn(B, access.token), 401);

      const role = async (roles: string) =>
        cluster.call(A, 'PUT', `/users/${ann.id}/roles`, {...asAdmin, body: {roles}});
      await role('system_user system_admin');
      await applies('promotion', () => statusOn(B, token, '/config'), 200);
      await role('system_user');
      await applies('demotion', () => statusOn(B, token, '/config'), 403);

      await cluster.call(A, 'DELETE', `/users/${ann.id}`, asAdmin);
      await applies('deactivation', () => statusOn(B, token), 401);
      await another.closed;
      await admins.cut();
    });

    test('a deleted webhook and a changed setting apply on the other node', async () => {
      const asAdmin = {token: cluster.admin.token};
      const {body: hook} = await cluster.call(A, 'POST', '/hooks/incoming', {
        ...asAdmin,
        body: {channel_id: cluster.channelId, display_name: 'hook'},
      });
      const send = async () =>
        (
          await fetch(`${cluster.nodes[B]!.url}/hooks/${hook.id}`, {
            method: 'POST',
            headers: {'content-type': 'application/json'},
            body: JSON.stringify({text: 'from a hook'}),
          })
        ).ok
          ? 200
          : 400;
      expect(await send()).toBe(200);
      await cluster.call(A, 'DELETE', `/hooks/incoming/${hook.id}`, asAdmin);
      await applies('webhook', send, 400);

      const {status} = await cluster.call(A, 'PUT', '/config/patch', {
        ...asAdmin,
        body: {TeamSettings: {SiteName: 'Changed'}},
      });
      expect(status).toBe(200);
      const siteName = async () => (await cluster.call(B, 'GET', '/config/client?format=old')).body.SiteName;
      await applies('setting', async () => ((await siteName()) === 'Changed' ? 200 : 404), 200);
    });

    test('wrong passwords on either node lock the account on both', async () => {
      await account('eve');
      const attempt = async (node: number, password: string) =>
        (await cluster.call(node, 'POST', '/users/login', {body: {login_id: 'eve', password}})).status;
      for (let turn = 0; turn < 14; turn++) expect(await attempt(turn % 2, 'wrong')).toBe(401);
      expect([await attempt(A, PASSWORD), await attempt(B, PASSWORD)]).toEqual([401, 401]);
    });

    test('the same pending post sent to both nodes at once is one post, and posts have the order of the database', async () => {
      const fay = await account('fay');
      const busy = await channel('twice', 'O', [fay]);
      const post = async (node: number, number: number) =>
        (
          await cluster.call(node, 'POST', '/posts', {
            token: fay.token,
            body: {channel_id: busy, message: `post ${number}`, pending_post_id: `${fay.id}:${number}`},
          })
        ).body as {id: string; create_at: number};
      const times: number[] = [];
      for (let number = 0; number < 10; number++) {
        const [first, second] = await Promise.all([post(number % 2, number), post((number + 1) % 2, number)]);
        expect(first.id).toBe(second!.id);
        times.push(first.create_at);
      }
      // Node A's clock is behind.
      expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      const stored = await cluster.database.row<{count: number}>({
        text: `select count(*)::int as count from Posts where ChannelId = $1 and Type = ''`,
        values: [busy],
      });
      expect(stored!.count).toBe(10);
    });

    test('joining, leaving and a reminder create one message each', async () => {
      const gus = await account('gus');
      const open = await channel('open', 'O', []);
      const join = {token: gus.token, body: {user_id: gus.id}};
      await cluster.call(A, 'POST', `/channels/${open}/members`, join);
      await cluster.call(B, 'DELETE', `/channels/${open}/members/${gus.id}`, {token: gus.token});
      await cluster.call(B, 'POST', `/channels/${open}/members`, join);
      const messages = async () =>
        (
          await cluster.database.rows<{type: string}>({
            text: `select Type from Posts where ChannelId = $1 and UserId = $2 order by CreateAt`,
            values: [open, gus.id],
          })
        ).map(({type}) => type);
      await expect
        .poll(messages)
        .toEqual(['system_join_channel', 'system_leave_channel', 'system_join_channel']);

      const {body: post} = await cluster.call(A, 'POST', '/posts', {
        token: gus.token,
        body: {channel_id: open, message: 'remember this'},
      });
      await cluster.call(A, 'POST', `/users/${gus.id}/posts/${post.id}/reminder`, {
        token: gus.token,
        body: {target_time: Math.floor(Date.now() / 1000) + 1},
      });
      const reminders = async () =>
        (
          await cluster.database.row<{count: number}>({
            text: `select count(*)::int as count from Posts where Message like 'Here is your reminder%' || $1 || '%'`,
            values: [post.id],
          })
        )?.count;
      await expect.poll(reminders).toBe(1);
      // The reminder is deleted after its message was created. A node that checked at the same time would have
      // created another message by then.
      await expect.poll(() => cluster.database.rows({text: 'select from PostReminders'})).toEqual([]);
      expect(await reminders()).toBe(1);
    });

    test('a file uploaded in parts through both nodes can be read on the other one, in ranges', async () => {
      const content = randomBytes(6_000_000);
      const token = {token: cluster.admin.token};
      const {body: session, status} = await cluster.call(A, 'POST', '/uploads', {
        ...token,
        body: {channel_id: cluster.channelId, filename: 'data.bin', file_size: content.length},
      });
      expect(status).toBe(201);
      const send = (node: number, part: Buffer) =>
        fetch(`${cluster.nodes[node]!.url}/api/v4/uploads/${session.id}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${cluster.admin.token}`,
            'content-type': 'application/octet-stream',
          },
          body: Uint8Array.from(part),
        });
      const half = content.length / 2;
      expect((await send(A, content.subarray(0, half))).status).toBe(204);
      const finished = await send(B, content.subarray(half));
      expect(finished.status).toBe(200);
      const file = (await finished.json()) as {id: string};
      const ranged = await fetch(`${cluster.nodes[A]!.url}/api/v4/files/${file.id}`, {
        headers: {authorization: `Bearer ${cluster.admin.token}`, range: `bytes=${half - 10}-${half + 9}`},
      });
      expect(ranged.status).toBe(206);
      expect(Buffer.from(await ranged.arrayBuffer())).toEqual(content.subarray(half - 10, half + 10));
    });

    test('an upload whose connection breaks in the middle of a part continues on the other node', async () => {
      // Larger than one part of a multipart upload to the file store.
      const content = randomBytes(14_000_000);
      const token = {token: cluster.admin.token};
      const {body: session} = await cluster.call(A, 'POST', '/uploads', {
        ...token,
        body: {channel_id: cluster.channelId, filename: 'broken.bin', file_size: content.length},
      });
      const path = `/api/v4/uploads/${session.id}`;
      const request = httpRequest(cluster.nodes[A]!.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${cluster.admin.token}`,
          'content-type': 'application/octet-stream',
          'content-length': content.length,
        },
      });
      request.on('error', () => {});
      await new Promise((resolve) => request.write(content.subarray(0, 11_000_000), resolve));
      request.destroy();

      const offset = async (): Promise<number> =>
        (await cluster.call(B, 'GET', `/uploads/${session.id}`, token)).body.file_offset;
      const send = async (from: number) =>
        fetch(cluster.nodes[B]!.url + path, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${cluster.admin.token}`,
            'content-type': 'application/octet-stream',
          },
          body: Uint8Array.from(content.subarray(from)),
        });
      // The node may still be storing what it received. Until then, it rejects the rest.
      let finished: Response | undefined;
      const sendRest = async () => {
        finished = await send(await offset());
        return finished.status;
      };
      await expect.poll(sendRest).toBe(200);
      const file = (await finished!.json()) as {id: string};
      const stored = await fetch(`${cluster.nodes[A]!.url}/api/v4/files/${file.id}`, {
        headers: {authorization: `Bearer ${cluster.admin.token}`},
      });
      expect(Buffer.from(await stored.arrayBuffer()).equals(content)).toBe(true);
    });

    test('a node that is killed under load loses nothing', async () => {
      const people = await cluster.addPeople(100, 'member');
      const crowd = startCrowd();
      await crowd.open(cluster.balancer!.url, cluster.channelId, people);
      const posting = startPosting({
        urls: [cluster.balancer!.url],
        authors: people.slice(0, 10),
        channelId: cluster.channelId,
        perSecond: 20,
      });
      await posting.reached(40);
      await cluster.nodes[A]!.kill();
      await posting.reached(100);
      await cluster.nodes[A]!.start();
      await posting.reached(160);
      await posting.stop();
      const {acknowledged} = posting;
      await crowd.hasSeen(acknowledged.size, 30_000);
      const verdict = await judge(cluster.database, {
        channelId: cluster.channelId,
        acknowledged,
        records: await crowd.records(),
      });
      await crowd.close();
      console.log('kill -9 of one of two nodes:', verdict);
      expect(verdict).toMatchObject({lost: [], storedTwice: [], unseen: 0, gaps: 0, sameOrder: true});
    });

    test('a sign-out that its node could not announce applies when the node dies', async () => {
      const hal = await account('hal');
      expect(await statusOn(B, hal.token)).toBe(200);
      const socket = await openSocket(cluster.nodes[B]!.url, {token: hal.token});
      await socket.next('hello');
      await busProxy.cut();
      await cluster.call(A, 'POST', '/users/logout', {token: hal.token});
      await cluster.nodes[A]!.kill();
      await applies('sign-out on a node that was cut off and died', () => statusOn(B, hal.token), 401);
      await socket.closed;
    });
  },
  180_000,
);
