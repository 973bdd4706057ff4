import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {ReadConfig} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {DatabaseUnavailableError} from '../../platform/database/database-unavailable-error.ts';
import {READER} from '../../platform/database/extraction-views.ts';
import {readMigrations} from '../../platform/database/migrate.ts';
import {findOlderCluster, UPGRADED_CLUSTER} from '../../platform/database/older-cluster.ts';
import {type ConnectDatabaseOptions, connectDatabase} from '../../platform/database/open.ts';
import {storeLocations} from '../../platform/file-store/store-locations.ts';
import type {OperatorLog} from '../../platform/logging/operator-log.ts';
import {backupName, openBackupDirectory} from './backup-directory.ts';
import {type BackupPlace, describePlace} from './backup-place.ts';
import {dataLocations} from './data-locations.ts';
import type {BackupReason} from './manifest.ts';
import {openBackup} from './read-backup.ts';
import {loadDatabase, migrationsOf} from './restore-backup.ts';
import {hasAccounts} from './store.ts';
import {writeBackup} from './write-backup.ts';

interface UpgradeOptions {
  /** Reads the settings, including those in this database. */
  settingsOf(database: Database): Promise<ReadConfig>;
  productVersion: string;
  log: OperatorLog;
}

/** The number of backups to keep from before migrations. */
const MIGRATION_BACKUPS_KEPT = 3;

/**
 * Creates a backup of the database, without files, before migrations change it, unless there are no accounts yet.
 * Deletes older backups of this kind.
 *
 * @throws DatabaseUnavailable if the backup cannot be written; the database stays unchanged
 */
export async function backUpBeforeMigrations(database: Database, options: UpgradeOptions): Promise<void> {
  if (!(await hasAccounts(database))) return;
  const config = await options.settingsOf(database);
  const place = await backUpDatabase(database, config, 'migration', options.productVersion);
  options.log.info({file: describePlace(place)}, 'Created a backup before migrating the database');
  const directory = openBackupDirectory(storeLocations(config).backups);
  const older = (await directory.list())
    .filter(({reason}) => reason === 'migration')
    .slice(MIGRATION_BACKUPS_KEPT);
  for (const {name} of older) await directory.remove(name);
}

/**
 * Upgrades the embedded database if an older PostgreSQL created it. It creates a backup with the old programs, loads it
 * into a new cluster, and replaces the old cluster, which it keeps along with the backup. If the upgrade fails, the old
 * cluster is intact and the next start tries again. The caller holds the lock of the data directory.
 *
 * @throws DatabaseUnavailable that says what to do
 */
export async function upgradeEmbeddedDatabase(
  connect: ConnectDatabaseOptions,
  options: UpgradeOptions,
): Promise<void> {
  const {log} = options;
  const {dataDirectory} = connect;
  if (connect.config.dataSource !== '') return;
  const older = await findOlderCluster(dataDirectory, {reader: READER, log});
  if (!older) return;
  const {major: from, installed: to} = older;
  log.info({from, to}, 'An older PostgreSQL created the database; upgrading it');
  const {lock: _lock, ...unlocked} = connect;
  const unmigrated = {...unlocked, leaveSchema: true, stopOnClose: true};

  const postgresPackage = await older.fetchPackage();
  const old = await connectDatabase({...unmigrated, embedded: {postgresPackage}});
  let place: BackupPlace;
  let passphrase: string | undefined;
  try {
    const config = await options.settingsOf(old.database);
    passphrase = passphraseOf(config);
    place = await backUpDatabase(old.database, config, 'upgrade', options.productVersion);
  } finally {
    await old.close();
  }
  const fresh = await connectDatabase({...unmigrated, embedded: {cluster: UPGRADED_CLUSTER}});
  try {
    await loadBackup(fresh.database, {place, passphrase}, connect.migrationsDirectory, log);
  } finally {
    await fresh.close();
  }
  const kept = await older.replace();
  await rm(postgresPackage.directory, {recursive: true, force: true});
  log.warn(
    {from, to, backup: describePlace(place)},
    `The database was upgraded from PostgreSQL ${from} to ${to}. The old cluster is in ${join(dataDirectory, kept)}: ` +
      'delete it once everything works.',
  );
}

async function loadBackup(
  database: Database,
  {place, passphrase}: {place: BackupPlace; passphrase: string | undefined},
  migrationsDirectory: string,
  log: OperatorLog,
): Promise<void> {
  const backup = await openBackup(place, passphrase);
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

/** Returns where the backup is. */
async function backUpDatabase(
  database: Database,
  config: ReadConfig,
  reason: BackupReason,
  productVersion: string,
): Promise<BackupPlace> {
  const directory = openBackupDirectory(storeLocations(config).backups);
  const passphrase = passphraseOf(config);
  const target = directory.placeOf(backupName(Date.now(), reason, passphrase !== undefined));
  try {
    await directory.prepare();
    await writeBackup({
      target,
      database,
      places: dataLocations(config),
      reason,
      productVersion,
      passphrase,
      withFiles: false,
    });
  } catch (cause) {
    throw new DatabaseUnavailableError(
      `The backup before the database ${reason} failed, so nothing was changed. ` +
        `${(cause as Error).message} To store backups elsewhere, set BackupSettings.Directory or FileSettings.DriverName.`,
      {cause},
    );
  }
  return target;
}

function passphraseOf(config: ReadConfig): string | undefined {
  return config.get().BackupSettings.Passphrase || undefined;
}
