import {Readable} from 'node:stream';
import Type from 'typebox';
import {hasEnterpriseFeatures} from '../../messaging/client-config/client-config.ts';
import {
  flag,
  type JobDownload,
  type JobPayload,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
  type Values,
  whole,
} from '../../messaging/jobs/jobs.ts';
import type {Job} from '../../messaging/jobs/schema.ts';
import type {Config} from '../../platform/config/config.ts';
import {directories} from '../../platform/config/directories.ts';
import type {Settings} from '../../platform/config/settings.ts';
import {siteUrl} from '../../platform/config/site-url.ts';
import type {Database} from '../../platform/database/database.ts';
import {isConnectionLost} from '../../platform/database/pg-errors.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {createZipWriter} from '../../platform/formats/write-zip.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {startWorkerProcess} from '../../platform/processes/worker-process.ts';
import {type ManifestSigner, verifyArchive} from '../signed-archives/signed-archives.ts';
import {downloadsDisabled, exportUnavailable, invalidExportData, nothingToDownload} from './errors.ts';
import type {ExportProcessSetup} from './export-process.ts';
import {FORMATS, type FormatName} from './formats/formats.ts';
import {
  type Cursor,
  countPosts,
  type ExportRow,
  insertExport,
  selectExports,
  selectLastScheduled,
  selectOldestWriterAge,
} from './store.ts';
import type {BatchOrder, ExportManifest, WrittenBatch} from './write-batch.ts';

export type {ExportRow} from './store.ts';
export type {ExportManifest} from './write-batch.ts';

/** The type of the job that creates an export (docs/specification.md#compliance-exports). */
const EXPORT_JOB_TYPE = 'message_export';

const PAYLOAD = {
  data: {
    export_type: Type.Optional(Type.Unsafe<FormatName>(text)),
    initiated_by: Type.Optional(text),
    /** Whether somebody asked for this window; otherwise it goes on where the last one ended. */
    explicit_start: Type.Optional(flag),
    job_start_time: Type.Optional(whole),
    job_end_time: Type.Optional(whole),
  },
  progress: {
    job_start_time: whole,
    job_start_id: text,
    job_end_time: whole,
    batch_start_time: whole,
    batch_start_id: text,
    members_since: whole,
    job_batch_number: whole,
    messages_exported: whole,
    warning_count: whole,
    total_posts_expected: whole,
    is_downloadable: flag,
    export_dir: text,
  },
  result: {},
} satisfies JobPayload;
type ExportRun = RunOf<typeof PAYLOAD>;
/** What a run that has begun knows. */
type Begun = Values<(typeof PAYLOAD)['progress']>;

/** Where the batches are made. */
const EXPORT_PROCESS = new URL('./export-process.ts', import.meta.url);
/**
 * Milliseconds from the moment at which something is dated until its transaction is under way: longer than anybody
 * waits for a connection. What may still come with an earlier date is left to the next run.
 */
const SETTLING_TIME = 15_000;
/** Milliseconds after which somebody should look after a transaction that holds exports back. */
const LONG_TRANSACTION = 10 * 60_000;

export type ComplianceExports = ReturnType<typeof createComplianceExports>;

/**
 * Exports of what was said, who was there, and the files, for archives of other makers: every day, each going on where
 * the last one ended, or of a window that somebody asks for.
 */
export function createComplianceExports({
  database,
  config,
  jobs,
  archives,
  signer,
  serverId,
  version,
  log,
}: {
  database: Database;
  config: Config;
  jobs: Jobs;
  /** The export directory. */
  archives: FileStore;
  signer: ManifestSigner;
  serverId: string;
  version: string;
  log: Logger;
}) {
  const {exports: exportDirectory, files: fileDirectory} = directories(config);
  const exportJobs = jobs.register(EXPORT_JOB_TYPE, {
    payload: PAYLOAD,
    concurrency: 1,
    permissions: {
      create: 'create_compliance_export_job',
      read: 'read_compliance_export_job',
      manage: 'manage_compliance_export_job',
      download: 'download_compliance_export_result',
    },
    prepare,
    schedule,
    run,
    download,
  });

  function requireAvailable(): void {
    if (!hasEnterpriseFeatures(config.get())) throw exportUnavailable();
  }

  function prepare(data: Record<string, string>, userId: string) {
    requireAvailable();
    const settings = config.get().MessageExportSettings;
    const format = data.export_type ?? settings.ExportFormat;
    if (!Object.hasOwn(FORMATS, format)) {
      const known = Object.keys(FORMATS).join(', ');
      throw invalidExportData('export_type', `There is no export format "${format}". Formats: ${known}.`);
    }
    if (format === 'globalrelay' && settings.GlobalRelaySettings.EmailAddress === '') {
      throw invalidExportData(
        'export_type',
        'The format "globalrelay" sends emails. Set MessageExportSettings.GlobalRelaySettings first, EmailAddress among them.',
      );
    }
    const [start, end] = (['batch_start_time', 'job_end_time'] as const).map((key) => millis(data, key));
    if (start !== undefined && end !== undefined && end < start) {
      throw invalidExportData('job_end_time', `The end (${end}) is before the start (${start}).`);
    }
    if (start !== undefined && start > Date.now()) {
      throw invalidExportData('batch_start_time', `The start (${start}) lies in the future.`);
    }
    return {
      export_type: format as FormatName,
      initiated_by: userId,
      ...(start !== undefined && {job_start_time: start, explicit_start: true}),
      ...(end !== undefined && {job_end_time: end}),
    };
  }

  function schedule(settings: Settings): {cron: string; timezone: string} | undefined {
    const {EnableExport, DailyRunTime} = settings.MessageExportSettings;
    if (!EnableExport || !hasEnterpriseFeatures(settings)) return undefined;
    const [hours, minutes] = DailyRunTime.split(':').map(Number);
    return {cron: `${minutes} ${hours} * * *`, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone};
  }

  /** The time, in milliseconds, before which nothing can come any more that is dated earlier. */
  async function settledUntil(): Promise<number> {
    const now = Date.now();
    const age = await selectOldestWriterAge(database);
    if (age > LONG_TRANSACTION) {
      const minutes = Math.floor(age / 60_000);
      log.warn({minutes}, 'a transaction has been writing for long; compliance exports end before it began');
    }
    return now - SETTLING_TIME - age;
  }

  /** Where a job begins and ends: as it was asked, else where the chain has come to. */
  async function begin(data: ExportRun['data'], signal: AbortSignal): Promise<Begun> {
    const now = Date.now();
    const explicit = data.explicit_start === true;
    // What has not happened yet is the next export's: the chain must not claim to have come to where it has not been.
    const latest = explicit ? now : await settledUntil();
    const end = Math.min(data.job_end_time ?? latest, latest);
    const last = explicit ? undefined : await selectLastScheduled(database);
    const first = explicit ? data.job_start_time! : config.get().MessageExportSettings.ExportFromTimestamp;
    // What happened in the very millisecond at which it begins belongs to it.
    const after = last ? {time: last.endat, id: last.endid} : {time: first, id: ''};
    const memberSince = last ? last.untilat : Math.max(0, first - 1);
    const expected = await database.readSnapshot((db) => countPosts(db, after, end), {signal});
    const day = new Date(now).toISOString();
    return {
      job_start_time: after.time,
      job_start_id: after.id,
      job_end_time: end,
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
   * Where a run of the schedule ended, in milliseconds, that was to send the emails from that place on and could not
   * send them all. The same are made again before what came since: the archive knows them by their ids.
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

  /** Removes a batch that was written by a server that died before it could remember it: it is made again. */
  async function removeForgotten(directory: string, jobId: string): Promise<void> {
    const known = new Set((await selectExports(database, jobId)).map(({path}) => path));
    for await (const {path} of archives.list(directory)) if (!known.has(path)) await archives.remove(path);
  }

  /** Whether somebody goes on with a job after this error, and makes the batch again that could not be remembered. */
  async function isGoneOnWith(id: string, signal: AbortSignal, error: unknown): Promise<boolean> {
    if (isConnectionLost(error)) return true;
    return signal.aborted && ['pending', 'in_progress'].includes((await jobs.byId(id)).status);
  }

  async function run({id, data: made, signal, progress}: ExportRun): Promise<OutcomeOf<typeof PAYLOAD>> {
    requireAvailable();
    const begun = made.export_dir === undefined ? await begin(made, signal) : undefined;
    // What was recorded at the beginning is all there.
    let data = begun ? {...made, ...begun} : (made as typeof made & Begun);
    async function record(percent: number, more: Partial<Begun>, db?: Parameters<typeof progress>[2]) {
      await progress(percent, more, db);
      data = {...data, ...more};
    }
    if (begun) await record(0, begun);
    const directory = `${data.export_dir}-${id}`;
    if (!begun) await removeForgotten(directory, id);
    const settings = config.get().MessageExportSettings;
    const format = data.export_type ?? (settings.ExportFormat as FormatName);
    const scheduled = data.explicit_start !== true;
    const maker = startWorkerProcess<BatchOrder, WrittenBatch | undefined>(EXPORT_PROCESS, {
      setup: {
        connectionString: database.connectionString,
        archives: exportDirectory,
        files: fileDirectory,
        server: {id: serverId, version},
        signingKey: await signer.privateKey(),
        ...(format === 'globalrelay' && {relay: settings.GlobalRelaySettings}),
      } satisfies ExportProcessSetup,
      log,
    });
    const end = data.job_end_time;

    /** Where the next batch begins: the chain knows better than a job that failed and is done again. */
    async function place() {
      const last = scheduled ? await selectLastScheduled(database) : undefined;
      return last
        ? {last, after: {time: last.endat, id: last.endid}, memberSince: last.untilat}
        : {
            after: {time: data.batch_start_time, id: data.batch_start_id},
            memberSince: data.members_since,
          };
    }

    /** Makes one batch. Returns whether there may be more until that time. */
    async function makeBatch(until: number): Promise<boolean> {
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
      const batch = await maker.call({range, directory, jobId: id, format, previous}, {signal});
      if (!batch) return false;
      const {path, warnings, manifestSha256} = batch;
      const exported = data.messages_exported + batch.posts;
      const expected = Math.max(1, data.total_posts_expected);
      // The batch is remembered together with the place where the next one begins: never told twice, none left out.
      const remembered = database.transaction(async (tx) => {
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
      await remembered.catch(async (error) => {
        if (!(await isGoneOnWith(id, signal, error))) await archives.remove(path);
        throw error;
      });
      return !batch.last;
    }

    try {
      signal.throwIfAborted();
      const first =
        scheduled && format === 'globalrelay' ? await interruptedEnd((await place()).after) : undefined;
      for (const until of first !== undefined && first < end ? [first, end] : [end]) {
        while (await makeBatch(until)) {}
      }
    } finally {
      await maker.end();
    }
    return {status: data.warning_count > 0 ? 'warning' : 'success'};
  }

  /** The batches of an export that is over; of one that failed or was canceled, those that were finished. */
  async function download({id, data, status}: Job): Promise<JobDownload> {
    if (!config.get().MessageExportSettings.DownloadExportResults) throw downloadsDisabled();
    const isOver = ['success', 'warning', 'error', 'canceled'].includes(status);
    if (!isOver || data.is_downloadable !== 'true') {
      throw nothingToDownload(
        'This export has nothing to download: it is not over, is empty, or was sent.',
        400,
      );
    }
    const rows = await selectExports(database, id);
    const first = rows[0];
    if (!first || !(await archives.exists(first.path))) {
      throw nothingToDownload('The files of this export are not in the export directory any more.', 404);
    }
    const zip = createZipWriter();
    const fill = async () => {
      for (const {path} of rows) {
        await zip.add(path.split('/').at(-1)!, await archives.read(path), {stored: true});
      }
      zip.end();
    };
    fill().catch((error) => zip.output.destroy(error as Error));
    return {
      fileName: `${first.path.split('/')[0]}.zip`,
      contentType: 'application/zip',
      stream: Readable.from(zip.output, {objectMode: false}),
    };
  }

  async function faultsOf(
    row: ExportRow,
    before: ExportRow | undefined,
    publicKey: string,
  ): Promise<string[]> {
    if (!(await archives.exists(row.path))) return ['The file is not in the export directory any more.'];
    const {manifest, manifestSha256, faults} = await archives.withLocalFile(row.path, (file) =>
      verifyArchive<ExportManifest>(file, publicKey, 'patchbay-compliance-export'),
    );
    if (!manifest) return faults;
    if (manifestSha256 !== row.manifestsha256) {
      faults.push('The manifest is another than the one that was written when the export was made.');
    }
    if (manifest.posts.count !== row.messages) {
      faults.push(`The manifest has ${manifest.posts.count} posts, the database says ${row.messages}.`);
    }
    if (before && manifest.previous?.manifest_sha256 !== before.manifestsha256) {
      faults.push(`The batch before it is not ${before.path}: a batch is missing or was exchanged.`);
    }
    if (!before && manifest.previous) {
      faults.push(`The batch before it, ${manifest.previous.path}, is not known any more.`);
    }
    if (before && (row.startat !== before.endat || row.startid !== before.endid)) {
      faults.push(`It does not begin where ${before.path} ends.`);
    }
    return faults;
  }

  return {
    /**
     * Orders an export of what was changed from a time on and before another, in milliseconds; without the first it goes
     * on where the last one ended.
     *
     * @throws AppError 400, 501.
     */
    async create(userId: string, {from, to, format}: {from?: number; to?: number; format?: string} = {}) {
      const data = {
        ...(from !== undefined && {batch_start_time: String(from)}),
        // In a job's data, the end is included (docs/specification.md#compliance-exports).
        ...(to !== undefined && {job_end_time: String(to - 1)}),
        ...(format !== undefined && {export_type: format}),
      };
      return exportJobs.create(prepare(data, userId), {startedBy: userId});
    },

    /** The batches that were written, of one job or of all, the oldest first. */
    async batches(jobId?: string, choice: BatchChoice = {}): Promise<ExportRow[]> {
      return (await selectExports(database, jobId)).filter((row) => isChosen(row, choice));
    },

    /**
     * Compares the batches in the export directory with their manifests, with what the database remembers of them, and,
     * where they belong to the schedule's chain, with the batch before, be that chosen or not. All batches of one job
     * are also compared with what the job says of itself.
     */
    async *verify(jobId?: string, choice: BatchChoice = {}): AsyncGenerator<VerifiedBatch> {
      const publicKey = await signer.publicKey();
      let last: ExportRow | undefined;
      let known = 0;
      for (const row of await selectExports(database)) {
        const before = last;
        if (row.scheduled) last = row;
        if ((jobId !== undefined && row.jobid !== jobId) || !isChosen(row, choice)) continue;
        known++;
        const faults = await faultsOf(row, row.scheduled ? before : undefined, publicKey);
        yield {path: row.path, messages: row.messages, faults};
      }
      if (jobId === undefined || Object.values(choice).some((value) => value !== undefined)) return;
      // Jobs are forgotten some time after their end, before the batches are.
      const job = await jobs.byId(jobId).catch((error) => {
        if (!(error instanceof AppError)) throw error;
      });
      const written = Number(job?.data.job_batch_number ?? 0);
      if (job && known < written) {
        const faults = [
          `The export wrote ${written} batches, and ${known} are known: the rest was taken away.`,
        ];
        yield {path: `${job.data.export_dir}-${jobId}`, messages: 0, faults};
      }
    },
  };
}

/** What came of comparing a batch; no faults for a sound one. */
export interface VerifiedBatch {
  /** In the export directory. */
  path: string;
  messages: number;
  faults: string[];
}

/** Batches with something from then on and before then, in milliseconds, and in that format; any where absent. */
export interface BatchChoice {
  from?: number;
  to?: number;
  format?: string;
}

function isChosen({startat, untilat, format}: ExportRow, choice: BatchChoice): boolean {
  const {from = 0, to = Number.POSITIVE_INFINITY} = choice;
  return untilat >= from && startat < to && format === (choice.format ?? format);
}

function millis(data: Record<string, string>, key: string): number | undefined {
  const text = data[key];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    throw invalidExportData(key, `"${text}" is no time. Send milliseconds since the epoch.`);
  }
  return Number(text);
}
