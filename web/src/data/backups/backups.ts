import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {changeSettingsSection, useSettingsSection} from '../administration/settings.ts';
import {isUnfinished, type Job, refreshJobs} from '../jobs/jobs.ts';

/** The types of the jobs that create and verify backups. */
export const BACKUP_JOB_TYPE = 'backup';
export const BACKUP_VERIFY_JOB_TYPE = 'backup_verify';

/** A backup on the server. The size is in bytes, the time in milliseconds. */
export interface Backup {
  name: string;
  size: number;
  create_at: number;
  reason: 'manual' | 'scheduled' | 'migration' | 'upgrade';
  encrypted: boolean;
}

/** The backups on the server, newest first. Reloaded when one of the `jobs` ends. */
export function useBackups(jobs: readonly Job[] | undefined) {
  const ended = jobs?.filter((job) => !isUnfinished(job)).length;
  return useQuery({
    queryKey: ['backups', ended],
    queryFn: () => server.call<Backup[]>('/backups'),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export async function createBackup(): Promise<void> {
  await server.call('/backups', {method: 'POST'});
  await refreshJobs(BACKUP_JOB_TYPE);
}

export async function verifyBackup(name: string): Promise<void> {
  await server.call(`/backups/${name}/verify`, {method: 'POST'});
  await refreshJobs(BACKUP_VERIFY_JOB_TYPE);
}

export async function deleteBackup(name: string): Promise<void> {
  await server.call(`/backups/${name}`, {method: 'DELETE'});
  await queries.invalidateQueries({queryKey: ['backups']});
}

export function backupAddress(name: string): string {
  return `${server.getBaseRoute()}/backups/${name}`;
}

/** The settings of backups. The passphrase is masked, or empty if there is none. */
export interface BackupSettings {
  Enable: boolean;
  /** `HH:MM` in the server's time zone. */
  DailyRunTime: string;
  Directory: string;
  RetentionDays: number;
  RetentionCount: number;
  Passphrase: string;
}

/** The settings that `config.json` or environment variables pin. */
export type PinnedSettings = {[Name in keyof BackupSettings]?: boolean};

const SECTION = 'BackupSettings';

export const useBackupSettings = () => useSettingsSection<BackupSettings, PinnedSettings>(SECTION);

/** Changes only the given settings. */
export function changeBackupSettings(change: Partial<BackupSettings>): Promise<void> {
  return changeSettingsSection(SECTION, change);
}
