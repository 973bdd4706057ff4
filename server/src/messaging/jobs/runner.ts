import {setTimeout as wait} from 'node:timers/promises';
import type {Config} from '../../platform/config/config.ts';
import {withoutCaller} from '../../platform/database/callers.ts';
import type {Database} from '../../platform/database/database.ts';
import {isConnectionLost} from '../../platform/database/pg-errors.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {storableText} from '../../platform/database/storable-text.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {OnBehalf} from '../on-behalf/on-behalf.ts';
import {JOB_CHANNEL, type JobMessage, type Jobs, type JobWorker, permissionsOf} from './jobs.ts';
import {createSchedules} from './schedules.ts';
import {
  type AttemptChange,
  claimJobs,
  type JobRow,
  LEASE,
  lockType,
  releaseLapsed,
  selectWork,
  updateAttempt,
} from './store.ts';

/** Milliseconds after which it is looked again whether there is work of which nobody has told. */
const LOOK_INTERVAL = 5_000;
/** Milliseconds after which a process says again that it is alive and at a job, and hears that it is to stop. */
const HEARTBEAT_INTERVAL = LEASE / 4;
/** Milliseconds until a job that has failed is tried again; each time five times as long. */
const FIRST_RETRY_AFTER = 1_000;
/** How often in a row maintenance is tried again. */
const MAINTENANCE_RETRIES = 5;
/** Milliseconds that jobs have to come to a safe point when the server stops. */
const STOP_TIMEOUT = 20_000;

/** Why a worker is told to stop. */
const CANCELED = new Error('The job was canceled.');
const STOPPING = new Error('The server is stopping.');
const LOST = new Error('The job was given to another attempt.');

export type JobRunner = ReturnType<typeof createJobRunner>;

/**
 * Does the jobs: each by one process at a time, from where it was left when that process went away. Any number of
 * processes may do so on one database. Who does a job holds a lease on it and renews it; a job whose lease has run out
 * waits again, and what the earlier attempt records then finds nothing.
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
  onBehalf: Pick<OnBehalf, 'obstacleToUsing'>;
  database: Database;
  config: Config;
  log: Logger;
  /** Whether this process makes the jobs that are due by the clock. */
  runSchedules: boolean;
}) {
  const maintenance = new Map<string, JobWorker>();
  let workers: ReadonlyMap<string, JobWorker> = maintenance;
  let schedules: ReturnType<typeof createSchedules>;
  /** What is being done here. */
  const running = new Map<string, {controller: AbortController; done: Promise<void>}>();
  let ends: (() => unknown)[] = [];
  let isLooking = false;
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  /** Whether the settings may want other schedules than there are. */
  let schedulesChanged = true;
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  /** Looks for work, now or as soon as the look that is under way has ended. */
  function look(): void {
    lookAgain = true;
    if (isLooking) return;
    isLooking = true;
    looking = withoutCaller(lookWhileTold);
  }

  async function lookWhileTold(): Promise<void> {
    let nextIn = LOOK_INTERVAL;
    try {
      while (lookAgain && !stopping) {
        lookAgain = false;
        nextIn = await takeUpWork();
      }
    } catch (error) {
      log.warn({err: error}, 'could not look for jobs; trying again');
    }
    isLooking = false;
    clearTimeout(timer);
    if (!stopping) timer = setTimeout(look, nextIn).unref();
  }

  /** Begins what can be begun. Returns after how many milliseconds to look again. */
  async function takeUpWork(): Promise<number> {
    if (schedulesChanged) {
      schedulesChanged = false;
      await schedules.follow().catch((error) => {
        schedulesChanged = true;
        throw error;
      });
    }
    const types = [...workers.keys()];
    const mine = () => [...running.keys()];
    const {waiting, lapsed, due, nextin} = await selectWork(database, {types, mine: mine()});
    // Both bring forth jobs that wait.
    if (lapsed && (await releaseLapsed(database, mine())) > 0) lookAgain = true;
    if (due && runSchedules && (await schedules.makeDue()) > 0) lookAgain = true;
    for (const type of waiting) {
      const worker = workers.get(type)!;
      const claimed = await database.transaction(async (tx) => {
        await lockType(tx, type);
        return claimJobs(tx, {type, atOnce: worker.atOnce ?? 1, mine: mine()});
      });
      for (const row of claimed) begin(worker, row);
    }
    return Math.min(nextin ?? LOOK_INTERVAL, LOOK_INTERVAL);
  }

  function begin(worker: JobWorker, row: JobRow): void {
    const controller = new AbortController();
    const done = run(worker, row, controller)
      .catch((error) => log.warn({err: error, jobId: row.id}, 'could not record the end of a job'))
      .finally(() => {
        running.delete(row.id);
        // The next of its kind has waited for this.
        look();
      });
    running.set(row.id, {controller, done});
    if (stopping) controller.abort(STOPPING);
  }

  /** @throws AppError 403 if the user who started the job, perhaps long ago, could not start it now. */
  async function requireStarter({startedby}: JobRow, worker: JobWorker): Promise<void> {
    if (startedby === '') return;
    const obstacle = await onBehalf.obstacleToUsing(startedby, permissionsOf(worker).create);
    if (!obstacle) return;
    throw new AppError({
      id: 'app.job.starter.app_error',
      message: `The user who started this job cannot start it any more: ${obstacle.message} Start it again as somebody who can.`,
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
    void keepLease(row, record, controller, over.signal);
    try {
      const outcome = await database.longRunning(async () => {
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
      });
      await record({status: outcome?.status ?? 'success', progress: 100, data: outcome?.data});
    } catch (error) {
      await end(worker, row, signal, error, record);
    } finally {
      over.abort();
    }
  }

  /** Renews the lease until the job is over. Who could not do so for too long stops: another may be at it. */
  async function keepLease(
    {id}: JobRow,
    record: (change: AttemptChange) => Promise<unknown>,
    controller: AbortController,
    over: AbortSignal,
  ): Promise<void> {
    let renewedAt = performance.now();
    for (;;) {
      await wait(HEARTBEAT_INTERVAL, undefined, {signal: over, ref: false}).catch(() => {});
      if (over.aborted) return;
      const begunAt = performance.now();
      try {
        await record({});
        renewedAt = begunAt;
      } catch (error) {
        log.warn({err: error, jobId: id}, 'could not say that a job is being done');
        if (performance.now() - renewedAt > LEASE) controller.abort(LOST);
      }
    }
  }

  /** Records why a job has ended before its end. */
  async function end(
    worker: JobWorker,
    row: JobRow,
    signal: AbortSignal,
    error: unknown,
    record: (change: AttemptChange) => Promise<unknown>,
  ): Promise<void> {
    const about = {jobId: row.id, type: row.type};
    if (signal.reason === LOST) {
      log.warn(about, 'a job was given to another attempt');
    } else if (signal.reason === CANCELED) {
      await record({status: 'canceled'});
    } else if (signal.reason === STOPPING) {
      await record({status: 'pending'});
      await jobs.announceWaiting();
    } else if (isConnectionLost(error)) {
      // Nothing can be recorded now, and nothing is wrong with the job: it goes on when its lease has run out.
      log.warn({err: error, ...about}, 'a job has lost the database');
    } else if (row.failures < (worker.retries ?? 0)) {
      log.warn({err: error, ...about}, 'a job failed and is tried again');
      await record({status: 'pending', retryIn: FIRST_RETRY_AFTER * 5 ** row.failures});
    } else {
      if (!(error instanceof AppError)) log.error({err: error, ...about}, 'a job failed');
      // What another program has answered may be part of it.
      const words = storableText(error instanceof Error ? error.message : String(error));
      await record({status: 'error', data: {error: words}});
    }
  }

  /** Ends what `start` has begun beside the jobs. */
  async function letGo(): Promise<void> {
    clearTimeout(timer);
    await Promise.all(ends.splice(0).map((end) => end()));
  }

  return {
    /** Has something done by the clock that is no job to show: five fields of cron, in UTC. To be called before `start`. */
    maintain(name: string, cron: string, work: () => Promise<unknown>): void {
      maintenance.set(`maintenance.${name}`, {
        run: async () => void (await work()),
        schedule: () => ({cron, timezone: 'UTC'}),
        retries: MAINTENANCE_RETRIES,
        keepsLastOnly: true,
      });
    },

    /** Takes up the jobs that wait, and those that come. One that has failed can be tried again. */
    async start(): Promise<void> {
      workers = new Map([...jobs.workers, ...maintenance]);
      schedules = createSchedules({workers, database, config, log});
      ends = [
        await database.listen(
          JOB_CHANNEL,
          (message) => {
            const {cancel} = JSON.parse(message) as JobMessage;
            if (cancel === undefined) look();
            else running.get(cancel)?.controller.abort(CANCELED);
          },
          look,
        ),
        config.onChange(() => {
          schedulesChanged = true;
          look();
        }),
      ];
      look();
      await looking;
    },

    /** Brings the jobs that are being done to a safe point; whoever looks next goes on with them. */
    async stop(): Promise<void> {
      stopping = true;
      await letGo();
      for (const {controller} of running.values()) controller.abort(STOPPING);
      const settled = async () => {
        await looking;
        await Promise.all([...running.values()].map(({done}) => done));
      };
      await Promise.race([settled(), wait(STOP_TIMEOUT, undefined, {ref: false})]);
    },
  };
}
