import type {Readable} from 'node:stream';
import type {Settings} from '../../platform/config/settings.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {type DataOf, type JobPayload, readData, type Texts, type Values, writeValues} from './payload.ts';
import type {Job} from './schema.ts';
import {
  deleteJobsBefore,
  insertJob,
  type JobRow,
  selectJob,
  selectJobs,
  selectQueueDepth,
  updateStatus,
} from './store.ts';

export {flag, integer, type JobPayload, text, type Values} from './payload.ts';
export {presentJob} from './present.ts';
export type {JobRow} from './store.ts';

/** The PostgreSQL notification channel on which any process notifies the servers about jobs. */
export const JOB_CHANNEL = 'patchbay_jobs';

/** A notification that jobs are pending, or that a running job is to be canceled. */
export interface JobMessage {
  cancel?: string;
}

/** A running job, as its worker sees it. */
export interface JobRun<Data = Texts, Progress = Texts> {
  id: string;
  /**
   * The data that the job was created with, merged with all recorded `progress`. An interrupted job resumes from it.
   */
  data: Readonly<Data>;
  /**
   * Aborted when the worker must stop at its next safe point because the job is canceled or the server stops. Throw
   * then.
   */
  signal: AbortSignal;
  /**
   * Records the progress in percent and the data needed to resume. With `db`, the progress is recorded in the
   * transaction of the work, so that both are committed or neither. Throws when the worker must stop; nothing is lost.
   */
  progress(percent: number, data?: Progress, db?: Queryable): Promise<void>;
}

/** The outcome of a job that did not fail. A warning means that someone should check the result. */
export interface JobOutcome<Result = Texts> {
  status?: 'success' | 'warning';
  data?: Result;
}

/** A file that a job has created. */
export interface JobDownload {
  fileName: string;
  contentType: string;
  stream: Readable;
}

/** A type of job: how it runs and who may start it. */
export interface JobWorker {
  /** Runs or resumes the job. A thrown error ends the job with that message. */
  run(job: JobRun): Promise<JobOutcome | undefined>;
  /** The maximum number of concurrent jobs in the whole installation. Defaults to 1. */
  concurrency?: number;
  /** How many times in a row a failed job is retried. Defaults to 0. */
  retries?: number;
  /** Whether the next scheduled job deletes the finished ones. */
  keepLastOnly?: boolean;
  /** The required permissions; see {@link jobPermissions}. */
  permissions?: {create: string; read: string; manage: string /** Defaults to `read`. */; download?: string};
  /** Validates the data of a request and returns the data of the job. @throws AppError 400. */
  prepare?(data: Texts, userId: string): Texts | Promise<Texts>;
  /** The schedule of this type of job according to the settings; undefined for none. */
  schedule?(settings: Settings): {cron: string; timezone: string} | undefined;
  /** The file of a finished job. @throws AppError if there is none. */
  download?(job: Job): Promise<JobDownload>;
}

/** A running job with this payload. */
export type RunOf<Payload extends JobPayload> = JobRun<DataOf<Payload>, Partial<Values<Payload['progress']>>>;

/** The outcome of a job with this payload. */
export type OutcomeOf<Payload extends JobPayload> = JobOutcome<Partial<Values<Payload['result']>>>;

/** A type of job with a declared payload. */
export interface JobKind<Payload extends JobPayload> extends Omit<JobWorker, 'run' | 'prepare'> {
  payload: Payload;
  run(job: RunOf<Payload>): Promise<OutcomeOf<Payload> | undefined>;
  prepare?(given: Texts, userId: string): Values<Payload['data']> | Promise<Values<Payload['data']>>;
}

/** Options for creating a job; see {@link createJobs}. */
export interface JobOptions {
  priority?: number;
  /**
   * The user who starts the job, whose permission is checked again when it runs. Empty for the schedule and the command
   * line.
   */
  startedBy?: string;
  /** Stores related data in the transaction that creates the job. */
  alsoWrite?: (db: Queryable, jobId: string) => Promise<void>;
}

/** The default permissions. */
const DEFAULT_PERMISSIONS: NonNullable<JobWorker['permissions']> = {
  create: 'manage_jobs',
  read: 'read_jobs',
  manage: 'manage_jobs',
};

/** The permissions that starting, reading and managing jobs of a type require. */
export function jobPermissions(worker: JobWorker | undefined): NonNullable<JobWorker['permissions']> {
  return worker?.permissions ?? DEFAULT_PERMISSIONS;
}

const FINISHED: readonly Job['status'][] = ['success', 'warning', 'error', 'canceled'];
const UNFINISHED: readonly Job['status'][] = ['pending', 'in_progress', 'cancel_requested'];
/** The status changes that users can make. */
const ALLOWED_CHANGES: Readonly<Record<string, readonly Job['status'][]>> = {
  pending: ['in_progress', 'error', 'warning', 'canceled'],
  cancel_requested: ['pending', 'in_progress'],
  canceled: ['pending', 'cancel_requested'],
};

export type Jobs = ReturnType<typeof createJobs>;

/** Background jobs as users see them: one row per job, with its progress. A {@link createJobRunner} runs them. */
export function createJobs({database}: {database: Database}) {
  const workers = new Map<string, JobWorker>();

  /** Notifies the servers, which would otherwise find the job a few seconds later. */
  async function announce(message: JobMessage): Promise<void> {
    await database.notify(JOB_CHANNEL, JSON.stringify(message)).catch(() => {});
  }
  const announceWaiting = () => announce({});

  /** @throws AppError 404 if the job doesn't exist. */
  async function byId(id: string): Promise<JobRow> {
    const row = await selectJob(database, id);
    if (!row) {
      throw new AppError({
        id: 'app.job.get.app_error',
        message: "This job doesn't exist.",
        explanation: `There is no job ${id}.`,
        status: 404,
      });
    }
    return row;
  }

  async function requestCancel(id: string): Promise<void> {
    if (await updateStatus(database, id, {from: ['pending'], to: 'canceled'})) return;
    const from: Job['status'][] = ['in_progress', 'cancel_requested'];
    if (await updateStatus(database, id, {from, to: 'cancel_requested'})) return announce({cancel: id});
    const {status} = await byId(id);
    throw new AppError({
      id: 'jobs.request_cancellation.status.error',
      message: 'This job has already ended. Only a pending or running job can be canceled.',
      explanation: `The job ${id} has already ended (${status}).`,
      status: 400,
    });
  }

  /** Creates a job, which a server runs as soon as possible. Returns its row. */
  async function create(
    type: string,
    data: Texts = {},
    {priority = 0, startedBy = '', alsoWrite}: JobOptions = {},
  ): Promise<JobRow> {
    const id = newId();
    const job = await database.transaction(async (tx) => {
      const row = await insertJob(tx, {
        id,
        type,
        priority,
        createat: Date.now(),
        data,
        startedby: startedBy,
      });
      await alsoWrite?.(tx, id);
      return row;
    });
    await announceWaiting();
    return job;
  }

  /**
   * Registers a type of job and returns a function that creates such jobs. Call this before the server starts. Types
   * without a payload have only string values.
   */
  function register<Payload extends JobPayload>(
    type: string,
    kind: JobKind<Payload>,
  ): {create(data: Values<Payload['data']>, options?: JobOptions): Promise<JobRow>};
  function register(type: string, worker: JobWorker): void;
  function register(type: string, kind: JobWorker | JobKind<JobPayload>) {
    if (!('payload' in kind)) return void workers.set(type, kind);
    workers.set(type, createWorker(kind));
    return {
      create: (data: Values<JobPayload['data']>, options?: JobOptions) =>
        create(type, writeValues(kind.payload.data, data), options),
    };
  }

  return {
    register,

    /** The numbers of pending and running jobs, including maintenance. */
    queueDepth: () => selectQueueDepth(database),

    /** The registered types of jobs with their workers. */
    workers: workers as ReadonlyMap<string, JobWorker>,

    create,

    announceWaiting,

    byId,

    /** Jobs of these types, newest first. */
    list: (filter: {types: readonly string[]; status?: string; offset: number; limit: number}) =>
      selectJobs(database, filter),

    /**
     * Cancels a pending job immediately and a running one at its next safe point.
     *
     * @throws AppError 404 if the job doesn't exist, 400 if it has ended.
     */
    requestCancel,

    /**
     * Sets a job's status manually: `pending` to run it again, `cancel_requested`, or `canceled` without waiting for
     * its worker. `force` allows it from any status. A job that runs again is recorded as started by `actorId`.
     *
     * @throws AppError 404 if the job doesn't exist, 400 for a status that cannot be set, or that cannot follow the
     *   current one.
     */
    async changeStatus(
      id: string,
      to: string,
      {force, actorId}: {force: boolean; actorId: string},
    ): Promise<void> {
      const allowed = Object.hasOwn(ALLOWED_CHANGES, to) ? ALLOWED_CHANGES[to] : undefined;
      if (!allowed) {
        throw notAllowed(
          `The status must be one of ${Object.keys(ALLOWED_CHANGES).join(', ')}, not "${to}".`,
        );
      }
      const {status} = await byId(id);
      if (!force && !allowed.includes(status)) {
        throw notAllowed(`The job is ${status} and cannot change to ${to} without "force".`);
      }
      if (to === 'cancel_requested') return requestCancel(id);
      const from = force ? [...FINISHED, ...UNFINISHED] : allowed;
      await updateStatus(database, id, {
        from,
        to: to as Job['status'],
        fence: true,
        startedBy: to === 'pending' ? actorId : undefined,
      });
      if (to === 'pending') await announceWaiting();
    },

    /** Deletes jobs that ended before a time in milliseconds. */
    deleteBefore: (time: number) => deleteJobsBefore(database, time),
  };
}

/** Wraps the worker of a type to convert its payload from and to strings. */
function createWorker<Payload extends JobPayload>(kind: JobKind<Payload>): JobWorker {
  const {payload, run, prepare, ...rest} = kind;
  return {
    ...rest,
    ...(prepare && {
      prepare: async (data, userId) => writeValues(payload.data, await prepare(data, userId)),
    }),
    async run({data, progress, ...job}) {
      const outcome = await run({
        ...job,
        data: readData(payload, data),
        progress: (percent, values, db) =>
          progress(percent, values && writeValues(payload.progress, values), db),
      });
      return outcome && {...outcome, data: writeValues(payload.result, outcome.data ?? {})};
    },
  };
}

function notAllowed(message: string): AppError {
  return new AppError({id: 'api.job.status.invalid', message, status: 400, path: 'status'});
}
