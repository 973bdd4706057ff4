import {openDatabase} from '../../platform/database/database.ts';
import {createFileStore} from '../../platform/file-store/file-store.ts';
import {serveCalls} from '../../platform/processes/serve-calls.ts';
import {signerWithKey} from '../signed-archives/signed-archives.ts';
import {openGlobalRelay, type RelaySettings} from './global-relay-mail.ts';
import {type BatchOrder, writeBatch} from './write-batch.ts';

/** What the process of an export is set up with. */
export interface ExportProcessSetup {
  connectionString: string;
  /** Absolute paths: where exports go, and where the files of posts are. */
  archives: string;
  files: string;
  server: {id: string; version: string};
  /** The private key that signs manifests, as PEM. */
  signingKey: string;
  /** For the format that sends emails. */
  relay?: RelaySettings;
}

/** One reads; the other gives up what that one waits for. */
const CONNECTIONS = 2;

// The process that makes the batches of one export: the server goes on serving meanwhile.
serveCalls((setup: ExportProcessSetup, log) => {
  const {connectionString, archives, files, server, signingKey, relay} = setup;
  const database = openDatabase({connectionString, maxConnections: CONNECTIONS, log});
  const mail = relay && openGlobalRelay(relay);
  const tools = {
    database,
    archives: createFileStore({directory: archives}),
    files: createFileStore({directory: files}),
    signer: signerWithKey(signingKey),
    server,
    ...(mail && {send: mail.send}),
  };
  return {
    run: (order: BatchOrder, {signal}) => writeBatch(order, {...tools, signal}),
    async close() {
      mail?.close();
      await database.close();
    },
  };
});
