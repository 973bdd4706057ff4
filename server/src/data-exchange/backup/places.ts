import {join} from 'node:path';
import {CONFIG_FILE, type Config} from '../../platform/config/config.ts';
import {directories} from '../../platform/config/directories.ts';
import {SECRET_KEYS_FILE} from '../../platform/secrets/key-ring.ts';

/** A directory with files that are part of a backup. */
export interface StorePlace {
  /** Its folder in the archive. */
  name: 'files' | 'compliance' | 'export';
  /** Absolute path. */
  directory: string;
  /** Folders that are left out. */
  skipped: readonly string[];
}

/** Where the parts of an installation are that are not in the database. */
export interface Places {
  settingsFile: string;
  /** The keys that secrets in the database are sealed with; not there if they come from the environment. */
  keysFile: string;
  stores: readonly StorePlace[];
}

/**
 * The places of an installation. Not among them, and so in no backup: files to import (they can be uploaded again),
 * backups, and the cluster and logs of PostgreSQL (the rows are in the backup).
 */
export function placesOf(config: Pick<Config, 'get' | 'dataDirectory'>): Places {
  const {files, compliance, exports} = directories(config);
  return {
    settingsFile: join(config.dataDirectory, CONFIG_FILE),
    keysFile: join(config.dataDirectory, SECRET_KEYS_FILE),
    stores: [
      // Pictures that are drawn again when somebody looks at them, and files that exist only while they are examined.
      {name: 'files', directory: files, skipped: ['profile-defaults', 'staged']},
      {name: 'compliance', directory: compliance, skipped: []},
      {name: 'export', directory: exports, skipped: []},
    ],
  };
}
