import {setTimeout as pause} from 'node:timers/promises';
import Type, {type Static} from 'typebox';
import {
  flag,
  type JobPayload,
  type JobRow,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
  whole,
} from '../../messaging/jobs/jobs.ts';
import type {Config} from '../../platform/config/config.ts';
import {isConnectionLost} from '../../platform/database/pg-errors.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {
  type BulkImport,
  IMPORT_RUNNING,
  type ImportProgress,
  type ImportReport,
  openUploaded,
  reportAsJson,
  whatIsIn,
} from '../bulk-import/bulk-import.ts';
import {importFileInUse, importFileMissing, invalidJobData, reportMissing} from './errors.ts';
import type {ImportFile, ImportReportBody, NewImport} from './schema.ts';

/** The type of the job that imports (docs/specification.md#import-jobs). */
const IMPORT_JOB_TYPE = 'import_process';

/** Below the import directory; what is to be imported lies in it directly. */
const REPORTS = 'reports';
/** How often a job says how far it is, and how often one that waits for another import looks again. Milliseconds. */
const PROGRESS_INTERVAL = 500;
const LOOK_AGAIN = 2_000;
const DAY = 24 * 60 * 60 * 1000;

const FLAGS = ['strict', 'create_direct_channels', 'allow_missing_files'] as const;

const RESULT = {ending: text, errors: whole, warnings: whole, line: whole, line_number: whole};
const PAYLOAD = {
  data: {
    import_file: text,
    mode: Type.Enum(['validate', 'apply']),
    strict: Type.Optional(flag),
    create_direct_channels: Type.Optional(flag),
    allow_missing_files: Type.Optional(flag),
    initiated_by: Type.Optional(text),
  },
  // An import that ends badly records its result as well, before it throws.
  progress: {phase: text, ...RESULT},
  result: RESULT,
} satisfies JobPayload;
type ImportRun = RunOf<typeof PAYLOAD>;

export type ImportJobs = ReturnType<typeof createImportJobs>;

/** The bulk import for those who are not at the server's command line: of files that were uploaded, in the background. */
export function createImportJobs({
  config,
  jobs,
  bulkImport,
  importFiles,
}: {
  config: Config;
  jobs: Jobs;
  bulkImport: BulkImport;
  /** The import directory. */
  importFiles: FileStore;
}) {
  const importJobs = jobs.register(IMPORT_JOB_TYPE, {
    payload: PAYLOAD,
    concurrency: 1,
    permissions: {create: 'manage_system', read: 'manage_system', manage: 'manage_system'},
    prepare,
    run,
  });

  async function requireFile(name: string): Promise<void> {
    if (!isFileName(name) || !(await importFiles.exists(name))) throw importFileMissing(name);
  }

  /** Takes what the clients of the reference server send too: they name no mode, and mean to import. */
  async function prepare(given: Record<string, string>, userId: string) {
    const {import_file = '', mode = 'apply', local_mode} = given;
    if (local_mode === 'true') {
      throw invalidJobData(
        'local_mode',
        'A file outside the import directory is imported at the command line: patchbay import bulk.',
      );
    }
    if (mode !== 'validate' && mode !== 'apply') {
      throw invalidJobData('mode', `The mode is "validate" or "apply", and not ${JSON.stringify(mode)}.`);
    }
    const flags: {[name in (typeof FLAGS)[number]]?: boolean} = {};
    for (const name of FLAGS) {
      const value = given[name] ?? 'false';
      if (value !== 'true' && value !== 'false') {
        throw invalidJobData(name, `${name} is "true" or "false", and not ${JSON.stringify(value)}.`);
      }
      flags[name] = value === 'true';
    }
    return order(userId, {import_file, mode, ...flags});
  }

  async function order(userId: string, input: Static<typeof NewImport>) {
    await requireFile(input.import_file);
    return {
      import_file: input.import_file,
      mode: input.mode ?? ('validate' as const),
      ...Object.fromEntries(FLAGS.map((name) => [name, input[name] ?? false])),
      initiated_by: userId,
    };
  }

  async function run(job: ImportRun): Promise<OutcomeOf<typeof PAYLOAD>> {
    const {id, data, signal} = job;
    const report = await importFile(job);
    await importFiles.write(reportPath(id), Buffer.from(JSON.stringify(reportAsJson(report))));
    if (report.ending === 'interrupted') throw signal.reason;
    // Goes on by itself when the database is back.
    if (isConnectionLost(report.cause)) throw report.cause;
    const {errors, warnings, firstErrorLine} = report.findings;
    const result = {
      ending: report.ending,
      errors,
      warnings,
      line: report.lines,
      ...(firstErrorLine !== undefined && {line_number: firstErrorLine}),
    };
    // A check that was made to its end has succeeded, whatever it has found.
    if (data.mode === 'validate' && report.ending !== 'failed') return {status: 'success', data: result};
    if (report.ending === 'done') return {status: warnings > 0 ? 'warning' : 'success', data: result};
    await job.progress(99, result);
    throw endedBadly(report);
  }

  async function importFile(job: ImportRun): Promise<ImportReport> {
    const {data, signal} = job;
    const name = data.import_file;
    await requireFile(name);
    const watcher = reportProgress(job);
    try {
      return await importFiles.withLocalFile(name, async (file) => {
        const source = await openUploaded(file, {name});
        const options = {
          strict: data.strict ?? false,
          createDirectChannels: data.create_direct_channels ?? false,
          allowMissingFiles: data.allow_missing_files ?? false,
        };
        try {
          const watching = {onProgress: watcher.onProgress, signal};
          if (data.mode === 'validate') return await bulkImport.validate(source, options, watching);
          return await whenAlone(job, () => bulkImport.apply(source, options, watching));
        } finally {
          await source.close();
        }
      });
    } finally {
      await watcher.settled();
    }
  }

  /** Waits while another import, such as one at the command line, runs on the database. */
  async function whenAlone<Result>(
    {signal, progress}: ImportRun,
    work: () => Promise<Result>,
  ): Promise<Result> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError) || error.id !== IMPORT_RUNNING) throw error;
      }
      await progress(0, {phase: 'waiting for another import'});
      await pause(LOOK_AGAIN, undefined, {signal}).catch(() => signal.throwIfAborted());
    }
  }

  async function jobAt(name: string): Promise<JobRow | undefined> {
    for (const status of ['in_progress', 'pending', 'cancel_requested']) {
      const rows = await jobs.list({types: [IMPORT_JOB_TYPE], status, offset: 0, limit: 200});
      const found = rows.find(({data}) => data.import_file === name);
      if (found) return found;
    }
    return undefined;
  }

  return {
    /** The files that can be imported, in the order of their names. */
    async files(): Promise<ImportFile[]> {
      const files: ImportFile[] = [];
      for await (const {path, size, modifiedAt} of importFiles.list()) {
        if (!path.includes('/')) files.push({name: path, size, create_at: modifiedAt});
      }
      return files;
    },

    /** @throws AppError 404 if there is no such file, 409 while a job is at it. */
    async removeFile(name: string): Promise<void> {
      await requireFile(name);
      const job = await jobAt(name);
      if (job) throw importFileInUse(name, job.id);
      await importFiles.remove(name);
    },

    /** Orders the check of a file, or its import. @throws AppError 404 if there is no such file. */
    async create(userId: string, input: Static<typeof NewImport>): Promise<JobRow> {
      return importJobs.create(await order(userId, input), {startedBy: userId});
    },

    /** What a job that is over has found and done. @throws AppError 404 if there is no report of it. */
    async reportOf(jobId: string): Promise<ImportReportBody> {
      const {type, status} = await jobs.byId(jobId);
      const over = ['success', 'warning', 'error', 'canceled'].includes(status);
      if (type !== IMPORT_JOB_TYPE || !over || !(await importFiles.exists(reportPath(jobId))))
        throw reportMissing(jobId);
      const chunks = await Array.fromAsync(await importFiles.read(reportPath(jobId)));
      return JSON.parse(Buffer.concat(chunks).toString());
    },

    /** Removes files and reports after their time, but for files that a job is at. */
    async sweep(now: number = Date.now()): Promise<void> {
      const before = now - config.get().ImportSettings.RetentionDays * DAY;
      for await (const {path, modifiedAt} of importFiles.list()) {
        if (modifiedAt < before && !(await jobAt(path))) await importFiles.remove(path);
      }
      await importFiles.removeAbandoned();
    },
  };
}

/** Writes down how far a job is, now and then: the import waits for that at its end only. */
function reportProgress({progress}: ImportRun) {
  let last = 0;
  let writing: Promise<void> | undefined;
  return {
    onProgress({lines, share = 0, phase}: ImportProgress): void {
      const now = performance.now();
      if (writing || now - last < PROGRESS_INTERVAL) return;
      last = now;
      // That it is to stop, the import learns by its signal; a database that is away it meets itself.
      writing = progress(Math.min(99, 100 * share), {line: lines, phase})
        .catch(() => {})
        .finally(() => {
          writing = undefined;
        });
    },
    async settled(): Promise<void> {
      await writing;
    },
  };
}

/** Whether it can be the name of a file that lies in the import directory directly. */
function isFileName(name: string): boolean {
  return /^[^./\\\0][^/\\\0]*$/.test(name) && Buffer.byteLength(name) <= 255;
}

function reportPath(jobId: string): string {
  return `${REPORTS}/${jobId}.json`;
}

function endedBadly(report: ImportReport): AppError {
  const {ending, problem, findings} = report;
  const message =
    ending === 'failed'
      ? `The import failed. ${problem} ${whatIsIn(report)} Start it again when that is put right: it goes on there.`
      : `The import stopped at the first error, in line ${findings.firstErrorLine}. ${whatIsIn(report)} Correct the line, upload the file again and import it: it goes on there.`;
  return new AppError({id: `app.import.${ending}.app_error`, message, status: 400});
}
