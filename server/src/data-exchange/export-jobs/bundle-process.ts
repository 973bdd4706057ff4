import {openDatabase} from '../../platform/database/database.ts';
import {createFileStore, type FileStoreLocation} from '../../platform/file-store/create-file-store.ts';
import {serveCalls} from '../../platform/processes/serve-calls.ts';
import {
  createBulkExport,
  type ExportContents,
  type ExportProgress,
  type ExportResult,
} from '../bulk-export/bulk-export.ts';

/** The setup of the process. */
export interface BundleProcessSetup {
  connectionString: string;
  /** Where exports and the files in them are stored. */
  exports: FileStoreLocation;
  files: FileStoreLocation;
  version: string;
}

/** A bundle to write. */
export interface BundleTask {
  /** Its file name in the export directory. */
  name: string;
  contents: ExportContents;
}

/** One connection reads; the other cancels its statements. */
const CONNECTIONS = 2;
const PROGRESS_INTERVAL_MS = 500;

// Writes a bundle in its own process, so that the server stays responsive.
serveCalls(({connectionString, exports, files, version}: BundleProcessSetup, log) => {
  const database = openDatabase({connectionString, maxConnections: CONNECTIONS, log});
  const bulkExport = createBulkExport({database, fileStore: createFileStore(files), version});
  const store = createFileStore(exports);
  return {
    run(
      {name, contents}: BundleTask,
      {signal, reportProgress}: {signal: AbortSignal; reportProgress(progress: ExportProgress): void},
    ): Promise<ExportResult> {
      let reportedAt = 0;
      return bulkExport.writeToStore(store, name, {
        contents,
        signal,
        onProgress(progress) {
          const now = performance.now();
          if (now - reportedAt < PROGRESS_INTERVAL_MS) return;
          reportedAt = now;
          reportProgress(progress);
        },
      });
    },
    close: () => database.close(),
  };
});
