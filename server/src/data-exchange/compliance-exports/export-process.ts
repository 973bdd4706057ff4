import {openDatabase} from '../../platform/database/database.ts';
import {createFileStore} from '../../platform/file-store/file-store.ts';
import {serveCalls} from '../../platform/processes/serve-calls.ts';
import {signerWithKey} from '../signed-archives/signed-archives.ts';
import {openGlobalRelay, type RelaySettings} from './global-relay-mail.ts';
import {type BatchTask, writeBatch} from './write-batch.ts';

/** The setup of the export process. */
export interface ExportProcessSetup {
  connectionString: string;
  /** Absolute paths of the export directory and of the file store. */
  archives: string;
  files: string;
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
    archives: createFileStore({directory: archives}),
    files: createFileStore({directory: files}),
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
