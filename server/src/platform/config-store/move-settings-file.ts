import {constants} from 'node:fs';
import {access, copyFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {LocalSettings} from '../config/local-settings.ts';
import {settingByName} from '../config/setting-list.ts';
import {isSameValue} from '../config/setting-values.ts';
import {readSettingsFile} from '../config/settings-file.ts';
import type {Database} from '../database/database.ts';
import type {Queryable} from '../database/queryable.ts';
import {deleteSystemValue, ensureSystemValues, systemValue} from '../database/system-values.ts';
import type {OperatorLog} from '../logging/operator-log.ts';
import type {Sealing} from '../secrets/sealing.ts';
import {lockConfigurations} from './store.ts';
import {draftOf, readStoredSettings, storeVersion} from './stored-settings.ts';

interface Parts {
  local: LocalSettings;
  database: Database;
  sealing: Sealing;
  log: OperatorLog;
}

/** The row of `Systems` that exists until the settings that are now in the database are removed from `config.json`. */
const PENDING = 'SettingsFileMoving';
/** The row of `Systems` that exists if a server has used the database. */
const USED = 'InstallationDate';

/**
 * Creates the first version of the settings in the database. Before this table existed, servers wrote all settings to
 * `config.json`. So if a server has used this database before, the settings in the file move to the database, and the
 * original stays as a copy. In a new installation, and if the file is read-only, the file is the operator's: its settings
 * stay there and override the database.
 */
export async function moveSettingsFile({local, database, sealing, log}: Parts): Promise<void> {
  const {pending} = await database.transaction(async (tx) => {
    const found = await readStoredSettings(tx, sealing, new Map());
    if (found.version > 0) return {pending: await isPending(tx)};
    await lockConfigurations(tx);
    const latest = await readStoredSettings(tx, sealing, new Map());
    if (latest.version > 0) return {pending: await isPending(tx)};
    const inFile = new Map(await readSettingsFile(local.file, []));
    const moves = [...inFile.keys()].some((name) => !settingByName.get(name)!.local);
    const pending = moves && (await systemValue(tx, USED)) !== undefined && (await isWritable(local.file));
    const draft = draftOf(latest);
    if (pending) {
      for (const [name, value] of inFile) {
        const setting = settingByName.get(name)!;
        if (!setting.local) draft.set(setting, value);
      }
      await ensureSystemValues(tx, {[PENDING]: 'true'});
    }
    const origin = pending ? 'file' : 'initial';
    await storeVersion(tx, sealing, {draft, latest, userId: '', origin, restoredVersion: 0});
    return {pending};
  });
  if (pending) await removeMovedSettings({local, database, sealing, log});
}

async function isPending(db: Queryable): Promise<boolean> {
  return (await systemValue(db, PENDING)) !== undefined;
}

/** Removes settings from the file that are now in the database. If it is interrupted, the next start completes it. */
async function removeMovedSettings({local, database, sealing, log}: Parts): Promise<void> {
  const {values} = await readStoredSettings(database, sealing, new Map());
  const inFile = await readSettingsFile(local.file, []);
  const moved = [...inFile].filter(([name, value]) => {
    const {local: isLocal, schema} = settingByName.get(name)!;
    return !isLocal && isSameValue(value, values.has(name) ? values.get(name) : schema.default);
  });
  const original = `${local.file}.before-database`;
  try {
    await copyFile(local.file, original, constants.COPYFILE_EXCL).catch(ignore('EEXIST'));
    await local.writeFile(new Map(moved.map(([name]) => [name, undefined])));
    await local.reload();
    log.info({original}, 'Moved the settings in config.json to the database');
  } catch (error) {
    log.warn(
      {err: error},
      'Copied the settings in config.json to the database, but could not remove them from the file, so they still override the database',
    );
  }
  await deleteSystemValue(database, PENDING);
}

async function isWritable(file: string): Promise<boolean> {
  try {
    await access(file, constants.W_OK);
    // A new file replaces the old one, so the directory must be writable.
    await access(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function ignore(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error;
  };
}
