import {openDatabase} from '../../platform/database/database.ts';
import {serveCalls} from '../../platform/processes/serve-calls.ts';
import type {BackupPlace} from './backup-place.ts';
import {type BackupVerification, verifyBackup} from './read-backup.ts';
import {type WriteBackupOptions, type WrittenBackup, writeBackup} from './write-backup.ts';

/** The tasks of the process. Progress is reported to the caller. */
export type BackupTask =
  | {create: Omit<WriteBackupOptions, 'database' | 'onProgress' | 'signal'>}
  | {verify: {place: BackupPlace; passphrase: string | undefined}};

export interface BackupTaskProgress {
  phase: string;
  bytes: number;
  share: number;
}

/** One connection reads; the other cancels its statements. */
const CONNECTIONS = 2;
const PROGRESS_INTERVAL_MS = 500;

// Creates or verifies one backup in its own process, so that the server stays responsive.
serveCalls(({connectionString}: {connectionString: string}, log) => {
  const database = openDatabase({connectionString, maxConnections: CONNECTIONS, log});
  return {
    async run(
      task: BackupTask,
      {signal, reportProgress}: {signal: AbortSignal; reportProgress(progress: BackupTaskProgress): void},
    ): Promise<WrittenBackup | BackupVerification> {
      let reportedAt = 0;
      const onProgress = (progress: BackupTaskProgress) => {
        const now = performance.now();
        if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
        reportedAt = now;
        reportProgress(progress);
      };
      if ('create' in task) return writeBackup({...task.create, database, signal, onProgress});
      const {place, passphrase} = task.verify;
      return verifyBackup(place, {
        passphrase,
        signal,
        onProgress: (progress) => onProgress({phase: 'verify', ...progress}),
      });
    },
    close: () => database.close(),
  };
});
