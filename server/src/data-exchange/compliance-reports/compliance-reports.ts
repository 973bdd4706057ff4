import type {Static} from 'typebox';
import {hasEnterpriseFeatures} from '../../messaging/client-config/client-config.ts';
import {integer, type JobPayload, type Jobs, text} from '../../messaging/jobs/jobs.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {type ManifestSigner, verifyArchive} from '../signed-archives/signed-archives.ts';
import {
  archiveMissing,
  complianceUnavailable,
  invalidReport,
  notRunning,
  reportNotFound,
  stillRunning,
} from './errors.ts';
import {LAST_TIME, MAX_DESC_BYTES, MAX_EMAILS, MAX_KEYWORDS} from './order-rules/limits.ts';
import {archiveName, isFileEntry, type ReportManifest, writeReportArchive} from './report-archive.ts';
import {countAsOf} from './report-rows.ts';
import type {NewComplianceReport, ReportVerification} from './schema.ts';
import {
  insertReport,
  type ReportRow,
  selectDailyReport,
  selectReport,
  selectReports,
  updateReportCount,
  updateReportStatus,
} from './store.ts';

export type {ReportRow} from './store.ts';

/** The type of the job that creates a report. */
const JOB_TYPE = 'compliance_report';
/** The type of the daily job that requests a report of the previous day. */
const DAILY_JOB_TYPE = 'compliance_daily_report';
const REPORT_PAYLOAD = {
  data: {report_id: text},
  progress: {messages_exported: integer, total_posts_expected: integer},
  result: {messages_exported: integer},
} satisfies JobPayload;
const PERMISSIONS = {create: 'manage_system', read: 'manage_system', manage: 'manage_system'};
const DAY = 24 * 60 * 60 * 1000;

export type ComplianceReports = ReturnType<typeof createComplianceReports>;

/**
 * Reports on posts in a period, created in the background and kept as archives
 * (docs/specification.md#compliance-reports).
 */
export function createComplianceReports({
  database,
  config,
  jobs,
  archives,
  files,
  signer,
  serverId,
  version,
}: {
  database: Database;
  config: Config;
  jobs: Jobs;
  /** The compliance directory. */
  archives: FileStore;
  /** The file store of posts' files. */
  files: FileStore;
  signer: ManifestSigner;
  serverId: string;
  version: string;
}) {
  const reportJobs = jobs.register(JOB_TYPE, {
    payload: REPORT_PAYLOAD,
    concurrency: 1,
    permissions: PERMISSIONS,
    async run({data, signal, progress}) {
      const reportId = data.report_id;
      // A failed report's job can be restarted manually.
      await updateReportStatus(database, reportId, {from: 'failed', to: 'running'});
      const report = await selectReport(database, reportId);
      // It may have been removed or canceled while it waited.
      if (report?.status !== 'running') return;
      const count = await writeReportArchive(
        {
          id: report.id,
          type: report.type,
          desc: report.desc,
          startAt: report.startat,
          endAt: report.endat,
          emails: report.emails,
          keywords: report.keywords,
          includeFiles: report.includefiles,
          meta: (rows) => metaOf(report, rows),
        },
        {
          database,
          archives,
          files,
          signer,
          server: {id: serverId, version},
          signal,
          async onProgress(rows, expected) {
            await updateReportCount(database, report.id, rows);
            await progress(expected === 0 ? 0 : (100 * rows) / expected, {
              messages_exported: rows,
              total_posts_expected: expected,
            });
          },
        },
      );
      // The database records a failure in the report when the job ends.
      if (!(await updateReportStatus(database, report.id, {from: 'running', to: 'finished', count}))) {
        // It was canceled just before it finished. An archive that another attempt completed stays.
        const now = await selectReport(database, report.id);
        if (now?.status !== 'finished') await archives.remove(archiveName(report));
      }
      return {data: {messages_exported: count}};
    },
  });

  jobs.register(DAILY_JOB_TYPE, {
    payload: {data: {}, progress: {}, result: {report_id: text}},
    concurrency: 1,
    permissions: PERMISSIONS,
    schedule: (settings) =>
      settings.ComplianceSettings.Enable &&
      settings.ComplianceSettings.EnableDaily &&
      hasEnterpriseFeatures(settings)
        ? {cron: '5 0 * * *', timezone: 'UTC'}
        : undefined,
    async run() {
      const end = Math.floor(Date.now() / DAY) * DAY;
      const day = {start_at: end - DAY, end_at: end, desc: new Date(end - DAY).toISOString().slice(0, 10)};
      // This job may run twice if its server crashes.
      const id =
        (await selectDailyReport(database, day.start_at))?.id ?? (await createReport('', day, 'daily')).id;
      return {data: {report_id: id}};
    },
  });

  /** @throws AppError 501 if reports are disabled or the tier is too low (docs/specification.md#compliance-reports) */
  function requireAvailable(): void {
    const settings = config.get();
    if (!settings.ComplianceSettings.Enable) {
      throw complianceUnavailable('Compliance reports are disabled. Enable ComplianceSettings.Enable.');
    }
    if (!hasEnterpriseFeatures(settings)) {
      throw complianceUnavailable(
        'Compliance reports require the tier "enterprise". Set LicenseSettings.Tier to "enterprise".',
      );
    }
  }

  async function byId(id: string): Promise<ReportRow> {
    requireAvailable();
    const report = await selectReport(database, id);
    if (!report) throw reportNotFound(id);
    return report;
  }

  /** The archive's name in the compliance directory. @throws AppError 501 if it does not exist */
  async function archiveOf(id: string): Promise<string> {
    const report = await byId(id);
    const name = archiveName(report);
    if (report.status !== 'finished' || (await archives.size(name)) === undefined)
      throw archiveMissing(report.status);
    return name;
  }

  async function createReport(
    userId: string,
    input: Static<typeof NewComplianceReport>,
    type: 'adhoc' | 'daily',
  ): Promise<ReportRow> {
    requireAvailable();
    const report: ReportRow = {
      id: newId(),
      createat: Date.now(),
      userid: userId,
      status: 'running',
      count: 0,
      desc: input.desc ?? '',
      type,
      startat: input.start_at ?? 0,
      endat: input.end_at ?? 0,
      keywords: (input.keywords ?? '').toLowerCase(),
      emails: (input.emails ?? '').toLowerCase(),
      includefiles: input.include_files ?? false,
      jobid: '',
      error: '',
    };
    requireValid(report);
    const job = await reportJobs.create(
      {report_id: report.id},
      {startedBy: userId, alsoWrite: (db, jobid) => insertReport(db, {...report, jobid})},
    );
    return {...report, jobid: job.id};
  }

  return {
    requireAvailable,
    byId,

    /** The reports, newest first. */
    async list(page: {offset: number; limit: number}): Promise<ReportRow[]> {
      requireAvailable();
      return selectReports(database, page);
    },

    /**
     * Creates a report. A background job generates it.
     *
     * @throws AppError 400 if a field is invalid, 501 if reports are unavailable
     */
    create: (userId: string, input: Static<typeof NewComplianceReport>): Promise<ReportRow> =>
      createReport(userId, input, 'adhoc'),

    /** Cancels a running report. @throws AppError 400 if it is not running, 404 */
    async cancel(id: string): Promise<ReportRow> {
      const report = await byId(id);
      if (!(await updateReportStatus(database, id, {from: 'running', to: 'canceled'}))) {
        throw notRunning(id, report.status);
      }
      await jobs.requestCancel(report.jobid).catch((error) => {
        // The job may have just finished.
        if (!(error instanceof AppError)) throw error;
      });
      return byId(id);
    },

    /** Removes the archive of a report; its record stays. @throws AppError 400 if it is running, 404 */
    async remove(id: string): Promise<void> {
      const report = await byId(id);
      if (report.status === 'running') throw stillRunning(id);
      await archives.remove(archiveName(report));
      await updateReportStatus(database, id, {from: report.status, to: 'removed'});
    },

    /**
     * Compares a report's archive with its manifest, and with the posts in the database from the time when it was
     * created.
     *
     * @throws AppError 501 if there is no archive
     */
    async verify(id: string): Promise<Static<typeof ReportVerification>> {
      const name = await archiveOf(id);
      const publicKey = await signer.publicKey();
      const {manifest, manifestSha256, faults} = await archives.withLocalFile(name, (file) =>
        verifyArchive<ReportManifest>(file, publicKey, 'patchbay-compliance-report'),
      );
      if (!manifest) return {...UNREADABLE, faults};
      const report = await byId(id);
      const rows = manifest.entries.find((entry) => entry.name === 'posts.csv')?.rows ?? 0;
      const now = await database.row<{count: number}>(
        countAsOf(
          {
            startAt: report.startat,
            endAt: report.endat,
            emails: report.emails,
            keywords: report.keywords,
          },
          manifest.state_of,
        ),
      );
      if (manifest.report_id !== id) faults.push(`The archive belongs to the report ${manifest.report_id}.`);
      if (rows !== report.count)
        faults.push(`The manifest lists ${rows} rows, but the report's record says ${report.count}.`);
      if (now!.count !== rows) {
        faults.push(
          `The database has ${now!.count} matching posts from the time of the report, but the archive has ${rows}.`,
        );
      }
      const entries = manifest.entries.filter((entry) => !isFileEntry(entry.name));
      return {
        faults,
        rows,
        manifest_sha256: manifestSha256,
        entries,
        files: manifest.entries.length - entries.length,
        missing_files: manifest.missing_files.length,
        changed_files: manifest.changed_files?.length ?? 0,
      };
    },

    archiveOf,
  };
}

const UNREADABLE = {
  rows: 0,
  manifest_sha256: '',
  entries: [],
  files: 0,
  missing_files: 0,
  changed_files: 0,
};

/** A report as in `meta.json` (docs/specification.md#compliance-reports). */
function metaOf(report: ReportRow, count: number) {
  return {
    id: report.id,
    create_at: report.createat,
    user_id: report.userid,
    status: 'finished',
    count,
    desc: report.desc,
    type: report.type,
    start_at: report.startat,
    end_at: report.endat,
    keywords: report.keywords,
    emails: report.emails,
  };
}

function requireValid({desc, startat, endat, keywords, emails}: ReportRow): void {
  const bytes = Buffer.byteLength(desc);
  if (bytes === 0 || bytes > MAX_DESC_BYTES) {
    throw invalidReport('desc', `The description has ${bytes} bytes. It must have 1 to ${MAX_DESC_BYTES}.`);
  }
  if (startat <= 0)
    throw invalidReport('start_at', 'The start is missing. Send start_at in milliseconds since the epoch.');
  if (endat <= 0)
    throw invalidReport('end_at', 'The end is missing. Send end_at in milliseconds since the epoch.');
  if (endat <= startat) {
    throw invalidReport('start_end_at', `The end (${endat}) must be after the start (${startat}).`);
  }
  if (endat > LAST_TIME) {
    throw invalidReport('end_at', `The end (${endat}) is after the year 9999. Send end_at in milliseconds.`);
  }
  if (keywords.length > MAX_KEYWORDS) {
    throw invalidReport(
      'keywords',
      `The keywords have ${keywords.length} characters. At most ${MAX_KEYWORDS} are allowed.`,
    );
  }
  if (emails.length > MAX_EMAILS) {
    throw invalidReport(
      'emails',
      `The addresses have ${emails.length} characters. At most ${MAX_EMAILS} are allowed.`,
    );
  }
}
