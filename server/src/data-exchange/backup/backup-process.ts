import {openDatabase} from '../../platform/database/database.ts';
import {serveCalls} from '../../platform/processes/serve-calls.ts';
import {type BackupVerification, verifyBackup} from './read-backup.ts';
import {type WriteBackupOptions, type WrittenBackup, writeBackup} from './write-backup.ts';

/** What the process is to do; progress is reported to the caller. */
export type BackupOrder =
  | {create: Omit<WriteBackupOptions, 'database' | 'onProgress' | 'signal'>}
  | {verify: {file: string; passphrase: string | undefined}};

export interface BackupOrderProgress {
  phase: string;
  bytes: number;
  share: number;
}

/** One reads; the other cancels what that one waits for. */
const CONNECTIONS = 2;
const TELL_EVERY_MS = 500;

// The process that creates or verifies one backup, so that the server goes on serving meanwhile.
serveCalls(({connectionString}: {connectionString: string}, log) => {
  const database = openDatabase({connectionString, maxConnections: CONNECTIONS, log});
  return {
    async run(
      order: BackupOrder,
      {signal, reportProgress}: {signal: AbortSignal; reportProgress(progress: BackupOrderProgress): void},
    ): Promise<WrittenBackup | BackupVerification> {
      let toldAt = 0;
      const onProgress = (progress: BackupOrderProgress) => {
        const now = performance.now();
        if (now - toldAt < TELL_EVERY_MS) return;
        toldAt = now;
        reportProgress(progress);
      };
      if ('create' in order) return writeBackup({...order.create, database, signal, onProgress});
      const {file, passphrase} = order.verify;
      return verifyBackup(file, {
        passphrase,
        signal,
        onProgress: (progress) => onProgress({phase: 'verify', ...progress}),
      });
    },
    close: () => database.close(),
  };
});
