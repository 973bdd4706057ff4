import {createHash} from 'node:crypto';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {isConnectionLost} from '../../platform/database/pg-errors.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {storableText} from '../../platform/database/storable-text.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {JobQueue, QueuedWork} from '../../platform/jobs/job-queue.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {JobRow, Jobs, JobWorker} from './jobs.ts';
import {
  type AttemptChange,
  claimJob,
  selectJob,
  selectUnfinishedJobs,
  updateAttempt,
  updateStatus,
} from './store.ts';

/** Milliseconds after which it is looked again whether a job is still to be done, and by us. */
const LOOK_INTERVAL = 5_000;
/** Milliseconds after which it is looked again whether any job was forgotten. */
const RECONCILE_INTERVAL = 60_000;
/** Seconds after which the jobs of a server that has died are found, and those of maintenance. */
const LOOK_FOR_JOBS = 5;
const LOOK_FOR_MAINTENANCE = 300;
/** Milliseconds that jobs have to come to a safe point when the server stops. */
const STOP_TIMEOUT = 20_000;

/** Why a worker is told to stop. */
const CANCELED = new Error('The job was canceled.');
const STOPPING = new Error('The server is stopping.');
const LOST = new Error('The job has been taken over by another server.');

export type JobRunner = ReturnType<typeof createJobRunner>;

/** Does the jobs: each by one process at a time, from where it was left when that process went away. */
export function createJobRunner({
  jobs,
  queue,
  database,
  events,
  config,
  log,
}: {
  jobs: Jobs;
  queue: JobQueue;
  database: Database;
  events: EventBus;
  config: Config;
  log: Logger;
}) {
  /** What is being done here. */
  const running = new Map<string, {controller: AbortController; done: Promise<void>}>();
  const ends: (() => void)[] = [];
  let stopping = false;

  function inBackground(work: Promise<unknown>, what: string): void {
    work.catch((error) => log.warn({err: error}, what));
  }

  async function take(worker: JobWorker, work: QueuedWork): Promise<void> {
    if (stopping) throw STOPPING;
    const id = work.data.jobId!;
    const row = await claimJob(database, id, Date.now());
    if (!row) {
      await updateStatus(database, id, {from: ['cancel_requested'], to: 'canceled', now: Date.now()});
      return;
    }
    const controller = new AbortController();
    const done = run(worker, row, controller, work.signal);
    running.set(id, {controller, done});
    try {
      await done;
    } finally {
      running.delete(id);
    }
  }

  async function run(
    worker: JobWorker,
    row: JobRow,
    controller: AbortController,
    claim: AbortSignal,
  ): Promise<void> {
    const {signal} = controller;
    async function record(
      change: AttemptChange,
      db: Queryable = database,
    ): Promise<JobRow['status'] | undefined> {
      const before = await updateAttempt(db, row, {...change, now: Date.now()});
      if (before === undefined) controller.abort(LOST);
      else if (before === 'cancel_requested') controller.abort(CANCELED);
      return before;
    }
    const look = setInterval(() => inBackground(record({}), 'could not look after a job'), LOOK_INTERVAL);
    const giveUp = () => controller.abort(LOST);
    claim.addEventListener('abort', giveUp);
    try {
      const outcome = await worker.run({
        id: row.id,
        data: row.data,
        signal,
        async progress(percent, data, db) {
          await record({progress: Math.min(100, Math.max(0, Math.floor(percent))), data}, db);
          signal.throwIfAborted();
        },
      });
      await record({status: outcome?.status ?? 'success', progress: 100, data: outcome?.data});
    } catch (error) {
      await end(row, signal, error, record);
    } finally {
      clearInterval(look);
      claim.removeEventListener('abort', giveUp);
    }
  }

  /** Records why a job has ended before its end. Throws on what the queue has to know: that it is to be tried again. */
  async function end(
    row: JobRow,
    signal: AbortSignal,
    error: unknown,
    record: (change: AttemptChange) => Promise<JobRow['status'] | undefined>,
  ): Promise<void> {
    if (signal.reason === LOST) {
      log.warn({jobId: row.id, type: row.type}, 'a job was taken over by another server');
    } else if (signal.reason === CANCELED) {
      await record({status: 'canceled'});
    } else if (signal.reason === STOPPING) {
      const before = await record({status: 'pending'});
      if (before === 'cancel_requested') {
        await updateStatus(database, row.id, {from: ['pending'], to: 'canceled', now: Date.now()});
      } else {
        throw error;
      }
    } else if (isConnectionLost(error)) {
      // Nothing can be recorded now, and nothing is wrong with the job: it goes on when the database is back.
      throw error;
    } else {
      if (!(error instanceof AppError))
        log.error({err: error, jobId: row.id, type: row.type}, 'a job failed');
      // What another program has answered may be part of it.
      const words = storableText(error instanceof Error ? error.message : String(error));
      await record({status: 'error', data: {error: words}});
    }
  }

  async function enqueue(row: JobRow): Promise<void> {
    const id = queueId(row.id);
    if ((await queue.state(row.type, id)) !== undefined) return;
    await queue.forget(row.type, id);
    await queue.send(row.type, id, {jobId: row.id}, row.priority);
  }

  async function handOver(jobId: string): Promise<void> {
    const row = await selectJob(database, jobId);
    if (row && jobs.workers.has(row.type)) await enqueue(row);
  }

  /** Finds what was forgotten: jobs made while no server ran, or whose server has died once too often. */
  async function reconcile(): Promise<void> {
    for (const row of await selectUnfinishedJobs(database)) {
      if (!jobs.workers.has(row.type) || running.has(row.id)) continue;
      if (row.status === 'pending') {
        await enqueue(row);
      } else if ((await queue.state(row.type, queueId(row.id))) === undefined) {
        const now = Date.now();
        const error = `The server stopped ${row.attempt} times while it did this job, and has given it up.`;
        await updateStatus(database, row.id, {from: ['in_progress'], to: 'error', data: {error}, now});
        await updateStatus(database, row.id, {from: ['cancel_requested'], to: 'canceled', now});
      }
    }
  }

  async function followSchedules(): Promise<void> {
    const settings = config.get();
    for (const [type, worker] of jobs.workers) {
      if (worker.schedule) await queue.schedule(`${type}.due`, worker.schedule(settings));
    }
  }

  /** Ends what `start` has begun beside the queue. */
  function letGo(): void {
    for (const end of ends.splice(0)) end();
  }

  return {
    /** Has something done by the clock that is no job to show: five fields of cron, in UTC. To be called before `start`. */
    maintain(name: string, cron: string, work: () => Promise<unknown>): void {
      const queueName = `maintenance.${name}`;
      queue.work(queueName, {atOnce: 1, lookEvery: LOOK_FOR_MAINTENANCE}, async () => void (await work()));
      inBackground(queue.schedule(queueName, {cron, timezone: 'UTC'}), 'could not set a schedule');
    },

    /** Takes up the jobs that wait, and those that come. */
    async start(): Promise<void> {
      for (const [type, worker] of jobs.workers) {
        queue.work(type, {atOnce: worker.atOnce ?? 1, lookEvery: LOOK_FOR_JOBS}, (work) =>
          take(worker, work),
        );
        if (!worker.schedule) continue;
        queue.work(`${type}.due`, {atOnce: 1, lookEvery: LOOK_FOR_MAINTENANCE}, async () => {
          if (!(await jobs.isUnderWay(type))) await jobs.create(type, (await worker.prepare?.({}, '')) ?? {});
        });
      }
      await followSchedules();
      await queue.start();
      // A start that failed before is tried again.
      letGo();
      // What waits already comes first; what comes meanwhile is handed over behind it, and is not missed.
      const found = reconcile();
      const timer = setInterval(
        () => inBackground(reconcile(), 'could not look for forgotten jobs'),
        RECONCILE_INTERVAL,
      ).unref();
      ends.push(
        () => clearInterval(timer),
        config.onChange(() => inBackground(followSchedules(), 'could not set a schedule')),
        events.subscribe('job:waiting', ({jobId}) =>
          inBackground(
            found.then(() => handOver(jobId)),
            'could not hand a job to its worker yet',
          ),
        ),
        events.subscribe('job:cancel-requested', ({jobId}) => {
          running.get(jobId)?.controller.abort(CANCELED);
        }),
      );
      await found;
    },

    /** Brings the jobs that are being done to a safe point; whoever starts next goes on with them. */
    async stop(): Promise<void> {
      stopping = true;
      letGo();
      await queue.pause();
      const all = [...running.values()];
      for (const {controller} of all) controller.abort(STOPPING);
      const settled = Promise.allSettled(all.map(({done}) => done));
      const late = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT).unref());
      await Promise.race([settled, late]);
      await queue.stop();
    },
  };
}

/** The id of a job in the queue, which knows UUIDs only. */
function queueId(jobId: string): string {
  const hex = createHash('sha256').update(jobId).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
