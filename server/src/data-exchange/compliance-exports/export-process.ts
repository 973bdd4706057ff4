import {openDatabase} from '../../platform/database/database.ts';
import {createFileStore, type FileStoreLocation} from '../../platform/file-store/create-file-store.ts';
import {serveCalls} from '../../platform/processes/serve-calls.ts';
import {signerWithKey} from '../signed-archives/signed-archives.ts';
import {openGlobalRelay, type RelaySettings} from './global-relay-mail.ts';
import {type BatchTask, writeBatch} from './write-batch.ts';

/** The setup of the export process. */
export interface ExportProcessSetup {
  connectionString: string;
  /** Where exports and posts' files are stored. */
  archives: FileStoreLocation;
  files: FileStoreLocation;
  server: {id: string; version: string};
  /** The private key that signs manifests, as PEM. */
  signingKey: string;
  /** For the format that sends emails. */
  relay?: RelaySettings;
}

/** One connection reads; the other cancels its statements. */
const CONNECTIONS = 2;

// Writes the batches of one export in its own process, so that the server stays responsive.
serveCalls((setup: ExportProcessSetup, log) => {
  const {connectionString, archives, files, server, signingKey, relay} = setup;
  const database = openDatabase({connectionString, maxConnections: CONNECTIONS, log});
  const mail = relay && openGlobalRelay(relay);
  const dependencies = {
    database,
    archives: createFileStore(archives),
    files: createFileStore(files),
    signer: signerWithKey(signingKey),
    server,
    ...(mail && {send: mail.send}),
  };
  return {
    run: (task: BatchTask, {signal}) => writeBatch(task, {...dependencies, signal}),
    async close() {
      await mail?.close();
      await database.close();
    },
  };
});
