import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest';
import {type BreakableProxy, startProxy} from '../support/breakable-proxy.ts';
import {type Crowd, startCrowd} from '../support/cluster/crowd.ts';
import {skipWithout} from '../support/cluster/engines.ts';
import {type PostgresPair, startPostgresPair} from '../support/cluster/postgres-pair.ts';
import {type Posting, startPosting} from '../support/cluster/posting.ts';
import {type S3Store, startS3Store} from '../support/cluster/s3-store.ts';
import {startTestCluster, type TestCluster} from '../support/cluster/test-cluster.ts';
import {judge, type Verdict} from '../support/cluster/verdict.ts';
import {freePort} from '../support/command-line.ts';
import {holdChange} from '../support/hold-change.ts';

// Three nodes, three NATS servers, haproxy, and PostgreSQL with a replica. Each test posts through haproxy while it
// breaks something, and then compares the acknowledged posts with the database and with what every member saw.

const MEMBERS = 200;
const POSTS_PER_SECOND = 20;
/** Enough for four batches. */
const JOB_POSTS = 20_000;

let directory: string;
let pair: PostgresPair;
let store: S3Store;
let cluster: TestCluster;
let channels = 0;
/** Between node 2 and its NATS servers and database. */
let busProxies: BreakableProxy[];
let databaseProxy: BreakableProxy;

/** People in their own channel who post and listen. */
interface Scene {
  channelId: string;
  crowd: Crowd;
  posting: Posting;
  /** Stops posting, waits until everyone has received everything, and compares. */
  verdict(): Promise<Verdict>;
}

let scene: Scene | undefined;

async function openScene(): Promise<Scene> {
  const name = `scene-${++channels}`;
  const {body: channel} = await cluster.call(0, 'POST', '/channels', {
    token: cluster.admin.token,
    body: {team_id: cluster.teamId, name, display_name: name, type: 'O'},
  });
  const people = await cluster.addPeople(MEMBERS, name, channel.id);
  const crowd = startCrowd();
  const url = cluster.balancer!.url;
  await crowd.open(url, channel.id, people);
  const posting = startPosting({
    urls: [url],
    authors: people.slice(0, 20),
    channelId: channel.id,
    perSecond: POSTS_PER_SECOND,
  });
  await posting.reached(3 * POSTS_PER_SECOND);
  scene = {
    channelId: channel.id,
    crowd,
    posting,
    async verdict() {
      await posting.stop();
      await crowd.hasSeen(posting.acknowledged.size, 60_000);
      return judge(cluster.database, {
        channelId: channel.id,
        acknowledged: posting.acknowledged,
        records: await crowd.records(),
      });
    },
  };
  return scene;
}

/** Continues posting for a few seconds. */
async function keepPosting(seconds: number): Promise<void> {
  const {posting} = scene!;
  await posting.reached(posting.acknowledged.size + seconds * POSTS_PER_SECOND);
}

function report(what: string, verdict: Verdict, failures: readonly string[]): void {
  console.log(`${what}:`, JSON.stringify({...verdict, failedRequests: failures.length}));
  if (failures.length > 0) console.log('  first failures:', failures.slice(0, 3));
}

const NOTHING_LOST = {
  lost: [],
  storedTwice: [],
  unseen: 0,
  gaps: 0,
  shownInAnotherOrder: 0,
  sameOrder: true,
};

describe.skipIf(skipWithout('nats-server', 'haproxy', 'postgresql'))(
  'three nodes',
  () => {
    beforeAll(async () => {
      directory = mkdtempSync(join(tmpdir(), 'patchbay-cluster-engines-'));
      [pair, store] = await Promise.all([startPostgresPair(directory), startS3Store(directory)]);
      const own = await pair.proxyTo();
      databaseProxy = own.proxy;
      cluster = await startTestCluster({
        nodes: 3,
        natsServers: 3,
        healthPath: '/readyz?draining=404',
        connectionString: pair.connectionString,
        env: {
          ...store.env,
          PATCHBAY_SQLSETTINGS_DATASOURCEREPLICAS: pair.replicaConnectionString,
          PATCHBAY_MESSAGEEXPORTSETTINGS_BATCHSIZE: '5000',
        },
        async envOf(node, _, {ports}): Promise<Record<string, string>> {
          if (node !== 2) return {};
          const addresses = await Promise.all(
            ports.map(async (target) => {
              const port = await freePort();
              const proxy = await startProxy({host: '127.0.0.1', port}, {host: '127.0.0.1', port: target});
              return {port, proxy};
            }),
          );
          busProxies = addresses.map(({proxy}) => proxy);
          return {
            PATCHBAY_CLUSTERSETTINGS_BUSURLS: addresses.map(({port}) => `nats://127.0.0.1:${port}`).join(' '),
            PATCHBAY_SQLSETTINGS_DATASOURCE: own.connectionString,
          };
        },
      });
      await cluster.balancedTo(3);
    });
    afterEach(async () => {
      await scene?.posting.stop();
      await scene?.crowd.close();
      scene = undefined;
      for (const node of cluster.nodes) if (!node.running()) await node.start();
      await cluster.balancedTo(3);
    });
    afterAll(async () => {
      await cluster?.close();
      await Promise.all((busProxies ?? []).map((proxy) => proxy.cut()));
      await Promise.all([pair?.close(), store?.close()]);
      if (directory) rmSync(directory, {recursive: true, force: true});
    });

    test('kill -9 of a node', async () => {
      const {posting, verdict} = await openScene();
      await cluster.nodes[1]!.kill();
      await keepPosting(8);
      await cluster.nodes[1]!.start();
      await keepPosting(2);
      const found = await verdict();
      report('kill -9 of a node', found, posting.failures);
      expect(found).toMatchObject(NOTHING_LOST);
    });

    test('SIGTERM', async () => {
      const {posting, verdict} = await openScene();
      const {code} = await cluster.nodes[1]!.stop();
      await keepPosting(2);
      const found = await verdict();
      report('SIGTERM', found, posting.failures);
      expect(code).toBe(0);
      expect(posting.failures).toEqual([]);
      expect(found).toMatchObject(NOTHING_LOST);
      expect(found.freshStarts).toBe(0);
      expect(found.resumes).toBeGreaterThan(MEMBERS / 6);
    });

    test('rolling upgrade', async () => {
      const {posting, verdict} = await openScene();
      for (const node of cluster.nodes) {
        await node.stop();
        await node.start();
        await cluster.balancedTo(3);
      }
      const found = await verdict();
      report('rolling upgrade', found, posting.failures);
      expect(posting.failures).toEqual([]);
      expect(found).toMatchObject(NOTHING_LOST);
      expect(found.freshStarts).toBe(0);
      expect(found.resumes).toBeGreaterThan(MEMBERS / 2);

      // A newer version ran on this database, so this version must not start again.
      const setMinimum = (version: string) =>
        cluster.database.row<{before: string}>({
          text: `
            update Systems s set Value = $1 from Systems old
            where s.Name = 'MinimumVersion' and old.Name = s.Name returning old.Value as before`,
          values: [version],
        });
      const before = await setMinimum('99.0.0');
      await cluster.nodes[0]!.stop();
      const refused = await cluster.nodes[0]!.startAndExit();
      await setMinimum(before!.before);
      expect(refused).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('needs version 99.0.0 or later'),
      });
    });

    test('the leader of the bus is killed', async () => {
      const {posting, verdict} = await openScene();
      const leader = await cluster.bus.streamLeader();
      await cluster.bus.kill(leader);
      await keepPosting(8);
      await cluster.bus.start(leader);
      await keepPosting(2);
      const found = await verdict();
      report('the leader of the bus is killed', found, posting.failures);
      expect(posting.failures).toEqual([]);
      expect(found).toMatchObject(NOTHING_LOST);
    });

    test('the bus is down for 30 seconds', async () => {
      const {posting, verdict} = await openScene();
      await Promise.all([0, 1, 2].map((server) => cluster.bus.kill(server)));
      await keepPosting(30);
      // Posting continues, and all nodes stay ready.
      expect(await cluster.balancer!.upNodes()).toHaveLength(3);
      await Promise.all([0, 1, 2].map((server) => cluster.bus.start(server)));
      await keepPosting(5);
      const found = await verdict();
      report('the bus is down for 30 seconds', found, posting.failures);
      expect(posting.failures).toEqual([]);
      expect(found).toMatchObject({...NOTHING_LOST, sameOrder: expect.any(Boolean)});
    });

    test('a node is cut off from the bus', async () => {
      const {posting, verdict} = await openScene();
      await Promise.all(busProxies.map((proxy) => proxy.cut()));
      await keepPosting(10);
      await Promise.all(busProxies.map((proxy) => proxy.repair()));
      await keepPosting(5);
      const found = await verdict();
      report('a node is cut off from the bus', found, posting.failures);
      expect(found).toMatchObject({...NOTHING_LOST, sameOrder: expect.any(Boolean)});
    });

    test('a node is cut off from the database', async () => {
      const {posting, verdict} = await openScene();
      await databaseProxy.cut();
      await cluster.balancedTo(2);
      await keepPosting(5);
      await databaseProxy.repair();
      await keepPosting(5);
      const found = await verdict();
      report('a node is cut off from the database', found, posting.failures);
      expect(found).toMatchObject(NOTHING_LOST);
    });

    test('the replica is paused for 10 seconds', async () => {
      const {posting, verdict} = await openScene();
      const author = cluster.admin;
      pair.pauseReplica();
      const end = performance.now() + 10_000;
      const answers: number[] = [];
      while (performance.now() < end) {
        // Everyone can immediately read their own posts from any node.
        const message = `own post ${answers.length}`;
        const {body} = await cluster.call(undefined, 'POST', '/posts', {
          token: author.token,
          body: {channel_id: cluster.channelId, message},
        });
        const page = await cluster.call(undefined, 'GET', `/channels/${cluster.channelId}/posts`, {
          token: author.token,
        });
        expect(page.body.order).toContain(body.id);
        const search = await cluster.call(undefined, 'POST', `/teams/${cluster.teamId}/posts/search`, {
          token: author.token,
          body: {terms: 'own', is_or_search: false},
        });
        answers.push(search.status);
        await pause(100);
      }
      pair.resumeReplica();
      const found = await verdict();
      report('the replica is paused for 10 seconds', found, posting.failures);
      expect(new Set(answers)).toEqual(new Set([200]));
      expect(posting.failures).toEqual([]);
      expect(found).toMatchObject(NOTHING_LOST);
    });

    test('a node is killed in the middle of a job', async () => {
      const {admin, database, nodes, channelId} = cluster;
      const begin = Date.UTC(2021, 0, 1);
      await database.execute({
        text: `
        insert into Posts (Id, CreateAt, UpdateAt, UserId, ChannelId, Message)
        select lpad(n::text, 26, 'p'), $1::bigint + n, $1::bigint + n, $2, $3, 'post ' || n
        from generate_series(0, $4::int - 1) n`,
        values: [begin, admin.id, channelId, JOB_POSTS],
      });
      // Only the first node can run the job.
      await Promise.all([nodes[1]!.stop(), nodes[2]!.stop()]);
      const hold = await holdChange(
        database,
        pair.connectionString,
        'insert on ComplianceExports for each row when (new.Batch = 2)',
      );
      const asAdmin = {token: admin.token};
      const {body: job} = await cluster.call(0, 'POST', '/jobs', {
        ...asAdmin,
        body: {
          type: 'message_export',
          data: {
            export_type: 'csv',
            batch_start_time: String(begin),
            job_end_time: String(begin + JOB_POSTS),
          },
        },
      });
      await hold.reached();
      await nodes[1]!.start();
      await nodes[0]!.kill();
      await hold.release();
      const state = async () => (await cluster.call(1, 'GET', `/jobs/${job.id}`, asAdmin)).body;
      await expect.poll(async () => (await state()).status, {timeout: 120_000}).toBe('success');
      expect((await state()).data).toMatchObject({
        messages_exported: String(JOB_POSTS),
        job_batch_number: '4',
      });
    });

    // This test is last, because it uses up the replica.
    test('PostgreSQL fails over to its synchronous standby', async () => {
      const {posting, verdict} = await openScene();
      await pair.synchronize();
      await keepPosting(2);
      await pair.failOver();
      await keepPosting(5);
      const found = await verdict();
      report('PostgreSQL fails over', found, posting.failures);
      expect(found).toMatchObject(NOTHING_LOST);
    });
  },
  300_000,
);
