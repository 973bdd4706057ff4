import {setTimeout} from 'node:timers/promises';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {newId} from '../../platform/database/ids.ts';
import {ensureSystemValues} from '../../platform/database/system-values.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import {shareNextCall} from '../../platform/shared-calls/share-next-call.ts';
import {
  type ClientMap,
  clientConfig,
  clientLicense,
  limitedClientConfig,
} from '../client-config/client-config.ts';
import type {TermsOfService} from '../terms-of-service/terms-of-service.ts';
import type {Users} from '../users/users.ts';

const MAX_FILE_STORE_WAIT_MS = 2000;

/** The API version that clients see, and the version of this server. */
export interface Versions {
  api: string;
  product: string;
}

export type System = Awaited<ReturnType<typeof createSystem>>;

/** The installation: its identity, and the settings for clients. */
export async function createSystem({
  database,
  config,
  users,
  termsOfService,
  fileStore,
  versions,
}: {
  database: Database;
  config: Config;
  users: Users;
  termsOfService: TermsOfService;
  fileStore: FileStore;
  versions: Versions;
}) {
  const facts = await ensureSystemValues(database, {
    DiagnosticId: newId(),
    InstallationDate: String(Date.now()),
  });
  const diagnosticId = facts.get('DiagnosticId')!;
  const installedAt = Number(facts.get('InstallationDate'));

  const useFileStore = shareNextCall(async () => {
    // Files for a bucket are written to a local file first, so the local disk is checked too.
    await fileStore.withTemporaryFile(Buffer.from('ping'), async () => {});
    await fileStore.exists('ping');
  });

  return {
    versions,

    /** The permanent id of this installation. */
    diagnosticId,

    /** When the server first started, in milliseconds since the epoch. */
    installedAt,

    /** The settings for clients. Before signing in, only the necessary ones. */
    async clientConfig({signedIn}: {signedIn: boolean}): Promise<ClientMap> {
      const clientFacts = {
        version: versions.api,
        buildNumber: versions.product,
        buildHash: versions.product,
        diagnosticId,
        installedAt,
        noAccounts: await users.noAccounts(),
        termsOfServiceId: await termsOfService.latestId(),
      };
      return (signedIn ? clientConfig : limitedClientConfig)(config.get(), clientFacts);
    },

    clientLicense: () => clientLicense(config.get()),

    /** Whether the database responds within two seconds. */
    async isDatabaseUp(): Promise<boolean> {
      try {
        await database.check();
        return true;
      } catch {
        return false;
      }
    },

    /** Whether files can be stored, and the bucket, if there is one, responds within two seconds. */
    async isFileStoreUp(): Promise<boolean> {
      const isLate = new AbortController();
      try {
        return await Promise.race([
          useFileStore().then(() => true),
          setTimeout(MAX_FILE_STORE_WAIT_MS, false, {signal: isLate.signal}),
        ]);
      } catch {
        return false;
      } finally {
        isLate.abort();
      }
    },
  };
}
