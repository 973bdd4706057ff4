import {openDatabase} from '../../platform/database/database.ts';
import {serveCalls} from '../../platform/processes/serve-calls.ts';
import {type BackupVerification, verifyBackup} from './read-backup.ts';
import {type WriteBackupOptions, type WrittenBackup, writeBackup} from './write-backup.ts';

/** What the process is to do; `progress` comes back as what is told. */
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
    async work(
      order: BackupOrder,
      {signal, tell}: {signal: AbortSignal; tell(progress: BackupOrderProgress): void},
    ): Promise<WrittenBackup | BackupVerification> {
      let toldAt = 0;
      const onProgress = (progress: BackupOrderProgress) => {
        const now = performance.now();
        if (now - toldAt < TELL_EVERY_MS) return;
        toldAt = now;
        tell(progress);
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
