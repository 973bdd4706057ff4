import Type from 'typebox';
import {
  flag,
  integer,
  type JobPayload,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
} from '../../messaging/jobs/jobs.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Settings} from '../../platform/config/settings.ts';
import type {Database} from '../../platform/database/database.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {StoreLocations} from '../../platform/file-store/store-locations.ts';
import {isStoreName} from '../../platform/file-store/store-paths.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {startWorkerProcess} from '../../platform/processes/worker-process.ts';
import type {ExportProgress, ExportResult} from '../bulk-export/bulk-export.ts';
import type {BundleProcessSetup, BundleTask} from './bundle-process.ts';
import {exportMissing, invalidExportOption} from './errors.ts';
import type {ExportFile} from './schema.ts';

/** The types of the jobs that export everything and that delete old exports (docs/specification.md#export-jobs). */
const EXPORT_JOB_TYPE = 'export_process';
const EXPORT_DELETE_JOB_TYPE = 'export_delete';

const BUNDLE_PROCESS = new URL('./bundle-process.ts', import.meta.url);
const DAY = 24 * 60 * 60 * 1000;
/** The number of paths of missing or changed files that are logged. */
const LOGGED_PATHS = 100;

const OPTIONS = [
  'include_attachments',
  'include_profile_pictures',
  'include_archived_channels',
  'include_roles_and_schemes',
] as const;

const PAYLOAD = {
  data: {
    include_attachments: flag,
    include_profile_pictures: flag,
    include_archived_channels: flag,
    include_roles_and_schemes: flag,
    initiated_by: Type.Optional(text),
  },
  progress: {line: integer},
  result: {
    export_file: text,
    size: integer,
    line: integer,
    files: integer,
    missing_files: integer,
    changed_files: integer,
  },
} satisfies JobPayload;

/** An export contains all messages, including private ones. */
const PERMISSIONS = {create: 'manage_system', read: 'manage_system', manage: 'manage_system'};

export type ExportJobs = ReturnType<typeof createExportJobs>;

/** Bulk exports without access to the command line: created in the background and downloaded from the server. */
export function createExportJobs({
  config,
  database,
  jobs,
  exportFiles,
  locations,
  log,
  version,
}: {
  config: Config;
  database: Database;
  jobs: Jobs;
  /** The export directory. Its folders belong to compliance exports. */
  exportFiles: FileStore;
  locations: StoreLocations;
  log: Logger;
  version: string;
}) {
  jobs.register(EXPORT_JOB_TYPE, {
    payload: PAYLOAD,
    concurrency: 1,
    permissions: PERMISSIONS,
    prepare,
    run,
  });
  jobs.register(EXPORT_DELETE_JOB_TYPE, {
    concurrency: 1,
    keepLastOnly: true,
    permissions: PERMISSIONS,
    schedule: ({ExportSettings}: Settings) =>
      ExportSettings.RetentionDays === 0 ? undefined : {cron: '23 3 * * *', timezone: 'UTC'},
    async run() {
      await deleteExpired();
      return undefined;
    },
  });

  /** Options that a client doesn't send are off, as on the reference server. */
  function prepare(given: Record<string, string>, userId: string) {
    const unknown = Object.keys(given).find((key) => !(OPTIONS as readonly string[]).includes(key));
    if (unknown !== undefined) {
      throw invalidExportOption(
        unknown.slice(0, 100),
        `${JSON.stringify(unknown.slice(0, 100))} is not an option of an export. Options: ${OPTIONS.join(', ')}.`,
      );
    }
    const isOn = (name: (typeof OPTIONS)[number]) => {
      const value = given[name] ?? 'false';
      if (value !== 'true' && value !== 'false') {
        throw invalidExportOption(
          name,
          `${name} must be "true" or "false", not ${JSON.stringify(value.slice(0, 100))}.`,
        );
      }
      return value === 'true';
    };
    return {
      include_attachments: isOn('include_attachments'),
      include_profile_pictures: isOn('include_profile_pictures'),
      include_archived_channels: isOn('include_archived_channels'),
      include_roles_and_schemes: isOn('include_roles_and_schemes'),
      initiated_by: userId,
    };
  }

  async function run({
    id,
    data,
    signal,
    progress,
  }: RunOf<typeof PAYLOAD>): Promise<OutcomeOf<typeof PAYLOAD>> {
    const name = `${id}_export.zip`;
    const worker = startWorkerProcess<BundleTask, ExportResult, ExportProgress>(BUNDLE_PROCESS, {
      setup: {
        connectionString: database.connectionString,
        exports: locations.exports,
        files: locations.files,
        version,
      } satisfies BundleProcessSetup,
      log,
    });
    // A failure to record progress means that the job must stop, and its signal aborts too.
    const onProgress = ({lines, share}: ExportProgress) =>
      void progress(Math.min(99, 100 * share), {line: lines}).catch(() => {});
    const contents = {
      attachments: data.include_attachments,
      pictures: data.include_profile_pictures,
      archivedChannels: data.include_archived_channels,
      rolesAndSchemes: data.include_roles_and_schemes,
    };
    let result: ExportResult;
    try {
      result = await worker.call({name, contents}, {signal, onProgress});
    } finally {
      await worker.end();
    }
    const {lines, files, missing, changed} = result;
    if (missing.length > 0 || changed.length > 0) {
      log.warn(
        {export: name, missing: missing.slice(0, LOGGED_PATHS), changed: changed.slice(0, LOGGED_PATHS)},
        'files are missing from a bulk export, or have changed since they were uploaded',
      );
    }
    return {
      status: missing.length > 0 || changed.length > 0 ? 'warning' : 'success',
      data: {
        export_file: name,
        size: (await exportFiles.size(name)) ?? 0,
        line: Object.values(lines).reduce((sum, count) => sum + count, 0),
        files,
        missing_files: missing.length,
        changed_files: changed.length,
      },
    };
  }

  async function list(): Promise<ExportFile[]> {
    const files: ExportFile[] = [];
    for await (const {path, size, modifiedAt} of exportFiles.list()) {
      if (!path.includes('/')) files.push({name: path, size, create_at: modifiedAt});
    }
    return files;
  }

  async function requireFile(name: string): Promise<void> {
    if (!isStoreName(name) || !(await exportFiles.exists(name))) throw exportMissing(name);
  }

  /** Deletes exports that are older than the setting allows. */
  async function deleteExpired(now: number = Date.now()): Promise<void> {
    const {RetentionDays} = config.get().ExportSettings;
    if (RetentionDays === 0) return;
    for (const {name, create_at} of await list()) {
      if (create_at < now - RetentionDays * DAY) await exportFiles.remove(name);
    }
  }

  return {
    /** The exports in the export directory, by name, without compliance exports. */
    list,

    /** @throws AppError 404 unless there is an export with this name */
    requireFile,

    /** @throws AppError 404 unless there is an export with this name */
    async remove(name: string): Promise<void> {
      await requireFile(name);
      await exportFiles.remove(name);
    },

    deleteExpired,
  };
}
