import {mkdir, readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import Type from 'typebox';
import {
  type JobPayload,
  type JobRow,
  type Jobs,
  type OutcomeOf,
  type RunOf,
  text,
  whole,
} from '../../messaging/jobs/jobs.ts';
import type {Config} from '../../platform/config/config.ts';
import {directories} from '../../platform/config/directories.ts';
import type {Settings} from '../../platform/config/settings.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {createFileStore, type FileStore} from '../../platform/file-store/file-store.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {startWorkerProcess} from '../../platform/processes/worker-process.ts';
import {type BackupFile, backupName, listBackups, parseBackupName} from './backup-directory.ts';
import type {BackupOrder, BackupOrderProgress} from './backup-process.ts';
import {noSuchBackup, notWritten} from './errors.ts';
import {REASONS} from './manifest.ts';
import {placesOf} from './places.ts';
import type {BackupVerification} from './read-backup.ts';
import type {WrittenBackup} from './write-backup.ts';

/** The kinds of jobs that create a backup, and that verify one. */
const BACKUP_JOB_TYPE = 'backup';
const BACKUP_VERIFY_JOB_TYPE = 'backup_verify';

const BACKUP_PROCESS = new URL('./backup-process.ts', import.meta.url);
const DAY = 24 * 60 * 60 * 1000;
/** How often a job records how far it is. Milliseconds. */
const RECORD_EVERY = 1_000;
const BACKUP_PAYLOAD = {
  data: {reason: Type.Enum([...REASONS]), initiated_by: Type.Optional(text)},
  progress: {file: text, phase: text, bytes: whole},
  result: {size: whole, rows: whole, files: whole, missing_files: whole},
} satisfies JobPayload;
const VERIFY_PAYLOAD = {
  data: {file: text, initiated_by: Type.Optional(text)},
  progress: {phase: text, bytes: whole},
  result: {},
} satisfies JobPayload;
const PERMISSIONS = {create: 'manage_system', read: 'manage_system', manage: 'manage_system'};

export type Backups = ReturnType<typeof createBackups>;

/** Backups as jobs of the server: every day by the settings, or when an administrator asks; and what was created. */
export function createBackups({
  config,
  database,
  jobs,
  log,
  version,
}: {
  config: Config;
  database: Database;
  jobs: Jobs;
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
      await require(file);
      return {file, initiated_by: userId};
    },
    run: verify,
  });

  const directory = () => directories(config).backups;
  const passphrase = () => config.get().BackupSettings.Passphrase || undefined;

  function schedule({BackupSettings}: Settings): {cron: string; timezone: string} | undefined {
    if (!BackupSettings.Enable) return undefined;
    const [hours, minutes] = BackupSettings.DailyRunTime.split(':').map(Number);
    return {cron: `${minutes} ${hours} * * *`, timezone: Intl.DateTimeFormat().resolvedOptions().timeZone};
  }

  /** @throws AppError 404 if there is no such backup */
  async function require(name: string): Promise<void> {
    const facts = parseBackupName(name) && (await stat(join(directory(), name)).catch(() => undefined));
    if (!facts?.isFile()) throw noSuchBackup(name);
  }

  async function perform<Result>(
    order: BackupOrder,
    {signal, progress}: RunOf<typeof VERIFY_PAYLOAD> | RunOf<typeof BACKUP_PAYLOAD>,
  ): Promise<Result> {
    const worker = startWorkerProcess<BackupOrder, Result, BackupOrderProgress>(BACKUP_PROCESS, {
      setup: {connectionString: database.connectionString},
      log,
    });
    let recordedAt = 0;
    const onProgress = ({phase, bytes, share}: BackupOrderProgress) => {
      const now = performance.now();
      if (now - recordedAt < RECORD_EVERY) return;
      recordedAt = now;
      // When the job is to stop its signal says so, too.
      progress(share * 100, {phase, bytes}).catch(() => {});
    };
    try {
      return await worker.call(order, {signal, onProgress});
    } finally {
      await worker.end();
    }
  }

  async function create(
    job: RunOf<typeof BACKUP_PAYLOAD>,
  ): Promise<OutcomeOf<typeof BACKUP_PAYLOAD> | undefined> {
    const {reason, file: begun} = job.data;
    if (begun !== undefined) {
      // It has its name only when it is whole: the server died before it could record that.
      if ((await stat(join(directory(), begun)).catch(() => undefined)) !== undefined) return undefined;
      await rm(join(directory(), `${begun}.part`), {force: true});
    }
    const secret = passphrase();
    const name = backupName(Date.now(), reason, secret !== undefined);
    const target = join(directory(), name);
    await job.progress(0, {file: name});
    await mkdir(directory(), {recursive: true, mode: 0o700}).catch((error) => {
      throw notWritten(target, error) ?? error;
    });
    await removeAbandoned(directory());
    const {manifest, size} = await perform<WrittenBackup>(
      {
        create: {
          target,
          places: placesOf(config),
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
    await require(file);
    const order = {verify: {file: join(directory(), file), passphrase: passphrase()}};
    const {faults} = await perform<BackupVerification>(order, job);
    if (faults.length > 0) throw damaged(file, faults);
    return undefined;
  }

  /** Deletes the daily backups whose time is over. Those that people asked for are theirs to delete. */
  async function applyRetention(): Promise<void> {
    const {RetentionDays, RetentionCount} = config.get().BackupSettings;
    const daily = (await listBackups(directory())).filter(({reason}) => reason === 'scheduled');
    for (const {name, createAt} of daily.slice(RetentionCount)) {
      if (createAt < Date.now() - RetentionDays * DAY) await rm(join(directory(), name), {force: true});
    }
  }

  return {
    /** The backups in the backup directory, the newest first. */
    list: (): Promise<BackupFile[]> => listBackups(directory()),

    /** Creates a backup in the background. */
    create: (userId: string): Promise<JobRow> =>
      backupJobs.create({reason: 'manual', initiated_by: userId}, {startedBy: userId}),

    /** Verifies a backup in the background; the job fails if it is damaged. @throws AppError 404 */
    async verify(name: string, userId: string): Promise<JobRow> {
      await require(name);
      return verifyJobs.create({file: name, initiated_by: userId}, {startedBy: userId});
    },

    /** The store that backups can be read from by their names. @throws AppError 404 if there is no such backup */
    async storeOf(name: string): Promise<FileStore> {
      await require(name);
      return createFileStore({directory: directory()});
    },

    /** @throws AppError 404 if there is no such backup */
    async remove(name: string): Promise<void> {
      await require(name);
      await rm(join(directory(), name), {force: true});
    },
  };
}

/** Removes what was left of backups whose process died more than a day ago. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.part') || !parseBackupName(name.slice(0, -'.part'.length))) continue;
    const facts = await stat(join(directory, name)).catch(() => undefined);
    if (facts && Date.now() - facts.mtimeMs > DAY) await rm(join(directory, name), {force: true});
  }
}

function damaged(file: string, faults: readonly string[]): AppError {
  return new AppError({
    id: 'app.backup.damaged.app_error',
    message: `${file} is damaged: do not rely on it. ${faults.join(' ')}`.slice(0, 2_000),
    status: 400,
  });
}
