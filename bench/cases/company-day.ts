import {Client4} from '@mattermost/client';
import {connectPlatform} from '../../server/src/commands/platform.ts';
import {startCluster} from '../cluster-room.ts';
import {type Company, createCompanyInDatabase, createCompanyOverApi} from '../company/create-company.ts';
import {startWork, type WorkReport} from '../company/employees-at-work.ts';
import {findMostPeople, P99_GOAL_MS} from '../company/most-people.ts';
import type {BenchCase, Contender} from '../harness.ts';
import {startPatchbay} from '../patchbay.ts';
import type {Room} from '../room.ts';

const FIRST_PEOPLE = 250;
/** More sockets than this require a higher limit of open files. */
const MAX_PEOPLE = Number(process.env.BENCH_PEOPLE ?? 8_000);
const WARM_UP_SECONDS = 5;

function step({people, requests, deliveries, faults}: WorkReport, passed: boolean): void {
  console.log(
    `    ${passed ? '✓' : '✗'} ${people} people: ${requests.count} requests, p50 ${requests.p50} ms, p99 ${requests.p99} ms; ` +
      `${deliveries.count} deliveries, p50 ${deliveries.p50} ms, p99 ${deliveries.p99} ms` +
      (faults.length > 0 ? `; ${faults.length} failed, such as ${faults[0]}` : ''),
  );
}

function contender(url: string, pid: number, company: Company, room: Room): Contender {
  const work = startWork(url, company);
  room.onClose(() => work.close());
  return {
    pid,
    async measure(seconds) {
      if (seconds === 0) {
        await work.connect(FIRST_PEOPLE);
        const {faults} = await work.work({seconds: 0, settle: WARM_UP_SECONDS});
        return {rate: 0, faults};
      }
      console.log(`  ${url}`);
      const best = await findMostPeople(work, {
        first: FIRST_PEOPLE,
        limit: MAX_PEOPLE,
        seconds,
        onStep: step,
      });
      // The other side needs the machine to itself.
      await work.connect(0);
      if (!best) return {rate: 0, faults: [`p99 was above ${P99_GOAL_MS} ms with ${FIRST_PEOPLE} people`]};
      return {rate: best.people, latency: best.requests, faults: []};
    },
  };
}

const companyDay: BenchCase = {
  name: 'company-day',
  description:
    `the highest number of active people with a 99th percentile below ${P99_GOAL_MS} ms: one server, compared with ` +
    'three nodes behind haproxy on the same machine',
  // Three nodes share the cores with haproxy, NATS and the load, and each event goes to all of them.
  goal: 0.4,
  unit: 'people',
  isNumber: true,
  warmUp: 0,
  // For thousands of sockets.
  goalMemory: 1e9,

  async start(room) {
    const patchbay = await startPatchbay(room);
    const client = new Client4();
    client.setUrl(patchbay.url);
    client.setToken(patchbay.token);
    const team = await client.createTeam({name: 'company', display_name: 'Company', type: 'O'} as never);
    process.env.PATCHBAY_DATA = patchbay.dataDirectory;
    const {platform, disconnect} = await connectPlatform({as: 'tool'});
    const company = await createCompanyInDatabase(platform.database, {
      teamId: team.id,
      creatorId: patchbay.userId,
      size: MAX_PEOPLE,
    });
    await disconnect();

    const cluster = await startCluster(room);
    const other = await createCompanyInDatabase(cluster.database, {
      teamId: cluster.teamId,
      creatorId: cluster.admin.id,
      size: MAX_PEOPLE,
    });
    return {
      baseline: contender(patchbay.url, patchbay.pid, company, room),
      subject: contender(cluster.balancer!.url, cluster.nodes[0]!.pid(), other, room),
    };
  },

  async measureTarget({url, token, people}, {seconds}) {
    console.log(`Creating ${people} people on ${url}.`);
    const company = await createCompanyOverApi(url, token, people);
    const work = startWork(url, company);
    const first = Math.min(FIRST_PEOPLE, people);
    const best = await findMostPeople(work, {first, limit: people, seconds, onStep: step});
    await work.close();
    console.log(
      best
        ? `${best.people === people ? 'At least ' : ''}${best.people} active people with p99 below ${P99_GOAL_MS} ms`
        : `Fewer than ${first} active people with p99 below ${P99_GOAL_MS} ms`,
    );
  },
};

export default companyDay;
