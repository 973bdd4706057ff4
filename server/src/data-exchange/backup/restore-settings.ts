import {isAbsolute, normalize} from 'node:path';
import {Readable} from 'node:stream';
import {text} from 'node:stream/consumers';
import type {SettingValues} from '../../platform/config/setting-values.ts';
import {readContent} from '../../platform/config-store/stored-settings.ts';
import {parseCopyRow} from '../../platform/database/copy-text.ts';
import type {Sealed, Sealing} from '../../platform/secrets/sealing.ts';
import {BackupError, tableEntry} from './manifest.ts';
import type {OpenBackup} from './read-backup.ts';

/** The table with the settings in the database. */
const TABLE = 'configurations';

/** Whether a setting names a location on the machine where a backup was created: a path outside the data directory. */
export function isElsewhere(name: string, value: string): boolean {
  if (name === 'SqlSettings.DataSource') return true;
  return name.endsWith('.Directory') && (isAbsolute(value) || normalize(value).startsWith('..'));
}

/** The active settings in the tables of a backup. There are none in backups of older versions. */
export async function storedSettingsIn(backup: OpenBackup, sealing: Sealing): Promise<SettingValues> {
  const table = backup.manifest.tables.find(({name}) => name === TABLE);
  if (!table) return new Map();
  const cell = (cells: readonly (string | null)[], column: string) =>
    cells[table.columns.indexOf(column)] ?? '';
  let latest = {version: 0, settings: '{}', secrets: ''};
  // The table has at most a thousand rows.
  const rows = await text(Readable.from(backup.read(tableEntry(TABLE))));
  for (const line of rows.split('\n')) {
    const cells = parseCopyRow(line);
    const version = Number(cell(cells, 'version'));
    if (version > latest.version) {
      latest = {version, settings: cell(cells, 'settings'), secrets: cell(cells, 'secrets')};
    }
  }
  try {
    const row = {...latest, settings: JSON.parse(latest.settings), secrets: latest.secrets as Sealed};
    return readContent(row, sealing).values;
  } catch (error) {
    throw new BackupError(`The settings in the backup cannot be read. ${(error as Error).message}`);
  }
}
