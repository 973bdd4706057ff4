import {fork} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {createTestConfig} from '../../../../test/support/test-config.ts';
import {createTestDatabase, type TestDatabase} from '../../../../test/support/test-database.ts';
import {createSingleNode} from '../../platform/cluster/single-node.ts';
import {describeThisNode} from '../../platform/cluster/this-node.ts';
import {createEventBus} from '../../platform/event-bus/event-bus.ts';
import {createLogger} from '../../platform/logging/logger.ts';
import {createOnBehalf} from '../on-behalf/on-behalf.ts';
import {createPermissions} from '../permissions/permissions.ts';
import {createSessions} from '../sessions/sessions.ts';
import {createUsers} from '../users/users.ts';
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

/** The part of a server that runs jobs, with the test's database. */
async function server(workers: Record<string, JobWorker>, {runSchedules = false} = {}) {
  const {database} = testDatabase;
  const config = await createTestConfig({dataDirectory, database});
  const events = createEventBus(createSingleNode(describeThisNode('test')), database, (error) => {
    throw error;
  });
  const jobs = createJobs({database});
  for (const [type, worker] of Object.entries(workers)) jobs.register(type, worker);
  const log = createLogger({level: 'fatal', pretty: false});
  const permissions = createPermissions({database, events});
  const sessions = createSessions({database, events, config, log});
  const users = createUsers({database, events, config, permissions, sessions});
  const onBehalf = createOnBehalf({users, permissions, config});
  const runner = createJobRunner({jobs, onBehalf, database, config, log, runSchedules});
  runners.push(runner);
  return {jobs, runner, config};
}

async function reaches(jobs: ReturnType<typeof createJobs>, id: string, status: string) {
  await expect.poll(async () => (await jobs.byId(id)).status).toBe(status);
  return jobs.byId(id);
}

/** Leaves a job in the state in which a killed server leaves it. */
async function abandonJob(id: string): Promise<void> {
  await testDatabase.database.execute({
    text: `update Jobs set Status = 'in_progress', Attempt = Attempt + 1 where Id = $1`,
    values: [id],
  });
}

/** Expires all leases. */
async function expireLeases(): Promise<void> {
  await testDatabase.database.execute({
    text: `
      update Jobs set LastActivityAt = LastActivityAt - 3600000
      where Status in ('in_progress', 'cancel_requested')`,
  });
  await pollNow();
}

/** Makes all servers check for work, as after a notification. */
async function pollNow(): Promise<void> {
  await testDatabase.database.notify('patchbay_jobs', '{}');
}

/**
 * Counts to `steps`, one step per call of `progress`. With `pause`, waits after the fifth step until the job is
 * stopped.
 */
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

test('a job stops at a safe point when the server stops, and the next server resumes it', async () => {
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

test('a job created while no server was running is run by the next server', async () => {
  const steps: number[] = [];
  const {jobs, runner} = await server({count: counting(steps, {pause: false})});
  const {id} = await jobs.create('count', {next: '9'});
  await runner.start();
  await reaches(jobs, id, 'success');
  expect(steps).toEqual([9, 10]);
});

test('a job created while the server looks for pending jobs is run too', async () => {
  const {database} = testDatabase;
  // Delays every job when it is claimed.
  await database.execute({
    text: `
      create function hold() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(1); return new; end $$;
      create trigger hold before update on Jobs for each row execute function hold()`,
  });
  const isHeld = () =>
    database.execute({
      text: `
        select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    });
  const {jobs, runner} = await server({count: counting([], {pause: false})});
  const created = [await jobs.create('count')];
  let started: Promise<void> | undefined;
  await database.transaction(async (tx) => {
    await tx.execute({text: 'select pg_advisory_xact_lock(1)'});
    started = runner.start();
    await expect.poll(isHeld).toBe(1);
    created.push(await jobs.create('count'));
  });
  await started;
  const states = async () =>
    (await Promise.all(created.map(({id}) => jobs.byId(id)))).map(({status}) => status);
  await expect.poll(states, {timeout: 50_000}).toEqual(['success', 'success']);
});

test('a job that is canceled while it is being claimed does not run', async () => {
  const steps: number[] = [];
  const {jobs, runner} = await server({count: counting(steps, {pause: false})});
  const {id} = await jobs.create('count');
  let started: Promise<void> | undefined;
  await testDatabase.database.transaction(async (tx) => {
    await tx.execute({text: `update Jobs set Status = 'canceled' where Id = $1`, values: [id]});
    started = runner.start();
    await Promise.race([started, pause(2000)]);
  });
  await started;
  expect([(await jobs.byId(id)).status, steps]).toEqual(['canceled', []]);
});

test('a job does not wait for one that a dead server was running', async () => {
  const done: string[] = [];
  const {jobs, runner} = await server({
    count: {
      async run({id}) {
        done.push(id);
        return undefined;
      },
    },
  });
  const left = await jobs.create('count');
  await abandonJob(left.id);
  const {id} = await jobs.create('count');
  await expireLeases();
  await runner.start();
  await reaches(jobs, id, 'success');
  expect(done.toSorted()).toEqual([left.id, id].toSorted());
});

describe('on schedule', () => {
  const schedules = () =>
    testDatabase.database.rows<{type: string; cron: string; timezone: string}>({
      text: 'select Type, Cron, TimeZone from JobSchedules order by Type',
    });

  const nextTimes = () =>
    testDatabase.database.rows<{nextat: number}>({text: 'select NextAt from JobSchedules'});

  /** Makes the schedule due. */
  async function makeDue(type: string): Promise<void> {
    await testDatabase.database.execute({
      text: 'update JobSchedules set NextAt = 1 where Type = $1',
      values: [type],
    });
    await pollNow();
  }

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

  test('a due job is created with the current settings', async () => {
    const {jobs, runner, config} = await server(exporting, {runSchedules: true});
    runner.maintain('broom', '7 * * * *', async () => {});
    await runner.start();
    const broom = {type: 'maintenance.broom', cron: '7 * * * *', timezone: 'UTC'};
    expect(await schedules()).toEqual([broom]);
    await config.patch({MessageExportSettings: {EnableExport: true, DailyRunTime: '02:30'}});
    await expect
      .poll(schedules)
      .toEqual([{type: 'export', cron: '30 2 * * *', timezone: 'Europe/Zurich'}, broom]);

    await makeDue('export');
    const ofType = {types: ['export'], offset: 0, limit: 10};
    await expect.poll(async () => (await jobs.list(ofType)).length).toBe(1);
    const [created] = await jobs.list(ofType);
    expect(await reaches(jobs, created!.id, 'success')).toMatchObject({data: {initiated_by: 'schedule'}});

    await config.patch({MessageExportSettings: {EnableExport: false}});
    await expect.poll(schedules).toEqual([broom]);
  });

  test('a due job is created once, regardless of the number of servers', async () => {
    const worker: JobWorker = {
      run: async () => undefined,
      // Lets the other servers check for due schedules.
      prepare: () => pause(100, {}),
      schedule: () => ({cron: '30 2 * * *', timezone: 'UTC'}),
    };
    // If the job ended immediately, another one could be created.
    await testDatabase.database.execute({
      text: `
        create function finish() returns trigger language plpgsql as $$
        begin new.Status = 'success'; return new; end $$;
        create trigger finish before insert on Jobs for each row execute function finish()`,
    });
    const servers = [];
    for (let i = 0; i < 4; i++) servers.push(await server({daily: worker}, {runSchedules: true}));
    await Promise.all(servers.map(({runner}) => runner.start()));
    const {jobs} = servers[0]!;
    const listed = () => jobs.list({types: ['daily'], offset: 0, limit: 10});
    for (const count of [1, 2]) {
      await makeDue('daily');
      await expect.poll(async () => (await listed()).length).toBe(count);
      await pause(500);
      expect(await listed()).toHaveLength(count);
    }
  });

  test('no job is created while one of its type is pending or running', async () => {
    const exporter = await server(exporting, {runSchedules: true});
    await exporter.config.patch({MessageExportSettings: {EnableExport: true}});
    await exporter.runner.start();
    const {id} = await exporter.jobs.create('export');
    await reaches(exporter.jobs, id, 'success');
    await abandonJob(id);
    await makeDue('export');
    await expect.poll(async () => (await nextTimes())[0]!.nextat).toBeGreaterThan(Date.now());
    expect(await exporter.jobs.list({types: ['export'], offset: 0, limit: 10})).toHaveLength(1);
  });

  test('a time that was set while the clock was ahead is corrected without creating a job', async () => {
    const {jobs, runner, config} = await server(exporting, {runSchedules: true});
    await config.patch({MessageExportSettings: {EnableExport: true}});
    await runner.start();
    const [set] = await nextTimes();
    await testDatabase.database.execute({
      text: `update JobSchedules set NextAt = NextAt + 3e9, SetAt = SetAt + 3e9`,
    });
    await pollNow();
    await expect.poll(nextTimes).toEqual([set]);
    expect(await jobs.list({types: ['export'], offset: 0, limit: 10})).toEqual([]);
  });

  test('schedules of an earlier version are removed', async () => {
    const earlier = await server(exporting);
    earlier.runner.maintain('dustpan', '1 * * * *', async () => {});
    await earlier.runner.start();
    expect(await schedules()).toHaveLength(1);
    await earlier.runner.stop();
    const later = await server({});
    await later.runner.start();
    expect(await schedules()).toEqual([]);
  });

  test('maintenance runs, and is retried when it fails', async () => {
    let swept = 0;
    const {runner} = await server({}, {runSchedules: true});
    runner.maintain('broom', '7 * * * *', async () => {
      if (++swept === 1) throw new Error('once');
    });
    await runner.start();
    await makeDue('maintenance.broom');
    await expect.poll(() => swept).toBe(2);
  });

  test('maintenance that keeps failing waits for its next time and is not listed', async () => {
    let tries = 0;
    const {jobs, runner} = await server({}, {runSchedules: true});
    runner.maintain('broom', '7 * * * *', async () => {
      tries++;
      throw new Error('the broom is broken');
    });
    await runner.start();
    const rows = () => jobs.list({types: ['maintenance.broom'], offset: 0, limit: 10});
    for (const times of [2, 4]) {
      await makeDue('maintenance.broom');
      await expect.poll(async () => (await rows())[0]?.failures).toBe(1);
      // Makes the four remaining retries fail immediately.
      await testDatabase.database.execute({
        text: `update Jobs set Failures = 5, RunAt = 0 where Status = 'pending'`,
      });
      await pollNow();
      await expect.poll(() => tries).toBe(times);
      await expect.poll(async () => (await rows()).map(({status}) => status)).toEqual(['error']);
    }
    expect([...jobs.workers.keys()]).toEqual([]);
  });
});

describe('two servers', () => {
  test('run one job of a type at a time', async () => {
    let atOnce = 0;
    let most = 0;
    const worker: JobWorker = {
      async run() {
        most = Math.max(most, ++atOnce);
        await pause(5);
        atOnce--;
        return undefined;
      },
    };
    const servers = [await server({one: worker}), await server({one: worker}), await server({one: worker})];
    await Promise.all(servers.map(({runner}) => runner.start()));
    // Delays both claims so that each server checks before the other one has claimed a job.
    await testDatabase.database.execute({
      text: `
        create function dawdle() returns trigger language plpgsql as $$
        begin if new.Status = 'in_progress' then perform pg_sleep(0.02); end if; return new; end $$;
        create trigger dawdle before update on Jobs for each row execute function dawdle()`,
    });
    const [{jobs}] = servers as [Awaited<ReturnType<typeof server>>];
    const created = await Promise.all(Array.from({length: 15}, () => jobs.create('one')));
    await Promise.all(created.map(({id}) => reaches(jobs, id, 'success')));
    expect(most).toBe(1);
    expect((await Promise.all(created.map(({id}) => jobs.byId(id)))).map(({attempt}) => attempt)).toEqual(
      created.map(() => 1),
    );
  });

  test('leave a job to the server that renews its lease', async () => {
    const steps: number[] = [];
    const [first, second] = [
      await server({count: counting(steps, {pause: true})}),
      await server({count: counting(steps, {pause: true})}),
    ];
    await first.runner.start();
    const {id} = await first.jobs.create('count');
    await expect.poll(() => steps.length).toBe(5);
    await expireLeases();
    const silentFor = async () => Date.now() - (await first.jobs.byId(id)).lastactivityat;
    await expect.poll(silentFor).toBeLessThan(10_000);
    await second.runner.start();
    expect(await first.jobs.byId(id)).toMatchObject({status: 'in_progress', attempt: 1});
  });

  test('leave a job to the server whose transaction records progress', async () => {
    const {jobs, runner} = await server({count: counting([], {pause: false})});
    const {id} = await jobs.create('count');
    await abandonJob(id);
    await expireLeases();
    await testDatabase.database.transaction(async (tx) => {
      await tx.execute({text: 'select from Jobs where Id = $1 for update', values: [id]});
      await runner.start();
      expect(await jobs.byId(id)).toMatchObject({status: 'in_progress', attempt: 1});
    });
    await pollNow();
    await reaches(jobs, id, 'success');
  });

  test('an attempt that has lost its job cannot record anything', async () => {
    const lost = Promise.withResolvers<unknown>();
    const resume = Promise.withResolvers<void>();
    const first = await server({
      count: {
        async run({progress}) {
          await progress(10, {by: 'first'});
          await resume.promise;
          await progress(99, {by: 'first again'}).catch((error) => {
            lost.resolve(error);
            throw error;
          });
          return undefined;
        },
      },
    });
    await first.runner.start();
    const {id} = await first.jobs.create('count');
    await expect.poll(async () => (await first.jobs.byId(id)).data.by).toBe('first');

    const second = await server({
      count: {
        async run({progress}) {
          await progress(50, {by: 'second'});
          resume.resolve();
          await lost.promise;
          return undefined;
        },
      },
    });
    await expireLeases();
    await second.runner.start();
    expect(await reaches(second.jobs, id, 'success')).toMatchObject({attempt: 2, data: {by: 'second'}});
    expect(await lost.promise).toMatchObject({message: 'The job was taken over by another attempt.'});
  });

  test('a job of a server that stops is resumed by the other one immediately', async () => {
    const steps: number[] = [];
    const [first, second] = [
      await server({count: counting(steps, {pause: true})}),
      await server({count: counting(steps, {pause: false})}),
    ];
    await first.runner.start();
    const {id} = await first.jobs.create('count');
    await expect.poll(() => steps.length).toBe(5);
    await second.runner.start();
    await first.runner.stop();
    expect(await reaches(second.jobs, id, 'success')).toMatchObject({attempt: 2, failures: 0});
    expect(steps).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('one server cancels what the other one runs', async () => {
    const steps: number[] = [];
    const [first, second] = [
      await server({count: counting(steps, {pause: true})}),
      await server({count: counting(steps, {pause: true})}),
    ];
    await first.runner.start();
    const {id} = await first.jobs.create('count');
    await expect.poll(() => steps.length).toBe(5);
    await second.jobs.requestCancel(id);
    expect(await reaches(second.jobs, id, 'canceled')).toMatchObject({progress: 50});
  });
});

describe('when the database clock changes', () => {
  test('forward, a server does not take over its own jobs', async () => {
    const steps: number[] = [];
    const {jobs, runner} = await server({
      count: counting(steps, {pause: true}),
      other: {run: async () => undefined},
    });
    await runner.start();
    const {id} = await jobs.create('count');
    await expect.poll(() => steps.length).toBe(5);
    await expireLeases();
    await reaches(jobs, (await jobs.create('other')).id, 'success');
    expect(await jobs.byId(id)).toMatchObject({status: 'in_progress', attempt: 1});
  });

  test('back, a job of a dead server is still found', async () => {
    const {jobs, runner} = await server({count: counting([], {pause: false})});
    const {id} = await jobs.create('count');
    await abandonJob(id);
    await testDatabase.database.execute({text: 'update Jobs set LastActivityAt = LastActivityAt + 3600000'});
    await runner.start();
    // Its server may still be running.
    const job = await jobs.byId(id);
    expect(job).toMatchObject({status: 'in_progress', attempt: 1});
    expect(job.lastactivityat).toBeLessThanOrEqual(Date.now());
    await expireLeases();
    await reaches(jobs, id, 'success');
  });
});

test('two servers share the jobs and run each once', async () => {
  const done: string[] = [];
  const worker: JobWorker = {
    concurrency: 2,
    async run({id}) {
      done.push(id);
      return undefined;
    },
  };
  const [one, other] = [await server({many: worker}), await server({many: worker})];
  await Promise.all([one.runner.start(), other.runner.start()]);
  const created = [];
  for (let i = 0; i < 20; i++) created.push((await (i % 2 ? one : other).jobs.create('many')).id);
  await Promise.all(created.map((id) => reaches(one.jobs, id, 'success')));
  expect(done.toSorted()).toEqual(created.toSorted());
});

test('a job that repeatedly kills its server fails', async () => {
  const {jobs, runner} = await server({count: counting([], {pause: false})});
  const {id} = await jobs.create('count');
  await testDatabase.database.execute({
    text: `update Jobs set Status = 'in_progress', Failures = 5 where Id = $1`,
    values: [id],
  });
  await expireLeases();
  await runner.start();
  expect((await reaches(jobs, id, 'error')).data.error).toMatch(/stopped 6 times/);
});

test('another server resumes the job of a killed one', async () => {
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

  await expireLeases();
  await runner.start();
  expect(await reaches(jobs, id, 'success')).toMatchObject({attempt: 2, data: {resumedFrom: '6'}});
}, 60_000);
