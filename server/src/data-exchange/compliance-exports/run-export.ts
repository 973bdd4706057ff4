import Type from 'typebox';
import {deleteExportedRecords} from '../../messaging/backdated-posts/backdated-posts.ts';
import {
  flag,
  integer,
  type JobPayload,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
  type Values,
} from '../../messaging/jobs/jobs.ts';
import type {Config} from '../../platform/config/config.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {isConnectionLost} from '../../platform/database/pg-errors.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {StoreLocations} from '../../platform/file-store/store-locations.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {startWorkerProcess} from '../../platform/processes/worker-process.ts';
import type {ManifestSigner} from '../signed-archives/signed-archives.ts';
import type {ExportProcessSetup} from './export-process.ts';
import type {FormatName} from './formats/formats.ts';
import {
  type Cursor,
  countPosts,
  insertExport,
  selectExports,
  selectLastScheduled,
  selectOldestWriter,
} from './store.ts';
import type {BatchTask, WrittenBatch} from './write-batch.ts';

/** The type of the job that creates an export (docs/specification.md#compliance-exports). */
export const EXPORT_JOB_TYPE = 'message_export';

export const PAYLOAD = {
  data: {
    export_type: Type.Optional(Type.Unsafe<FormatName>(text)),
    initiated_by: Type.Optional(text),
    /** Whether the window was requested explicitly; otherwise the export continues where the last one ended. */
    explicit_start: Type.Optional(flag),
    job_start_time: Type.Optional(integer),
    job_end_time: Type.Optional(integer),
  },
  progress: {
    job_start_time: integer,
    job_start_id: text,
    job_end_time: integer,
    batch_start_time: integer,
    batch_start_id: text,
    members_since: integer,
    job_batch_number: integer,
    messages_exported: integer,
    warning_count: integer,
    total_posts_expected: integer,
    is_downloadable: flag,
    export_dir: text,
    /** Everything that arrived until then was read, in milliseconds of the database's clock. */
    arrived_until: Type.Optional(integer),
  },
  result: {},
} satisfies JobPayload;
type ExportRun = RunOf<typeof PAYLOAD>;
/** The data of a started run. */
type RunState = Values<(typeof PAYLOAD)['progress']>;

/** The process that writes the batches. */
const EXPORT_PROCESS = new URL('./export-process.ts', import.meta.url);
/**
 * Milliseconds between a record's timestamp and the start of its transaction: longer than any wait for a connection.
 * Records that may still arrive with an earlier timestamp are left to the next run.
 */
const SETTLING_TIME = 15_000;
/** Milliseconds after which a transaction that blocks exports is logged. */
const LONG_TRANSACTION = 10 * 60_000;

export interface ExportRunOptions {
  database: Database;
  config: Config;
  jobs: Jobs;
  /** The export directory. */
  archives: FileStore;
  /** For the process that writes the batches. */
  locations: StoreLocations;
  signer: ManifestSigner;
  serverId: string;
  version: string;
  log: Logger;
}

/** Runs the jobs that create exports, one batch after another. A resumed job continues after its last batch. */
export function createExportRun({
  database,
  config,
  jobs,
  archives,
  locations,
  signer,
  serverId,
  version,
  log,
}: ExportRunOptions) {
  /**
   * The time, in milliseconds, before which no more records can be created, except backdated ones. Those that a batch may
   * lack arrive after `arrivedUntil`, by the database's clock.
   */
  async function settledUntil(): Promise<{settled: number; arrivedUntil: number}> {
    const {age, now} = await selectOldestWriter(database);
    if (age > LONG_TRANSACTION) {
      const minutes = Math.floor(age / 60_000);
      log.warn(
        {minutes},
        'A transaction has been writing for a long time. Compliance exports stop at its start',
      );
    }
    // Posts are created at the database's time, and edited and deleted at the server's.
    return {settled: Math.min(now, Date.now()) - SETTLING_TIME - age, arrivedUntil: now - age - 1};
  }

  /** The window of a job: as requested, or from where the chain ends. */
  async function startRun(data: ExportRun['data'], signal: AbortSignal): Promise<RunState> {
    const now = Date.now();
    const explicit = data.explicit_start === true;
    // The end must not be in the future, because the next export continues from there.
    const {settled, arrivedUntil} = await settledUntil();
    const latest = explicit ? now : settled;
    const end = Math.min(data.job_end_time ?? latest, latest);
    const last = explicit ? undefined : await selectLastScheduled(database);
    const first = explicit ? data.job_start_time! : config.get().MessageExportSettings.ExportFromTimestamp;
    // The start is inclusive.
    const after = last ? {time: last.endat, id: last.endid} : {time: first, id: ''};
    const memberSince = last ? last.untilat : Math.max(0, first - 1);
    const expected = await database.readSnapshot((db) => countPosts(db, after, end), {signal});
    const day = new Date(now).toISOString();
    return {
      job_start_time: after.time,
      job_start_id: after.id,
      job_end_time: end,
      arrived_until: arrivedUntil,
      batch_start_time: after.time,
      batch_start_id: after.id,
      members_since: memberSince,
      job_batch_number: 0,
      messages_exported: 0,
      warning_count: 0,
      total_posts_expected: expected,
      is_downloadable: false,
      export_dir: `compliance-export-${day.slice(0, 10)}-${day.slice(11, 13)}h${day.slice(14, 16)}m-${after.time}-${end}`,
    };
  }

  /**
   * The end, in milliseconds, of a scheduled run from this cursor that could not send all of its emails. The same
   * emails are created again before newer ones, so that the archive recognizes them by their ids.
   */
  async function interruptedEnd(after: Cursor): Promise<number | undefined> {
    const ends: number[] = [];
    for (const status of ['error', 'canceled']) {
      for (const {data} of await jobs.list({types: [EXPORT_JOB_TYPE], status, offset: 0, limit: 100})) {
        const isOfSchedule = data.export_type === 'globalrelay' && data.explicit_start !== 'true';
        const isFromThere = data.batch_start_time === String(after.time) && data.batch_start_id === after.id;
        if (isOfSchedule && isFromThere) ends.push(Number(data.job_end_time));
      }
    }
    return ends.length > 0 ? Math.min(...ends) : undefined;
  }

  /** Removes batches that a crashed server wrote but did not record. They are written again. */
  async function removeUnrecorded(directory: string, jobId: string): Promise<void> {
    const known = new Set((await selectExports(database, jobId)).map(({path}) => path));
    for await (const {path} of archives.list(directory)) if (!known.has(path)) await archives.remove(path);
  }

  /** Whether the job will be retried after this error, and will write the unrecorded batch again. */
  async function willBeRetried(id: string, signal: AbortSignal, error: unknown): Promise<boolean> {
    if (isConnectionLost(error)) return true;
    return signal.aborted && ['pending', 'in_progress'].includes((await jobs.byId(id)).status);
  }

  async function run({id, data: jobData, signal, progress}: ExportRun): Promise<OutcomeOf<typeof PAYLOAD>> {
    const started = jobData.export_dir === undefined ? await startRun(jobData, signal) : undefined;
    // A resumed job has all of its recorded data.
    let data = started ? {...jobData, ...started} : (jobData as typeof jobData & RunState);
    async function record(percent: number, more: Partial<RunState>, db?: Parameters<typeof progress>[2]) {
      await progress(percent, more, db);
      data = {...data, ...more};
    }
    if (started) await record(0, started);
    const directory = `${data.export_dir}-${id}`;
    if (!started) await removeUnrecorded(directory, id);
    const settings = config.get().MessageExportSettings;
    const format = data.export_type ?? (settings.ExportFormat as FormatName);
    const scheduled = data.explicit_start !== true;
    const worker = startWorkerProcess<BatchTask, WrittenBatch | undefined>(EXPORT_PROCESS, {
      setup: {
        connectionString: database.connectionString,
        archives: locations.exports,
        files: locations.files,
        server: {id: serverId, version},
        signingKey: await signer.privateKey(),
        ...(format === 'globalrelay' && {relay: settings.GlobalRelaySettings}),
      } satisfies ExportProcessSetup,
      log,
    });
    const end = data.job_end_time;

    /** The start of the next batch. After a retry, the chain may be ahead of the job's own data. */
    async function place() {
      const last = scheduled ? await selectLastScheduled(database) : undefined;
      return last
        ? {last, after: {time: last.endat, id: last.endid}, memberSince: last.untilat}
        : {
            after: {time: data.batch_start_time, id: data.batch_start_id},
            memberSince: data.members_since,
          };
    }

    /** Writes one batch. Returns whether there may be more until that time. */
    async function writeNextBatch(until: number): Promise<boolean> {
      signal.throwIfAborted();
      const {last, after, memberSince} = await place();
      const number = data.job_batch_number + 1;
      const range = {
        number,
        after,
        memberSince,
        until,
        limit: settings.BatchSize,
        windowStart: {time: data.job_start_time, id: data.job_start_id},
        siteUrl: siteUrl(config.get()),
      };
      const previous = last ? {path: last.path, manifest_sha256: last.manifestsha256} : null;
      const batch = await worker.call({range, directory, jobId: id, format, previous}, {signal});
      if (!batch) return false;
      const {path, warnings, manifestSha256} = batch;
      const exported = data.messages_exported + batch.posts;
      const expected = Math.max(1, data.total_posts_expected);
      // The batch is recorded together with the start of the next one, so that nothing is exported twice or left out.
      const recorded = database.transaction(async (tx) => {
        await insertExport(tx, {
          path,
          jobid: id,
          batch: number,
          createat: Date.now(),
          format,
          scheduled,
          startat: after.time,
          startid: after.id,
          endat: batch.next.time,
          endid: batch.next.id,
          untilat: batch.endTime,
          messages: batch.posts,
          warnings,
          manifestsha256: manifestSha256,
        });
        await record(
          (100 * exported) / expected,
          {
            batch_start_time: batch.next.time,
            batch_start_id: batch.next.id,
            members_since: batch.endTime,
            job_batch_number: number,
            messages_exported: exported,
            warning_count: data.warning_count + warnings,
            is_downloadable: format !== 'globalrelay',
          },
          tx,
        );
      });
      await recorded.catch(async (error) => {
        if (!(await willBeRetried(id, signal, error))) await archives.remove(path);
        throw error;
      });
      return !batch.last;
    }

    try {
      signal.throwIfAborted();
      const first =
        scheduled && format === 'globalrelay' ? await interruptedEnd((await place()).after) : undefined;
      for (const until of first !== undefined && first < end ? [first, end] : [end]) {
        while (await writeNextBatch(until)) {}
      }
    } finally {
      await worker.end();
    }
    const isFirst = scheduled && data.job_start_id === '';
    // Posts from before the first scheduled export are never exported. Later ones start after the last post of the previous
    // one, and there may be posts of the same time before it.
    const from = data.job_start_id === '' ? data.job_start_time : data.job_start_time + 1;
    await deleteExportedRecords(database, {
      from: isFirst ? 0 : from,
      to: end,
      arrivedUntil: data.arrived_until ?? 0,
    });
    return {status: data.warning_count > 0 ? 'warning' : 'success'};
  }

  return run;
}
