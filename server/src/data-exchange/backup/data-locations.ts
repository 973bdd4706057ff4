import {join} from 'node:path';
import type {Config} from '../../platform/config/config.ts';
import {SETTINGS_FILE} from '../../platform/config/settings-file.ts';
import type {FileStoreLocation} from '../../platform/file-store/create-file-store.ts';
import {type StoreLocations, storeLocations} from '../../platform/file-store/store-locations.ts';
import {SECRET_KEYS_FILE} from '../../platform/secrets/key-ring.ts';

/** A store with files that are part of a backup. */
export interface StoreLocation {
  /** Its folder in the archive. */
  name: 'files' | 'compliance' | 'export';
  location: FileStoreLocation;
  /** Folders to leave out. */
  skipped: readonly string[];
}

/** Where an installation stores its data outside the database. */
export interface DataLocations {
  settingsFile: string;
  /** The keys that seal secrets in the database. The file is missing if they come from the environment. */
  keysFile: string;
  stores: readonly StoreLocation[];
}

/**
 * The locations of an installation's data. They leave out uploaded import files, backups, and PostgreSQL's cluster and
 * logs: imports can be uploaded again, and the backup contains the rows.
 */
export function dataLocations(
  config: Pick<Config, 'get' | 'dataDirectory'>,
  {files, compliance, exports}: StoreLocations = storeLocations(config),
): DataLocations {
  return {
    settingsFile: join(config.dataDirectory, SETTINGS_FILE),
    keysFile: join(config.dataDirectory, SECRET_KEYS_FILE),
    stores: [
      // Default pictures are generated again on demand. Earlier versions had temporary files in `staged`.
      {name: 'files', location: files, skipped: ['profile-defaults', 'staged']},
      {name: 'compliance', location: compliance, skipped: []},
      {name: 'export', location: exports, skipped: []},
    ],
  };
}
