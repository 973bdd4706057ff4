import type {Readable} from 'node:stream';
import type {Settings} from '../../platform/config/settings.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {type DataOf, type JobPayload, readData, type Texts, type Values, writeValues} from './payload.ts';
import type {Job} from './schema.ts';
import {deleteJobsBefore, insertJob, type JobRow, selectJob, selectJobs, updateStatus} from './store.ts';

export {flag, type JobPayload, text, type Values, whole} from './payload.ts';
export {presentJob} from './present.ts';
export type {JobRow} from './store.ts';

/** Where servers are told of work, by whichever process makes it. */
export const JOB_CHANNEL = 'patchbay_jobs';

/** What is told there: that jobs wait, or that one which is being done is to be canceled. */
export interface JobMessage {
  cancel?: string;
}

/** A job in the hands of its worker. */
export interface JobRun<Data = Texts, Progress = Texts> {
  id: string;
  /** What it was made with, and all that earlier `progress` has added: where to go on after an interruption. */
  data: Readonly<Data>;
  /** Aborted when the worker is to stop at the next safe point: canceled, or the server stops. Then throw. */
  signal: AbortSignal;
  /**
   * Records how much is done, in percent, and what it takes to go on from here. With the transaction in which the
   * work itself was done, both are kept or neither. It throws when the worker is to stop; nothing is lost then.
   */
  progress(percent: number, data?: Progress, db?: Queryable): Promise<void>;
}

/** How a job went that did not fail; a warning is for what somebody should look at. */
export interface JobOutcome<Result = Texts> {
  status?: 'success' | 'warning';
  data?: Result;
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
  /** How often in a row it is tried again after it threw; 0 if absent. */
  retries?: number;
  /** Whether a job that is over is forgotten when the clock makes the next one. */
  keepsLastOnly?: boolean;
  /** Names of the permissions; see {@link permissionsOf}. */
  permissions?: {create: string; read: string; manage: string /** As `read` if absent. */; download?: string};
  /** Checks what a request gives it, and says with what the job is made. @throws AppError 400. */
  prepare?(data: Texts, userId: string): Texts | Promise<Texts>;
  /** When a job of this kind is made by the clock, with the settings as they are; undefined for never. */
  schedule?(settings: Settings): {cron: string; timezone: string} | undefined;
  /** The file of a job that is over. @throws AppError if there is none. */
  download?(job: Job): Promise<JobDownload>;
}

/** A job of a kind with that payload, in the hands of its worker. */
export type RunOf<Payload extends JobPayload> = JobRun<DataOf<Payload>, Partial<Values<Payload['progress']>>>;

/** How a job of a kind with that payload went. */
export type OutcomeOf<Payload extends JobPayload> = JobOutcome<Partial<Values<Payload['result']>>>;

/** A kind of job that says which values its jobs have. */
export interface JobKind<Payload extends JobPayload> extends Omit<JobWorker, 'run' | 'prepare'> {
  payload: Payload;
  run(job: RunOf<Payload>): Promise<OutcomeOf<Payload> | undefined>;
  prepare?(given: Texts, userId: string): Values<Payload['data']> | Promise<Values<Payload['data']>>;
}

/** How a job is made; see {@link createJobs}. */
export interface JobOptions {
  priority?: number;
  /** The user who asks for it, and has to be allowed to whenever it is taken up; empty for the clock and the command line. */
  startedBy?: string;
  /** Stores what belongs to the job together with it: both are there or neither. */
  alongside?: (db: Queryable, jobId: string) => Promise<void>;
}

/** The permissions of kinds of jobs that name none of their own. */
const IN_GENERAL: NonNullable<JobWorker['permissions']> = {
  create: 'manage_jobs',
  read: 'read_jobs',
  manage: 'manage_jobs',
};

/** What it takes to start, read and manage jobs of a kind. */
export function permissionsOf(worker: JobWorker | undefined): NonNullable<JobWorker['permissions']> {
  return worker?.permissions ?? IN_GENERAL;
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
export function createJobs({database}: {database: Database}) {
  const workers = new Map<string, JobWorker>();

  /** Tells the servers, which would find out by themselves some seconds later. */
  async function announce(message: JobMessage): Promise<void> {
    await database.notify(JOB_CHANNEL, JSON.stringify(message)).catch(() => {});
  }
  const announceWaiting = () => announce({});

  /** @throws AppError 404 if there is no such job. */
  async function byId(id: string): Promise<JobRow> {
    const row = await selectJob(database, id);
    if (!row) {
      throw new AppError({id: 'app.job.get.app_error', message: `There is no job ${id}.`, status: 404});
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
      message: `The job ${id} is over (${status}); only a job that waits or runs can be canceled.`,
      status: 400,
    });
  }

  /**
   * Makes a job, which is done as soon as its turn comes; by a server, if this is a tool. Returned is the job as it was
   * made, whatever has become of it since.
   */
  async function create(
    type: string,
    data: Texts = {},
    {priority = 0, startedBy = '', alongside}: JobOptions = {},
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
      await alongside?.(tx, id);
      return row;
    });
    await announceWaiting();
    return job;
  }

  /**
   * Makes a kind of job known, and returns how jobs of it are made. To be called before the server starts. The values of
   * a kind without a payload are texts.
   */
  function register<Payload extends JobPayload>(
    type: string,
    kind: JobKind<Payload>,
  ): {create(data: Values<Payload['data']>, options?: JobOptions): Promise<JobRow>};
  function register(type: string, worker: JobWorker): void;
  function register(type: string, kind: JobWorker | JobKind<JobPayload>) {
    if (!('payload' in kind)) return void workers.set(type, kind);
    workers.set(type, workerOf(kind));
    return {
      create: (data: Values<JobPayload['data']>, options?: JobOptions) =>
        create(type, writeValues(kind.payload.data, data), options),
    };
  }

  return {
    register,

    /** The kinds of jobs that are known, with who does them. */
    workers: workers as ReadonlyMap<string, JobWorker>,

    create,

    announceWaiting,

    byId,

    /** The jobs of these kinds, the youngest first. */
    list: (filter: {types: readonly string[]; status?: string; offset: number; limit: number}) =>
      selectJobs(database, filter),

    /**
     * Cancels a job that waits at once, and one that is being done at its next safe point.
     *
     * @throws AppError 404 if there is no such job, 400 if it is over.
     */
    requestCancel,

    /**
     * Sets a job's status by hand: `pending` to have it done again, `cancel_requested`, or `canceled` without waiting
     * for whoever does it. `force` allows it whatever the status is. A job that is done again was started by `actorId`.
     *
     * @throws AppError 404 if there is no such job, 400 for a status that cannot be set, or not now.
     */
    async changeStatus(
      id: string,
      to: string,
      {force, actorId}: {force: boolean; actorId: string},
    ): Promise<void> {
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
      await updateStatus(database, id, {
        from,
        to: to as Job['status'],
        takeAway: true,
        startedBy: to === 'pending' ? actorId : undefined,
      });
      if (to === 'pending') await announceWaiting();
    },

    /** Forgets the jobs that were over before that time, in milliseconds. */
    forgetBefore: (time: number) => deleteJobsBefore(database, time),
  };
}

/** The worker of a kind, as those know it who store and send payloads. */
function workerOf<Payload extends JobPayload>(kind: JobKind<Payload>): JobWorker {
  const {payload, run, prepare, ...rest} = kind;
  return {
    ...rest,
    ...(prepare && {
      prepare: async (given, userId) => writeValues(payload.data, await prepare(given, userId)),
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
