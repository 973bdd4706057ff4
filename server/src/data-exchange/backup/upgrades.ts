import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Config} from '../../platform/config/config.ts';
import {directories} from '../../platform/config/directories.ts';
import type {Database} from '../../platform/database/database.ts';
import {DatabaseUnavailableError} from '../../platform/database/database-unavailable-error.ts';
import {READER} from '../../platform/database/extraction-views.ts';
import {readMigrations} from '../../platform/database/migrate.ts';
import {findOlderCluster, UPGRADED_CLUSTER} from '../../platform/database/older-cluster.ts';
import {type ConnectDatabaseOptions, connectDatabase} from '../../platform/database/open.ts';
import type {OperatorLog} from '../../platform/logging/operator-log.ts';
import {backupName, listBackups} from './backup-directory.ts';
import type {BackupReason} from './manifest.ts';
import {placesOf} from './places.ts';
import {openBackup} from './read-backup.ts';
import {loadDatabase, migrationsOf} from './restore-backup.ts';
import {hasAccounts} from './store.ts';
import {writeBackup} from './write-backup.ts';

interface UpgradeOptions {
  config: Config;
  productVersion: string;
  log: OperatorLog;
}

/** So many backups from before migrations are kept. */
const KEPT = 3;

/**
 * Creates a backup of the database, without files, before migrations change it; nothing if nobody has an account yet.
 * Older ones of this kind are deleted.
 *
 * @throws DatabaseUnavailableError if it cannot be written; the database stays as it is
 */
export async function backUpBeforeMigrations(database: Database, options: UpgradeOptions): Promise<void> {
  if (!(await hasAccounts(database))) return;
  const file = await backUpDatabase(database, 'migration', options);
  options.log.info({file}, 'Created a backup before the database is migrated');
  const directory = directories(options.config).backups;
  const older = (await listBackups(directory)).filter(({reason}) => reason === 'migration').slice(KEPT);
  for (const {name} of older) await rm(join(directory, name), {force: true});
}

/**
 * Upgrades the embedded database if an older PostgreSQL than the installed one has created it: a backup is created with
 * the old programs, and loaded into a new cluster, which takes the place of the old one. The old one and the backup are
 * kept. However this ends, the old cluster is whole; the next start tries again. The caller holds the data directory's
 * lock.
 *
 * @throws DatabaseUnavailableError that says what to do
 */
export async function upgradeEmbeddedDatabase(
  connect: ConnectDatabaseOptions,
  options: UpgradeOptions,
): Promise<void> {
  const {config, log} = options;
  if (connect.config.dataSource !== '') return;
  const older = await findOlderCluster(config.dataDirectory, {reader: READER, log});
  if (!older) return;
  const {major: from, installed: to} = older;
  log.info({from, to}, 'The database was created by an older PostgreSQL; upgrading it');
  const {lock: _lock, ...unlocked} = connect;
  const asItIs = {...unlocked, leaveSchema: true, stopOnClose: true};

  const postgresPackage = await older.fetchPackage();
  const old = await connectDatabase({...asItIs, embedded: {postgresPackage}});
  let file: string;
  try {
    file = await backUpDatabase(old.database, 'upgrade', options);
  } finally {
    await old.close();
  }
  const fresh = await connectDatabase({...asItIs, embedded: {cluster: UPGRADED_CLUSTER}});
  try {
    await loadBackup(fresh.database, file, connect.migrationsDirectory, options);
  } finally {
    await fresh.close();
  }
  const kept = await older.replace();
  await rm(postgresPackage.directory, {recursive: true, force: true});
  log.warn(
    {from, to, backup: file},
    `The database was upgraded from PostgreSQL ${from} to ${to}. The old one is in ${join(config.dataDirectory, kept)}: ` +
      'delete it when everything works.',
  );
}

async function loadBackup(
  database: Database,
  file: string,
  migrationsDirectory: string,
  {config, log}: UpgradeOptions,
): Promise<void> {
  const backup = await openBackup(file, passphraseOf(config));
  try {
    const {manifest, read} = backup;
    const migrations = migrationsOf(manifest, await readMigrations(migrationsDirectory));
    const notes: string[] = [];
    await loadDatabase(database, {manifest, migrations, read, notes});
    for (const note of notes) log.warn({}, note);
  } finally {
    await backup.close();
  }
}

/** Returns the file. */
async function backUpDatabase(
  database: Database,
  reason: BackupReason,
  {config, productVersion}: UpgradeOptions,
): Promise<string> {
  const directory = directories(config).backups;
  const passphrase = passphraseOf(config);
  const target = join(directory, backupName(Date.now(), reason, passphrase !== undefined));
  try {
    await mkdir(directory, {recursive: true, mode: 0o700});
    await writeBackup({
      target,
      database,
      places: placesOf(config),
      reason,
      productVersion,
      passphrase,
      withFiles: false,
    });
  } catch (cause) {
    throw new DatabaseUnavailableError(
      `No backup could be created before the ${reason} of the database, so nothing was changed. ` +
        `${(cause as Error).message} BackupSettings.Directory can name another disk.`,
      {cause},
    );
  }
  return target;
}

function passphraseOf(config: Config): string | undefined {
  return config.get().BackupSettings.Passphrase || undefined;
}
