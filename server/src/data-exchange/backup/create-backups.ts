import Type from 'typebox';
import {
  integer,
  type JobPayload,
  type JobRow,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
} from '../../messaging/jobs/jobs.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Settings} from '../../platform/config/settings.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {type StoreLocations, storeLocations} from '../../platform/file-store/store-locations.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {startWorkerProcess} from '../../platform/processes/worker-process.ts';
import {type BackupFile, backupName, openBackupDirectory} from './backup-directory.ts';
import type {BackupTask, BackupTaskProgress} from './backup-process.ts';
import {dataLocations} from './data-locations.ts';
import {REASONS} from './manifest.ts';
import type {BackupVerification} from './read-backup.ts';
import type {WrittenBackup} from './write-backup.ts';

/** The types of the jobs that create and verify a backup. */
const BACKUP_JOB_TYPE = 'backup';
const BACKUP_VERIFY_JOB_TYPE = 'backup_verify';

const BACKUP_PROCESS = new URL('./backup-process.ts', import.meta.url);
const DAY = 24 * 60 * 60 * 1000;
/** How often a job records its progress. Milliseconds. */
const PROGRESS_INTERVAL = 1_000;
const BACKUP_PAYLOAD = {
  data: {reason: Type.Enum([...REASONS]), initiated_by: Type.Optional(text)},
  progress: {file: text, phase: text, bytes: integer},
  result: {size: integer, rows: integer, files: integer, missing_files: integer},
} satisfies JobPayload;
const VERIFY_PAYLOAD = {
  data: {file: text, initiated_by: Type.Optional(text)},
  progress: {phase: text, bytes: integer},
  result: {},
} satisfies JobPayload;
const PERMISSIONS = {create: 'manage_system', read: 'manage_system', manage: 'manage_system'};

export type Backups = ReturnType<typeof createBackups>;

/** Runs backups as jobs, every day or on request, and manages the backup directory. */
export function createBackups({
  config,
  database,
  jobs,
  locations,
  log,
  version,
}: {
  config: Config;
  database: Database;
  jobs: Jobs;
  locations: StoreLocations;
  log: Logger;
  version: string;
}) {
  const backupJobs = jobs.register(BACKUP_JOB_TYPE, {
    payload: BACKUP_PAYLOAD,
    concurrency: 1,
    permissions: PERMISSIONS,
    prepare: (_given, userId) => ({
      reason: userId === '' ? ('scheduled' as const) : ('manual' as const),
      initiated_by: userId,
    }),
    schedule,
    run: create,
  });
  const verifyJobs = jobs.register(BACKUP_VERIFY_JOB_TYPE, {
    payload: VERIFY_PAYLOAD,
    concurrency: 1,
    permissions: PERMISSIONS,
    async prepare({file = ''}, userId) {
      await directory().require(file);
      return {file, initiated_by: userId};
    },
    run: verify,
  });

  // A local directory can be changed without a restart.
  const directory = () =>
    openBackupDirectory(
      locations.backups.driver === 'local' ? storeLocations(config, 'local').backups : locations.backups,
    );
  const passphrase = () => config.get().BackupSettings.Passphrase || undefined;

  function schedule({BackupSettings}: Settings): {cron: string; timezone: string} | undefined {
    if (!BackupSettings.Enable) return undefined;
    const [hours, minutes] = BackupSettings.DailyRunTime.split(':').map(Number);
    return {cron: `${minutes} ${hours} * * *`, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone};
  }

  async function runInWorkerProcess<Result>(
    task: BackupTask,
    {signal, progress}: RunOf<typeof VERIFY_PAYLOAD> | RunOf<typeof BACKUP_PAYLOAD>,
  ): Promise<Result> {
    const worker = startWorkerProcess<BackupTask, Result, BackupTaskProgress>(BACKUP_PROCESS, {
      setup: {connectionString: database.connectionString},
      log,
    });
    let recordedAt = 0;
    const onProgress = ({phase, bytes, share}: BackupTaskProgress) => {
      const now = performance.now();
      if (now - recordedAt < PROGRESS_INTERVAL) return;
      recordedAt = now;
      // A failure here means that the job must stop, and its signal aborts too.
      progress(share * 100, {phase, bytes}).catch(() => {});
    };
    try {
      return await worker.call(task, {signal, onProgress});
    } finally {
      await worker.end();
    }
  }

  async function create(
    job: RunOf<typeof BACKUP_PAYLOAD>,
  ): Promise<OutcomeOf<typeof BACKUP_PAYLOAD> | undefined> {
    const {reason, file: startedFile} = job.data;
    const backups = directory();
    if (startedFile !== undefined) {
      // The file gets its final name when it is complete, so the server died before it could record the result.
      if (await backups.has(startedFile)) return undefined;
      await backups.removePartial(startedFile);
    }
    const secret = passphrase();
    const name = backupName(Date.now(), reason, secret !== undefined);
    await job.progress(0, {file: name});
    await backups.prepare();
    const {manifest, size} = await runInWorkerProcess<WrittenBackup>(
      {
        create: {
          target: backups.placeOf(name),
          places: dataLocations(config, locations),
          reason,
          productVersion: version,
          passphrase: secret,
          withFiles: true,
        },
      },
      job,
    );
    if (reason === 'scheduled') await applyRetention();
    const missing = manifest.files?.missing ?? 0;
    return {
      status: missing > 0 ? 'warning' : 'success',
      data: {
        size,
        rows: manifest.tables.reduce((sum, {rows}) => sum + rows, 0),
        files: manifest.files?.count ?? 0,
        missing_files: missing,
      },
    };
  }

  async function verify(job: RunOf<typeof VERIFY_PAYLOAD>) {
    const {file} = job.data;
    const backups = directory();
    await backups.require(file);
    const task = {verify: {place: backups.placeOf(file), passphrase: passphrase()}};
    const {faults} = await runInWorkerProcess<BackupVerification>(task, job);
    if (faults.length > 0) throw damagedBackup(file, faults);
    return undefined;
  }

  /** Deletes expired scheduled backups. Manual backups stay until someone deletes them. */
  async function applyRetention(): Promise<void> {
    const {RetentionDays, RetentionCount} = config.get().BackupSettings;
    const backups = directory();
    const daily = (await backups.list()).filter(({reason}) => reason === 'scheduled');
    for (const {name, createAt} of daily.slice(RetentionCount)) {
      if (createAt < Date.now() - RetentionDays * DAY) await backups.remove(name);
    }
  }

  return {
    /** The backups in the backup directory, newest first. */
    list: (): Promise<BackupFile[]> => directory().list(),

    /** Creates a backup in the background. */
    create: (userId: string): Promise<JobRow> =>
      backupJobs.create({reason: 'manual', initiated_by: userId}, {startedBy: userId}),

    /** Verifies a backup in the background; the job fails if it is damaged. @throws AppError 404 */
    async verify(name: string, userId: string): Promise<JobRow> {
      await directory().require(name);
      return verifyJobs.create({file: name, initiated_by: userId}, {startedBy: userId});
    },

    /** The file store to read backups from by name. @throws AppError 404 if there is no such backup */
    async storeOf(name: string): Promise<FileStore> {
      const backups = directory();
      await backups.require(name);
      return backups.store;
    },

    /** @throws AppError 404 if there is no such backup */
    async remove(name: string): Promise<void> {
      const backups = directory();
      await backups.require(name);
      await backups.remove(name);
    },
  };
}

function damagedBackup(file: string, faults: readonly string[]): AppError {
  return new AppError({
    id: 'app.backup.damaged.app_error',
    message: `${file} is damaged. Don't rely on it. ${faults.join(' ')}`.slice(0, 2_000),
    status: 400,
  });
}
