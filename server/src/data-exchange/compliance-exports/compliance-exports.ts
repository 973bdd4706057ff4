import {Readable} from 'node:stream';
import {hasEnterpriseFeatures} from '../../messaging/client-config/client-config.ts';
import type {JobDownload} from '../../messaging/jobs/jobs.ts';
import type {Job} from '../../messaging/jobs/schema.ts';
import type {Settings} from '../../platform/config/settings.ts';
import type {Queryable} from '../../platform/database/queryable.ts';
import {createZipWriter} from '../../platform/formats/write-zip.ts';
import {downloadsDisabled, exportUnavailable, invalidExportData, nothingToDownload} from './errors.ts';
import {FORMATS, type FormatName} from './formats/formats.ts';
import {createExportRun, EXPORT_JOB_TYPE, type ExportRunOptions, PAYLOAD} from './run-export.ts';
import {type Cursor, type ExportRow, selectExports, selectLastScheduled} from './store.ts';
import {type BatchFilter, createVerification, matchesFilter} from './verification.ts';

export type {ExportRow} from './store.ts';
export type {BatchFilter} from './verification.ts';

export type ComplianceExports = ReturnType<typeof createComplianceExports>;

/**
 * Exports messages, memberships and files for third-party archives: daily, each run continuing where the last one
 * ended, or for a requested window.
 */
export function createComplianceExports(options: ExportRunOptions) {
  const {database, config, jobs, archives} = options;
  const run = createExportRun(options);
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
    async run(job) {
      requireAvailable();
      return run(job);
    },
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
      throw invalidExportData('export_type', `"${format}" is not an export format. Formats: ${known}.`);
    }
    if (format === 'globalrelay' && settings.GlobalRelaySettings.EmailAddress === '') {
      throw invalidExportData(
        'export_type',
        'The format "globalrelay" sends emails. Set MessageExportSettings.GlobalRelaySettings first, including EmailAddress.',
      );
    }
    const [start, end] = (['batch_start_time', 'job_end_time'] as const).map((key) => parseMillis(data, key));
    if (start !== undefined && end !== undefined && end < start) {
      throw invalidExportData('job_end_time', `The end (${end}) is before the start (${start}).`);
    }
    if (start !== undefined && start > Date.now()) {
      throw invalidExportData('batch_start_time', `The start (${start}) is in the future.`);
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

  /** The batches of a finished export, or the completed ones of a failed or canceled export. */
  async function download({id, data, status}: Job): Promise<JobDownload> {
    if (!config.get().MessageExportSettings.DownloadExportResults) throw downloadsDisabled();
    const isOver = ['success', 'warning', 'error', 'canceled'].includes(status);
    if (!isOver || data.is_downloadable !== 'true') {
      throw nothingToDownload(
        'This export has nothing to download: it is not finished, is empty, or was sent by email.',
        400,
      );
    }
    const rows = await selectExports(database, id);
    const first = rows[0];
    if (!first || !(await archives.exists(first.path))) {
      throw nothingToDownload('The files of this export are no longer in the export directory.', 404);
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

  return {
    /**
     * The end of what scheduled exports contain, in the order of posts' last changes, and their start. Returns `everything`
     * if scheduled exports are off, and undefined if there is none yet.
     */
    async exportedUntil(db: Queryable): Promise<(Cursor & {from: number}) | 'everything' | undefined> {
      const {EnableExport, ExportFromTimestamp: from} = config.get().MessageExportSettings;
      if (!EnableExport) return 'everything';
      const last = await selectLastScheduled(db);
      return last && {time: last.endat, id: last.endid, from};
    },

    /**
     * Creates an export of the changes between two times, in milliseconds. Without `from`, it continues where the last
     * export ended.
     *
     * @throws AppError 400, 501
     */
    async create(userId: string, {from, to, format}: {from?: number; to?: number; format?: string} = {}) {
      const data = {
        ...(from !== undefined && {batch_start_time: String(from)}),
        // The end in a job's data is inclusive (docs/specification.md#compliance-exports).
        ...(to !== undefined && {job_end_time: String(to - 1)}),
        ...(format !== undefined && {export_type: format}),
      };
      return exportJobs.create(prepare(data, userId), {startedBy: userId});
    },

    /** The batches of one job or of all, oldest first. */
    async batches(jobId?: string, filter: BatchFilter = {}): Promise<ExportRow[]> {
      return (await selectExports(database, jobId)).filter((row) => matchesFilter(row, filter));
    },

    verify: createVerification(options),
  };
}

function parseMillis(data: Record<string, string>, key: string): number | undefined {
  const text = data[key];
  if (text === undefined || text === '') return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    throw invalidExportData(key, `"${text}" is not a time. Send milliseconds since the epoch.`);
  }
  return Number(text);
}
