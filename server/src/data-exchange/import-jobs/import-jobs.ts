import {setTimeout as pause} from 'node:timers/promises';
import Type, {type Static} from 'typebox';
import {
  flag,
  integer,
  type JobPayload,
  type JobRow,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
} from '../../messaging/jobs/jobs.ts';
import type {Config} from '../../platform/config/config.ts';
import {isConnectionLost} from '../../platform/database/pg-errors.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {isStoreName} from '../../platform/file-store/store-paths.ts';
import {
  type BulkImport,
  IMPORT_RUNNING,
  type ImportProgress,
  type ImportReport,
  importedLinesText,
  lacksDirectChannels,
  openUploaded,
  reportAsJson,
} from '../bulk-import/bulk-import.ts';
import {importFileInUse, importFileMissing, invalidJobData, reportMissing} from './errors.ts';
import type {ImportFile, ImportReportBody, NewImport} from './schema.ts';

/** The types of the jobs that import and that delete old files (docs/specification.md#import-jobs). */
const IMPORT_JOB_TYPE = 'import_process';
const IMPORT_DELETE_JOB_TYPE = 'import_delete';

const PERMISSIONS = {create: 'manage_system', read: 'manage_system', manage: 'manage_system'};

/** The folder for reports in the import directory. Files to import are directly in the import directory. */
const REPORTS = 'reports';
/** Intervals for recording progress, and for retrying while another import runs. Milliseconds. */
const PROGRESS_INTERVAL = 500;
const RETRY_INTERVAL = 2_000;
const DAY = 24 * 60 * 60 * 1000;

const FLAGS = ['strict', 'create_direct_channels', 'allow_missing_files'] as const;

const RESULT = {ending: text, errors: integer, warnings: integer, line: integer, line_number: integer};
const PAYLOAD = {
  data: {
    import_file: text,
    mode: Type.Enum(['validate', 'apply']),
    strict: Type.Optional(flag),
    create_direct_channels: Type.Optional(flag),
    allow_missing_files: Type.Optional(flag),
    initiated_by: Type.Optional(text),
  },
  // A failed import also records its result before it throws.
  progress: {phase: text, ...RESULT},
  result: RESULT,
} satisfies JobPayload;
type ImportRun = RunOf<typeof PAYLOAD>;

export type ImportJobs = ReturnType<typeof createImportJobs>;

/** Bulk import without access to the command line: imports uploaded files in the background. */
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
    permissions: PERMISSIONS,
    prepare,
    run,
  });
  jobs.register(IMPORT_DELETE_JOB_TYPE, {
    concurrency: 1,
    keepLastOnly: true,
    permissions: PERMISSIONS,
    schedule: () => ({cron: '33 3 * * *', timezone: 'UTC'}),
    async run() {
      await deleteExpired();
      return undefined;
    },
  });

  async function requireFile(name: string): Promise<void> {
    if (!isStoreName(name) || !(await importFiles.exists(name))) throw importFileMissing(name);
  }

  /** Also accepts what Mattermost clients send. They don't set a mode and expect an import. */
  async function prepare(given: Record<string, string>, userId: string) {
    const {import_file = '', mode = 'apply', local_mode} = given;
    if (local_mode === 'true') {
      throw invalidJobData(
        'local_mode',
        'To import a file outside the import directory, use the command line: patchbay import bulk.',
      );
    }
    if (mode !== 'validate' && mode !== 'apply') {
      throw invalidJobData('mode', `The mode must be "validate" or "apply", not ${JSON.stringify(mode)}.`);
    }
    const flags: {[name in (typeof FLAGS)[number]]?: boolean} = {};
    for (const name of FLAGS) {
      const value = given[name] ?? 'false';
      if (value !== 'true' && value !== 'false') {
        throw invalidJobData(name, `${name} must be "true" or "false", not ${JSON.stringify(value)}.`);
      }
      flags[name] = value === 'true';
    }
    return toJobData(userId, {import_file, mode, ...flags});
  }

  async function toJobData(userId: string, input: Static<typeof NewImport>) {
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
    // The job is retried when the database is available again.
    if (isConnectionLost(report.cause)) throw report.cause;
    const {errors, warnings, firstErrorLine} = report.findings;
    const result = {
      ending: report.ending,
      errors,
      warnings,
      line: report.lines,
      ...(firstErrorLine !== undefined && {line_number: firstErrorLine}),
    };
    // A completed validation is a success, even if it found errors.
    if (data.mode === 'validate' && report.ending !== 'failed') return {status: 'success', data: result};
    if (report.ending === 'done') return {status: warnings > 0 ? 'warning' : 'success', data: result};
    await job.progress(99, result);
    throw importError(report);
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
          const controls = {onProgress: watcher.onProgress, signal};
          if (data.mode === 'validate') return await bulkImport.validate(source, options, controls);
          return await waitForOtherImports(job, () => bulkImport.apply(source, options, controls));
        } finally {
          await source.close();
        }
      });
    } finally {
      await watcher.settled();
    }
  }

  /** Waits while another import runs on the database, for example from the command line. */
  async function waitForOtherImports<Result>(
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
      await pause(RETRY_INTERVAL, undefined, {signal}).catch(() => signal.throwIfAborted());
    }
  }

  async function activeJobFor(name: string): Promise<JobRow | undefined> {
    for (const status of ['in_progress', 'pending', 'cancel_requested']) {
      const rows = await jobs.list({types: [IMPORT_JOB_TYPE], status, offset: 0, limit: 200});
      const found = rows.find(({data}) => data.import_file === name);
      if (found) return found;
    }
    return undefined;
  }

  /** Deletes expired files and reports, except files that a job uses. */
  async function deleteExpired(now: number = Date.now()): Promise<void> {
    const before = now - config.get().ImportSettings.RetentionDays * DAY;
    for await (const {path, modifiedAt} of importFiles.list()) {
      if (modifiedAt < before && !(await activeJobFor(path))) await importFiles.remove(path);
    }
    await importFiles.removeAbandoned();
  }

  return {
    /** The files that can be imported, by name. */
    async files(): Promise<ImportFile[]> {
      const files: ImportFile[] = [];
      for await (const {path, size, modifiedAt} of importFiles.list()) {
        if (!path.includes('/')) files.push({name: path, size, create_at: modifiedAt});
      }
      return files;
    },

    /** @throws AppError 404 if the file does not exist, 409 while a job uses it */
    async removeFile(name: string): Promise<void> {
      await requireFile(name);
      const job = await activeJobFor(name);
      if (job) throw importFileInUse(name, job.id);
      await importFiles.remove(name);
    },

    /** Creates a job to validate or import a file. @throws AppError 404 if the file does not exist */
    async create(userId: string, input: Static<typeof NewImport>): Promise<JobRow> {
      return importJobs.create(await toJobData(userId, input), {startedBy: userId});
    },

    /** The report of a finished job. @throws AppError 404 if there is none */
    async reportOf(jobId: string): Promise<ImportReportBody> {
      const {type, status} = await jobs.byId(jobId);
      const isFinished = ['success', 'warning', 'error', 'canceled'].includes(status);
      if (type !== IMPORT_JOB_TYPE || !isFinished || !(await importFiles.exists(reportPath(jobId))))
        throw reportMissing(jobId);
      const chunks = await Array.fromAsync(await importFiles.read(reportPath(jobId)));
      return JSON.parse(Buffer.concat(chunks).toString());
    },

    deleteExpired,
  };
}

/** Records the progress of a job at intervals. The import only waits for this at its end. */
function reportProgress({progress}: ImportRun) {
  let last = 0;
  let writing: Promise<void> | undefined;
  return {
    onProgress({lines, share = 0, phase}: ImportProgress): void {
      const now = performance.now();
      if (writing || now - last < PROGRESS_INTERVAL) return;
      last = now;
      // Failures are ignored here: the signal stops a canceled import, and the import itself reports a lost database.
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

function reportPath(jobId: string): string {
  return `${REPORTS}/${jobId}.json`;
}

function importError(report: ImportReport): AppError {
  const {ending, problem, findings} = report;
  const direct = lacksDirectChannels(report)
    ? ' Or import it again with the option to create missing direct channels (create_direct_channels).'
    : '';
  const message =
    ending === 'failed'
      ? `The import failed. ${problem} ${importedLinesText(report)} Fix the problem and start the import again to resume.`
      : `The import stopped at the first error, in line ${findings.firstErrorLine}. ${importedLinesText(report)} Fix the line, upload the file again and import it to resume.${direct}`;
  return new AppError({id: `app.import.${ending}.app_error`, message, status: 400});
}
