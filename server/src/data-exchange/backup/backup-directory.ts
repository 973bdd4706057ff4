import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {type BackupReason, REASONS} from './manifest.ts';

/** A backup in the backup directory. */
export interface BackupFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Milliseconds. */
  createAt: number;
  reason: BackupReason;
  encrypted: boolean;
}

// The name holds everything that a list shows, so listing opens no file. An encrypted one would need its passphrase.
const NAME = new RegExp(
  `^patchbay-(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d)-(\\d{3})Z-(${REASONS.join('|')})\\.zip(\\.encrypted)?$`,
);

/** The name of a backup that is created at `time` (milliseconds) for this reason. */
export function backupName(time: number, reason: BackupReason, encrypted: boolean): string {
  const stamp = new Date(time).toISOString().replace(/[:.]/g, '-');
  return `patchbay-${stamp}-${reason}.zip${encrypted ? '.encrypted' : ''}`;
}

/** Parses the name of a backup; undefined for any other name. */
export function parseBackupName(name: string): Omit<BackupFile, 'size'> | undefined {
  const found = NAME.exec(name);
  if (!found) return undefined;
  const [, day, hours, minutes, seconds, millis, reason, ending] = found;
  const createAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${millis}Z`);
  if (Number.isNaN(createAt)) return undefined;
  return {name, createAt, reason: reason as BackupReason, encrypted: ending !== undefined};
}

/** The backups in a directory, newest first. Ignores other files. */
export async function listBackups(directory: string): Promise<BackupFile[]> {
  const backups: BackupFile[] = [];
  for (const name of await readdir(directory).catch(ifMissing([]))) {
    const parsed = parseBackupName(name);
    const stats = parsed && (await stat(join(directory, name)).catch(ifMissing(undefined)));
    if (stats?.isFile()) backups.push({...parsed!, size: stats.size});
  }
  return backups.sort((a, b) => b.createAt - a.createAt || (a.name < b.name ? 1 : -1));
}

function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
