import {setTimeout as wait} from 'node:timers/promises';
import type {Config} from '../../platform/config/config.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import {isConnectionLost} from '../../platform/database/pg-errors.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {storableText} from '../../platform/database/storable-text.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {inOwnTrace} from '../../platform/tracing/tracing.ts';
import type {OnBehalf} from '../on-behalf/on-behalf.ts';
import {JOB_CHANNEL, type JobMessage, type Jobs, type JobWorker, jobPermissions} from './jobs.ts';
import {createSchedules} from './schedules.ts';
import {
  type AttemptChange,
  claimJobs,
  type JobRow,
  LEASE,
  lockType,
  releaseExpired,
  selectWork,
  updateAttempt,
} from './store.ts';

/** Time between checks for work in milliseconds, in case a notification was lost. */
const POLL_INTERVAL = 5_000;
/** Time between renewals of a job's lease in milliseconds. Renewals also check whether the job must stop. */
const HEARTBEAT_INTERVAL = LEASE / 4;
/** Time until a failed job is retried for the first time, in milliseconds. Each further delay is five times as long. */
const FIRST_RETRY_AFTER = 1_000;
/** How many times in a row failed maintenance is retried. */
const MAINTENANCE_RETRIES = 5;
/** How long jobs have to reach a safe point when the server stops, in milliseconds. */
const STOP_TIMEOUT = 20_000;

/** The reason why a worker must stop. */
const CANCELED = new Error('The job was canceled.');
const STOPPING = new Error('The server is stopping.');
const LOST = new Error('The job was taken over by another attempt.');

export type JobRunner = ReturnType<typeof createJobRunner>;

/**
 * Runs jobs, each in one process at a time, and resumes them when that process dies. Any number of processes can share
 * a database. The process that runs a job holds a lease on it and renews it; when the lease expires, the job becomes
 * pending again and the earlier attempt can no longer record anything.
 */
export function createJobRunner({
  jobs,
  onBehalf,
  database,
  config,
  log,
  runSchedules,
}: {
  jobs: Jobs;
  onBehalf: Pick<OnBehalf, 'permissionDenial'>;
  database: Database;
  config: Config;
  log: Logger;
  /** Whether this process creates the scheduled jobs. */
  runSchedules: boolean;
}) {
  const maintenance = new Map<string, JobWorker>();
  let workers: ReadonlyMap<string, JobWorker> = maintenance;
  let schedules: ReturnType<typeof createSchedules>;
  /** The jobs that this process runs. */
  const running = new Map<string, {controller: AbortController; done: Promise<void>}>();
  let disposers: (() => unknown)[] = [];
  let isPolling = false;
  let polling: Promise<void> | undefined;
  let pollAgain = false;
  /** Whether the schedules may differ from the settings. */
  let schedulesChanged = true;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  /** Checks for work now, or again after the current check. */
  function poll(): void {
    pollAgain = true;
    if (isPolling) return;
    isPolling = true;
    polling = withoutCaller(pollRepeatedly);
  }

  async function pollRepeatedly(): Promise<void> {
    let nextIn = POLL_INTERVAL;
    try {
      while (pollAgain && !stopping) {
        pollAgain = false;
        nextIn = await startJobs();
      }
    } catch (error) {
      log.warn({err: error}, 'could not check for jobs; retrying');
    }
    isPolling = false;
    clearTimeout(timer);
    if (!stopping) timer = setTimeout(poll, nextIn).unref();
  }

  /** Starts all jobs that can start. Returns the milliseconds until the next check. */
  async function startJobs(): Promise<number> {
    if (schedulesChanged) {
      schedulesChanged = false;
      await schedules.syncSettings().catch((error) => {
        schedulesChanged = true;
        throw error;
      });
    }
    const types = [...workers.keys()];
    const runningIds = () => [...running.keys()];
    const {waiting, expired, due, nextin} = await selectWork(database, {types, mine: runningIds()});
    // Both of these create pending jobs.
    if (expired && (await releaseExpired(database, runningIds())) > 0) pollAgain = true;
    if (due && runSchedules && (await schedules.createDueJobs()) > 0) pollAgain = true;
    for (const type of waiting) {
      const worker = workers.get(type)!;
      const claimed = await database.transaction(async (tx) => {
        await lockType(tx, type);
        return claimJobs(tx, {type, concurrency: worker.concurrency ?? 1, mine: runningIds()});
      });
      for (const row of claimed) startJob(worker, row);
    }
    return Math.min(nextin ?? POLL_INTERVAL, POLL_INTERVAL);
  }

  function startJob(worker: JobWorker, row: JobRow): void {
    const controller = new AbortController();
    const done = run(worker, row, controller)
      .catch((error) => log.warn({err: error, jobId: row.id}, 'could not record the result of a job'))
      .finally(() => {
        running.delete(row.id);
        // Another job of this type may be waiting for this one.
        poll();
      });
    running.set(row.id, {controller, done});
    if (stopping) controller.abort(STOPPING);
  }

  /** @throws AppError 403 if the user who started the job is no longer allowed to. */
  async function requireStarter({startedby}: JobRow, worker: JobWorker): Promise<void> {
    if (startedby === '') return;
    const denial = await onBehalf.permissionDenial(startedby, jobPermissions(worker).create);
    if (!denial) return;
    throw new AppError({
      id: 'app.job.starter.app_error',
      message: `The user who started this job is no longer allowed to: ${denial.message} Start it again as a user who is.`,
      status: 403,
    });
  }

  async function run(worker: JobWorker, row: JobRow, controller: AbortController): Promise<void> {
    const {signal} = controller;
    async function record(
      change: AttemptChange,
      db: Queryable = database,
    ): Promise<JobRow['status'] | undefined> {
      const before = await updateAttempt(db, row, change);
      if (before === undefined) controller.abort(LOST);
      else if (before === 'cancel_requested') controller.abort(CANCELED);
      return before;
    }
    const over = new AbortController();
    void renewLease(row, record, controller, over.signal);
    try {
      const outcome = await inOwnTrace(
        {name: `job ${row.type}`, kind: 'internal', attributes: {'patchbay.job_id': row.id}},
        () =>
          database.longRunning(async () => {
            await requireStarter(row, worker);
            return worker.run({
              id: row.id,
              data: row.data,
              signal,
              async progress(percent, data, db) {
                await record({progress: Math.min(100, Math.max(0, Math.floor(percent))), data}, db);
                signal.throwIfAborted();
              },
            });
          }),
      );
      await record({status: outcome?.status ?? 'success', progress: 100, data: outcome?.data});
    } catch (error) {
      await end(worker, row, signal, error, record);
    } finally {
      over.abort();
    }
  }

  /**
   * Renews the lease until the job ends. Stops the job if renewal fails for too long, because another process may have
   * claimed it.
   */
  async function renewLease(
    {id}: JobRow,
    record: (change: AttemptChange) => Promise<unknown>,
    controller: AbortController,
    over: AbortSignal,
  ): Promise<void> {
    let renewedAt = performance.now();
    for (;;) {
      await wait(HEARTBEAT_INTERVAL, undefined, {signal: over, ref: false}).catch(() => {});
      if (over.aborted) return;
      const startedAt = performance.now();
      try {
        await record({});
        renewedAt = startedAt;
      } catch (error) {
        log.warn({err: error, jobId: id}, 'could not renew the lease of a job');
        if (performance.now() - renewedAt > LEASE) controller.abort(LOST);
      }
    }
  }

  /** Records why a job ended early. */
  async function end(
    worker: JobWorker,
    row: JobRow,
    signal: AbortSignal,
    error: unknown,
    record: (change: AttemptChange) => Promise<unknown>,
  ): Promise<void> {
    const about = {jobId: row.id, type: row.type};
    if (signal.reason === LOST) {
      log.warn(about, 'a job was taken over by another attempt');
    } else if (signal.reason === CANCELED) {
      await record({status: 'canceled'});
    } else if (signal.reason === STOPPING) {
      await record({status: 'pending'});
      await jobs.announceWaiting();
    } else if (isConnectionLost(error)) {
      // Nothing can be recorded now, but the job itself didn't fail. It resumes when its lease expires.
      log.warn({err: error, ...about}, 'a job lost its database connection');
    } else if (row.failures < (worker.retries ?? 0)) {
      log.warn({err: error, ...about}, 'a job failed and will be retried');
      await record({status: 'pending', retryIn: FIRST_RETRY_AFTER * 5 ** row.failures});
    } else {
      if (!(error instanceof AppError)) log.error({err: error, ...about}, 'a job failed');
      // The message may contain the response of another program.
      const words = storableText(error instanceof Error ? error.message : String(error));
      await record({status: 'error', data: {error: words}});
    }
  }

  /** Releases what `start` acquired. */
  async function release(): Promise<void> {
    clearTimeout(timer);
    await Promise.all(disposers.splice(0).map((end) => end()));
  }

  return {
    /**
     * Schedules work that is not listed as a job, with a five-field cron expression in UTC. Must be called before
     * `start`.
     */
    maintain(name: string, cron: string, work: () => Promise<unknown>): void {
      maintenance.set(`maintenance.${name}`, {
        run: async () => void (await work()),
        schedule: () => ({cron, timezone: 'UTC'}),
        retries: MAINTENANCE_RETRIES,
        keepLastOnly: true,
      });
    },

    /** Starts running pending and future jobs. Can be called again after a failure. */
    async start(): Promise<void> {
      workers = new Map([...jobs.workers, ...maintenance]);
      schedules = createSchedules({workers, database, config, log});
      disposers = [
        await database.listen(
          JOB_CHANNEL,
          (message) => {
            const {cancel} = JSON.parse(message) as JobMessage;
            if (cancel === undefined) poll();
            else running.get(cancel)?.controller.abort(CANCELED);
          },
          poll,
        ),
        config.onChange(() => {
          schedulesChanged = true;
          poll();
        }),
      ];
      poll();
      await polling;
    },

    /** Stops running jobs at a safe point, from which another process resumes them. */
    async stop(): Promise<void> {
      stopping = true;
      await release();
      for (const {controller} of running.values()) controller.abort(STOPPING);
      const settled = async () => {
        await polling;
        await Promise.all([...running.values()].map(({done}) => done));
      };
      await Promise.race([settled(), wait(STOP_TIMEOUT, undefined, {ref: false})]);
    },
  };
}
