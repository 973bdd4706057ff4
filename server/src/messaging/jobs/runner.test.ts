import {fork} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {quiet} from '../../../../test/support/quiet.ts';
import {createTestDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {loadConfig} from '../../platform/config/config.ts';
import {createEventBus} from '../../platform/event-bus/event-bus.ts';
import {createJobQueue} from '../../platform/jobs/job-queue.ts';
import {createLogger} from '../../platform/logging/logger.ts';
import {createJobs, type JobWorker} from './jobs.ts';
import {createJobRunner, type JobRunner} from './runner.ts';

let dataDirectory: string;
let testDatabase: TestDatabase;
let runners: JobRunner[];

beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'patchbay-test-'));
});
afterAll(() => rm(dataDirectory, {recursive: true, force: true}));
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  runners = [];
});
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()));
  await testDatabase.close();
});

/** A server as far as jobs go, on the database of the test. */
async function server(workers: Record<string, JobWorker>) {
  const {database, connectionString} = testDatabase;
  const config = await loadConfig({dataDirectory, env: {}});
  await config.replace({});
  const events = createEventBus((error) => {
    throw error;
  });
  const jobs = createJobs({database, events});
  for (const [type, worker] of Object.entries(workers)) jobs.register(type, worker);
  const queue = createJobQueue({connectionString, runSchedules: false, log: quiet});
  const log = createLogger({level: 'fatal', pretty: false});
  const runner = createJobRunner({jobs, queue, database, events, config, log});
  runners.push(runner);
  return {jobs, runner, queue, config};
}

async function reaches(jobs: ReturnType<typeof createJobs>, id: string, status: string) {
  await expect.poll(async () => (await jobs.byId(id)).status).toBe(status);
  return jobs.byId(id);
}

/** Counts to ten, one step a call of `progress`; waits after the fifth until it is told to stop. */
const counting = (steps: number[], {pause}: {pause: boolean}): JobWorker => ({
  async run({data, signal, progress}) {
    for (let step = Number(data.next ?? 1); step <= 10; step++) {
      if (pause && step === 6) await once(signal, 'abort');
      signal.throwIfAborted();
      steps.push(step);
      await progress(step * 10, {next: String(step + 1)});
    }
    return undefined;
  },
});

test('a job stops at a safe point when the server stops, and the next server goes on from there', async () => {
  const steps: number[] = [];
  const first = await server({count: counting(steps, {pause: true})});
  await first.runner.start();
  const {id} = await first.jobs.create('count');
  await expect.poll(() => steps.length).toBe(5);
  await first.runner.stop();
  expect(await first.jobs.byId(id)).toMatchObject({status: 'pending', progress: 50});

  const second = await server({count: counting(steps, {pause: false})});
  await second.runner.start();
  expect(await reaches(second.jobs, id, 'success')).toMatchObject({attempt: 2});
  expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('a job that was made while no server ran is done by the next one', async () => {
  const steps: number[] = [];
  const {jobs, runner} = await server({count: counting(steps, {pause: false})});
  const {id} = await jobs.create('count', {next: '9'});
  await runner.start();
  await reaches(jobs, id, 'success');
  expect(steps).toEqual([9, 10]);
});

test('a job that comes while the server looks for those that wait is done too', async () => {
  const {database} = testDatabase;
  const before = await server({});
  await before.runner.start();
  await before.runner.stop();
  // Where a job is handed to its worker, it waits here.
  await database.execute({
    text: `
      create function hold() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(1); return new; end $$;
      create trigger hold before insert on pgboss.job for each row execute function hold()`,
  });
  const isHeld = () =>
    database.execute({
      text: `
        select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    });
  const {jobs, runner} = await server({count: counting([], {pause: false})});
  const made = [await jobs.create('count')];
  let started: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    await tx.execute({text: 'select pg_advisory_xact_lock(1)'});
    started = runner.start();
    await expect.poll(isHeld).toBe(1);
    made.push(await jobs.create('count'));
  });
  await started;
  // After a minute it would be found anyhow.
  const states = async () => (await Promise.all(made.map(({id}) => jobs.byId(id)))).map(({status}) => status);
  await expect.poll(states, {timeout: 50_000}).toEqual(['success', 'success']);
});

test('a job does not wait for one that a server which is gone was seen doing', async () => {
  const {database} = testDatabase;
  const before = await server({count: counting([], {pause: false})});
  await before.runner.start();
  await before.runner.stop();
  // What the queue's monitoring leaves, and would put right some time after the start; here it never does.
  await database.execute({
    text: `
      update pgboss.queue set singletons_active = '{NULL}' where name = 'count';
      create function leave() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger leave before update of monitor_on on pgboss.queue for each row execute function leave()`,
  });
  const {jobs, runner} = await server({count: counting([], {pause: false})});
  const {id} = await jobs.create('count');
  await runner.start();
  await reaches(jobs, id, 'success');
});

describe('by the clock', () => {
  const schedules = () =>
    testDatabase.database.rows<{name: string; cron: string; timezone: string}>({
      text: 'select name, cron, timezone from pgboss.schedule order by name',
    });

  const exporting: Record<string, JobWorker> = {
    export: {
      run: async () => undefined,
      prepare: (data) => ({...data, initiated_by: 'schedule'}),
      schedule({MessageExportSettings: {EnableExport, DailyRunTime}}) {
        const [hour, minute] = DailyRunTime.split(':').map(Number);
        return EnableExport ? {cron: `${minute} ${hour} * * *`, timezone: 'Europe/Zurich'} : undefined;
      },
    },
  };

  test('a job is made when it is due, with the settings as they are', async () => {
    const {jobs, runner, queue, config} = await server(exporting);
    runner.maintain('broom', '7 * * * *', async () => {});
    await runner.start();
    const broom = {name: 'maintenance.broom', cron: '7 * * * *', timezone: 'UTC'};
    expect(await schedules()).toEqual([broom]);
    await config.patch({MessageExportSettings: {EnableExport: true, DailyRunTime: '02:30'}});
    await expect
      .poll(schedules)
      .toEqual([{name: 'export.due', cron: '30 2 * * *', timezone: 'Europe/Zurich'}, broom]);

    // What the clock does when the time has come.
    await queue.send('export.due', randomUUID(), {});
    const ofType = {types: ['export'], offset: 0, limit: 10};
    await expect.poll(async () => (await jobs.list(ofType)).length).toBe(1);
    const [made] = await jobs.list(ofType);
    expect(await reaches(jobs, made!.id, 'success')).toMatchObject({data: {initiated_by: 'schedule'}});

    await config.patch({MessageExportSettings: {EnableExport: false}});
    await expect.poll(schedules).toEqual([broom]);
  });

  test('what an earlier version did by the clock is done no more', async () => {
    const earlier = await server(exporting);
    earlier.runner.maintain('dustpan', '1 * * * *', async () => {});
    await earlier.runner.start();
    expect(await schedules()).toHaveLength(1);
    await earlier.runner.stop();
    const later = await server({});
    await later.runner.start();
    expect(await schedules()).toEqual([]);
  });

  test('maintenance is done, and tried again when it fails', async () => {
    let swept = 0;
    const {runner, queue} = await server({});
    runner.maintain('broom', '7 * * * *', async () => {
      if (++swept === 1) throw new Error('once');
    });
    await runner.start();
    await queue.send('maintenance.broom', randomUUID(), {});
    await expect.poll(() => swept).toBe(2);
  });
});

test('two servers share the jobs, and do each once', async () => {
  const done: string[] = [];
  const worker: JobWorker = {
    atOnce: 2,
    async run({id}) {
      done.push(id);
      return undefined;
    },
  };
  const [one, other] = [await server({many: worker}), await server({many: worker})];
  await Promise.all([one.runner.start(), other.runner.start()]);
  const made = [];
  for (let i = 0; i < 20; i++) made.push((await (i % 2 ? one : other).jobs.create('many')).id);
  await Promise.all(made.map((id) => reaches(one.jobs, id, 'success')));
  expect(done.toSorted()).toEqual(made.toSorted());
});

test('a job that its server will never end is said to have failed', async () => {
  const {jobs, runner} = await server({count: counting([], {pause: false})});
  const {id} = await jobs.create('count');
  await testDatabase.database.execute({
    text: `update Jobs set Status = 'in_progress', Attempt = 6 where Id = $1`,
    values: [id],
  });
  await runner.start();
  expect((await reaches(jobs, id, 'error')).data.error).toMatch(/stopped 6 times/);
});

test('a job goes on at another server when its own is killed', async () => {
  const script = fileURLToPath(new URL('../../../../test/crash/job-server.ts', import.meta.url));
  const child = fork(script, [testDatabase.connectionString, dataDirectory], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const {jobs, runner} = await server({
    count: {
      async run({data}) {
        return {data: {resumedFrom: data.next ?? 'the beginning'}};
      },
    },
  });
  const {id} = await jobs.create('count');
  await expect.poll(async () => (await jobs.byId(id)).data.next).toBe('6');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect((await jobs.byId(id)).status).toBe('in_progress');

  // The time that a server may be silent passes at once.
  await testDatabase.database.execute({
    text: `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`,
  });
  await runner.start();
  expect(await reaches(jobs, id, 'success')).toMatchObject({attempt: 2, data: {resumedFrom: '6'}});
}, 60_000);
