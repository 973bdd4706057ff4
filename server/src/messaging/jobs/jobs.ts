import type {Readable} from 'node:stream';
import type {Settings} from '../../platform/config/settings.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import {newId} from '../../platform/ids/ids.ts';
import type {Job} from './schema.ts';
import {deleteJobsBefore, insertJob, type JobRow, selectJob, selectJobs, updateStatus} from './store.ts';

export {presentJob} from './present.ts';
export type {JobRow} from './store.ts';

declare module '../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A job waits to be taken up. */
    'job:waiting': {jobId: string};
    /** A job that is being done is to be given up. */
    'job:cancel-requested': {jobId: string};
  }
}

/** A job in the hands of its worker. */
export interface JobRun {
  id: string;
  /** What it was made with, and all that earlier `progress` has added: where to go on after an interruption. */
  data: Readonly<Record<string, string>>;
  /** Aborted when the worker is to stop at the next safe point: canceled, or the server stops. Then throw. */
  signal: AbortSignal;
  /**
   * Records how much is done, in percent, and what it takes to go on from here. With the transaction in which the
   * work itself was done, both are kept or neither. It throws when the worker is to stop; nothing is lost then.
   */
  progress(percent: number, data?: Record<string, string>, db?: Queryable): Promise<void>;
}

/** How a job went that did not fail; a warning is for what somebody should look at. */
export interface JobOutcome {
  status?: 'success' | 'warning';
  data?: Record<string, string>;
}

/** A file that a job has made. */
export interface JobDownload {
  fileName: string;
  contentType: string;
  stream: Readable;
}

/** A kind of job: who does it, and who may ask for it. */
export interface JobWorker {
  /** Does the job, or goes on with it. What it throws ends the job as an error with that message. */
  run(job: JobRun): Promise<JobOutcome | undefined>;
  /** So many at the same time; 1 if absent, in the whole installation. */
  atOnce?: number;
  /** Names of the permissions; of jobs in general if absent. */
  permissions?: {create: string; read: string; manage: string /** As `read` if absent. */; download?: string};
  /** Checks what a request gives it, and says with what the job is made. @throws AppError 400. */
  prepare?(
    data: Record<string, string>,
    userId: string,
  ): Record<string, string> | Promise<Record<string, string>>;
  /** When a job of this kind is made by the clock, with the settings as they are; undefined for never. */
  schedule?(settings: Settings): {cron: string; timezone: string} | undefined;
  /** The file of a job that is over. @throws AppError if there is none. */
  download?(job: Job): Promise<JobDownload>;
}

const FINISHED: readonly Job['status'][] = ['success', 'warning', 'error', 'canceled'];
const UNFINISHED: readonly Job['status'][] = ['pending', 'in_progress', 'cancel_requested'];
/** What a person may make of a job's status. */
const CHANGES: Readonly<Record<string, readonly Job['status'][]>> = {
  pending: ['in_progress', 'error', 'warning', 'canceled'],
  cancel_requested: ['pending', 'in_progress'],
  canceled: ['pending', 'cancel_requested'],
};

export type Jobs = ReturnType<typeof createJobs>;

/**
 * Work in the background as people see it: a row a job, which says how far it is. This is the truth about jobs; a
 * {@link createJobRunner} does them.
 */
export function createJobs({database, events}: {database: Database; events: EventBus}) {
  const workers = new Map<string, JobWorker>();

  /** @throws AppError 404 if there is no such job. */
  async function byId(id: string): Promise<JobRow> {
    const row = await selectJob(database, id);
    if (!row) {
      throw new AppError({id: 'app.job.get.app_error', message: `There is no job ${id}.`, status: 404});
    }
    return row;
  }

  async function requestCancel(id: string): Promise<void> {
    const now = Date.now();
    if (await updateStatus(database, id, {from: ['pending'], to: 'canceled', now})) return;
    const from: Job['status'][] = ['in_progress', 'cancel_requested'];
    if (await updateStatus(database, id, {from, to: 'cancel_requested', now})) {
      events.publish('job:cancel-requested', {jobId: id});
      return;
    }
    const {status} = await byId(id);
    throw new AppError({
      id: 'jobs.request_cancellation.status.error',
      message: `The job ${id} is over (${status}); only a job that waits or runs can be canceled.`,
      status: 400,
    });
  }

  return {
    /** Makes a kind of job known. To be called before the server starts. */
    register(type: string, worker: JobWorker): void {
      workers.set(type, worker);
    },

    /** The kinds of jobs that are known, with who does them. */
    workers: workers as ReadonlyMap<string, JobWorker>,

    /**
     * Makes a job, which is done as soon as its turn comes; by a server, if this is a tool. Returned is the job as it
     * was made, whatever has become of it since. `alongside` stores what belongs to the job together with it: both are
     * there or neither.
     */
    async create(
      type: string,
      data: Record<string, string> = {},
      {
        priority = 0,
        alongside,
      }: {priority?: number; alongside?: (db: Queryable, jobId: string) => Promise<void>} = {},
    ): Promise<JobRow> {
      const id = newId();
      const job = await database.transaction(async (tx) => {
        const row = await insertJob(tx, {id, type, priority, createat: Date.now(), data});
        await alongside?.(tx, id);
        return row;
      });
      events.publish('job:waiting', {jobId: id});
      return job;
    },

    byId,

    /** The jobs of these kinds, the youngest first. */
    list: (filter: {types: readonly string[]; status?: string; offset: number; limit: number}) =>
      selectJobs(database, filter),

    /** Whether a job of that kind waits or is being done. */
    async isUnderWay(type: string): Promise<boolean> {
      for (const status of UNFINISHED) {
        const [row] = await selectJobs(database, {types: [type], status, offset: 0, limit: 1});
        if (row) return true;
      }
      return false;
    },

    /**
     * Cancels a job that waits at once, and one that is being done at its next safe point.
     *
     * @throws AppError 404 if there is no such job, 400 if it is over.
     */
    requestCancel,

    /**
     * Sets a job's status by hand: `pending` to have it done again, `cancel_requested`, or `canceled` without waiting
     * for whoever does it. `force` allows it whatever the status is.
     *
     * @throws AppError 404 if there is no such job, 400 for a status that cannot be set, or not now.
     */
    async changeStatus(id: string, to: string, {force}: {force: boolean}): Promise<void> {
      const allowed = Object.hasOwn(CHANGES, to) ? CHANGES[to] : undefined;
      if (!allowed) {
        throw notAllowed(
          `A job's status can be set to ${Object.keys(CHANGES).join(', ')}, and not to "${to}".`,
        );
      }
      const {status} = await byId(id);
      if (!force && !allowed.includes(status)) {
        throw notAllowed(`The job ${id} is ${status}, and cannot become ${to} from there without "force".`);
      }
      if (to === 'cancel_requested') return requestCancel(id);
      const from = force ? [...FINISHED, ...UNFINISHED] : allowed;
      await updateStatus(database, id, {from, to: to as Job['status'], takeAway: true, now: Date.now()});
      if (to === 'pending') events.publish('job:waiting', {jobId: id});
    },

    /** Forgets the jobs that were over before that time, in milliseconds. */
    forgetBefore: (time: number) => deleteJobsBefore(database, time),
  };
}

function notAllowed(message: string): AppError {
  return new AppError({id: 'api.job.status.invalid', message, status: 400, path: 'status'});
}
