import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Command} from 'commander';
import type {BackupManifest, BackupPlace} from '../data-exchange/backup/backup.ts';
import {DatabaseUnavailableError} from '../platform/database/database-unavailable-error.ts';
import {byteSize} from '../platform/formats/byte-size/byte-size.ts';
import {formatCount} from '../platform/formats/format-count.ts';
import {CommandError} from './command-error.ts';
import {dataDirectory} from './data-directory.ts';
import {
  addPassphraseOptions,
  type PassphraseOptions,
  promptForSecret,
  readPassphrase,
} from './passphrase-option.ts';
import {createProgressLine} from './progress-line.ts';

/** The conventional exit code of an interrupted program. */
const INTERRUPTED = 130;
const MB = 1024 * 1024;
const BACKUP_ARGUMENT = 'the backup: a file, or a name from `backup list`';

interface OutputOptions {
  json?: boolean;
  quiet?: boolean;
}

/** Backups: see docs/operations.md. */
export function addBackupCommands(program: Command): void {
  const backup = program.command('backup').description('create, verify, restore and list backups');

  addOutputOptions(addPassphraseOptions(backup.command('create')))
    .description('create a backup; the server can keep running')
    .argument('<file>', 'the backup to create; the file must not exist yet')
    .option('--without-files', 'back up only the database, settings and keys')
    .action(createBackup);

  addOutputOptions(addPassphraseOptions(backup.command('verify')))
    .description('check that a backup is complete and unchanged')
    .argument('<file>', BACKUP_ARGUMENT)
    .action(verify);

  addOutputOptions(addPassphraseOptions(backup.command('restore')))
    .description('restore a backup into an empty data directory and an empty database')
    .argument('<file>', BACKUP_ARGUMENT)
    .addHelpText(
      'after',
      '\nPATCHBAY_DATA sets the data directory. The data is restored into its embedded database, or into the empty ' +
        'external\ndatabase in PATCHBAY_SQLSETTINGS_DATASOURCE. Files are restored into the bucket if the FileSettings in the\nenvironment name one, and a backup in that bucket can be given by its name.',
    )
    .action(restore);

  backup
    .command('list')
    .description('list the backups in the backup directory or the bucket, newest first')
    .option('--json', 'print one JSON object per line')
    .action(list);
}

function addOutputOptions(command: Command): Command {
  return command.option('--json', 'print the result as JSON').option('--quiet', 'print only errors');
}

async function createBackup(
  file: string,
  options: PassphraseOptions & OutputOptions & {withoutFiles?: boolean},
): Promise<void> {
  const {dataLocations, writeBackup} = await import('../data-exchange/backup/backup.ts');
  const {connectDatabaseWithoutMigrating} = await import('./platform.ts');
  const {limitHeapGrowth} = await import('../platform/processes/heap-growth.ts');
  const {SECRET_KEYS_VARIABLE} = await import('../platform/secrets/key-ring.ts');
  const {PRODUCT_VERSION} = await import('../version.ts');
  const target = resolve(file);
  const given = await readPassphrase(options, {twice: true});
  const {database, readConfig, close} = await connectDatabaseWithoutMigrating();
  try {
    limitHeapGrowth();
    const config = await readConfig();
    const passphrase = given ?? (config.get().BackupSettings.Passphrase || undefined);
    const {manifest, size} = await withProgress(options, (onProgress, signal) =>
      writeBackup({
        target: {file: target},
        database,
        places: dataLocations(config),
        reason: 'manual',
        productVersion: PRODUCT_VERSION,
        passphrase,
        withFiles: !options.withoutFiles,
        onProgress,
        signal,
      }),
    );
    if (passphrase === undefined) {
      console.error(
        `patchbay: ${file} is not encrypted and contains keys. Protect it like the server, or use --ask-passphrase.`,
      );
    }
    if (process.env[SECRET_KEYS_VARIABLE]) {
      console.error(
        `patchbay: the backup does not contain the secret keys from ${SECRET_KEYS_VARIABLE}. Keep a copy of them.`,
      );
    }
    const encrypted = passphrase !== undefined;
    if (options.json) console.log(JSON.stringify({file: target, size, encrypted, ...summary(manifest)}));
    else if (!options.quiet) console.log(`Created ${file}: ${describe(manifest, size)}.`);
  } finally {
    await close();
  }
}

async function verify(file: string, options: PassphraseOptions & OutputOptions): Promise<void> {
  const {isEncryptedBackup, verifyBackup} = await import('../data-exchange/backup/backup.ts');
  const {limitHeapGrowth} = await import('../platform/processes/heap-growth.ts');
  const backup = await findBackup(file);
  const passphrase = await passphraseFor(backup, options, isEncryptedBackup);
  limitHeapGrowth();
  const {manifest, size, encrypted, faults} = await withProgress(options, (onProgress, signal) =>
    verifyBackup(backup, {
      passphrase,
      signal,
      onProgress: (progress) => onProgress({phase: '', ...progress}),
    }),
  );
  if (options.json) console.log(JSON.stringify({file, size, encrypted, ...summary(manifest), faults}));
  if (faults.length > 0) {
    throw new CommandError(`${file} is damaged. ${faults.join(' ')} Do not use it.`);
  }
  if (!options.json && !options.quiet) console.log(`${file} is valid: ${describe(manifest, size)}.`);
}

async function restore(file: string, options: PassphraseOptions & OutputOptions): Promise<void> {
  const {isEncryptedBackup, restoreBackup} = await import('../data-exchange/backup/backup.ts');
  const {limitHeapGrowth} = await import('../platform/processes/heap-growth.ts');
  const {SCHEMA_OPTIONS} = await import('./platform.ts');
  const {SEALED_COLUMNS} = await import('../secret-columns.ts');
  const {createLogger} = await import('../platform/logging/logger.ts');
  const backup = await findBackup(file);
  const passphrase = await passphraseFor(backup, options, isEncryptedBackup);
  const directory = resolve(dataDirectory());
  limitHeapGrowth();
  const {manifest, embedded, notes} = await withProgress(options, (onProgress, signal) =>
    restoreBackup({
      place: backup,
      passphrase,
      dataDirectory: directory,
      env: process.env,
      database: SCHEMA_OPTIONS,
      sealedColumns: SEALED_COLUMNS,
      log: createLogger({level: 'warn', pretty: process.stderr.isTTY === true}),
      onProgress,
      signal,
    }),
  );
  for (const note of notes) console.error(`patchbay: ${note}`);
  if (options.json) {
    console.log(JSON.stringify({file, data_directory: directory, embedded, ...summary(manifest), notes}));
  } else if (!options.quiet) {
    const where = embedded ? 'with the embedded database' : 'with the database in SqlSettings.DataSource';
    console.log(
      `Restored ${file} (${describe(manifest)}) into ${directory} ${where}.\nTo start the server, run: npx patchbay serve`,
    );
  }
}

async function list({json}: {json?: boolean}): Promise<void> {
  const backups = await (await backupDirectory()).list();
  if (backups.length === 0 && !json) console.log('There are no backups in the backup directory or bucket.');
  for (const {name, size, createAt, reason, encrypted} of backups) {
    console.log(
      json
        ? JSON.stringify({name, size, create_at: createAt, reason, encrypted})
        : [
            new Date(createAt).toISOString(),
            reason.padEnd(9),
            byteSize(size).padStart(14),
            encrypted ? 'encrypted    ' : 'not encrypted',
            name,
          ].join('  '),
    );
  }
}

/** The backup directory or bucket in the settings. */
async function backupDirectory() {
  const {openBackupDirectory} = await import('../data-exchange/backup/backup.ts');
  const {readAllSettings} = await import('./platform.ts');
  const {storeLocations} = await import('../platform/file-store/store-locations.ts');
  return openBackupDirectory(storeLocations(await readAllSettings()).backups);
}

/** The backup that an argument refers to: a file, or a backup in the backup directory or bucket. */
async function findBackup(argument: string): Promise<BackupPlace> {
  const file = {file: resolve(argument)};
  if (existsSync(file.file) || /[/\\]/.test(argument)) return file;
  const backups = await backupDirectory();
  return (await backups.has(argument)) ? backups.placeOf(argument) : file;
}

/** The passphrase for an encrypted backup: from the options, the settings, or a prompt. */
async function passphraseFor(
  backup: BackupPlace,
  options: PassphraseOptions,
  isEncryptedBackup: (backup: BackupPlace) => Promise<boolean>,
): Promise<string | undefined> {
  if (!(await isEncryptedBackup(backup))) return undefined;
  const passphrase = await readPassphrase(options, {twice: false});
  if (passphrase !== undefined) return passphrase;
  const {describePlace} = await import('../data-exchange/backup/backup.ts');
  const {readAllSettings} = await import('./platform.ts');
  const config = await readAllSettings().catch((error) => {
    // Backups must be readable when the database is not available.
    if (error instanceof DatabaseUnavailableError) return undefined;
    throw error;
  });
  return (
    config?.get().BackupSettings.Passphrase ||
    (await promptForSecret(`Passphrase of ${describePlace(backup)}: `))
  );
}

/** Shows progress while `work` runs. Ctrl+C aborts its signal. */
async function withProgress<Result>(
  {json, quiet}: OutputOptions,
  work: (
    onProgress: (progress: {phase: string; bytes: number; share: number}) => void,
    signal: AbortSignal,
  ) => Promise<Result>,
): Promise<Result> {
  const progress = createProgressLine({unit: 'MB'});
  const interruption = new AbortController();
  const interrupt = () => {
    progress.clear();
    // The second Ctrl+C stops immediately.
    if (interruption.signal.aborted) process.exit(INTERRUPTED);
    console.error('Stopping and cleaning up. Press Ctrl+C again to stop immediately.');
    interruption.abort(new CommandError('Interrupted. Incomplete files were removed.'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    return await work(({phase, bytes, share}) => {
      if (!quiet && !json) progress.show({phase, done: Math.floor(bytes / MB), share});
    }, interruption.signal);
  } finally {
    progress.clear();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

function summary({created_at, reason, product_version, postgresql_version, tables, files}: BackupManifest) {
  return {
    created_at,
    reason,
    product_version,
    postgresql_version,
    tables: tables.length,
    rows: countRows(tables),
    files: files?.count ?? null,
    missing_files: files?.missing ?? null,
  };
}

function describe({created_at, tables, files}: BackupManifest, size?: number): string {
  const time = new Date(created_at).toISOString();
  const rows = formatCount(countRows(tables), 'row');
  const stored = files === null ? 'no files' : formatCount(files.count, 'file');
  const missing = files?.missing ? ` (${files.missing} more were missing on disk)` : '';
  const bytes = size === undefined ? '' : `, ${byteSize(size)}`;
  return `${rows} and ${stored}${missing}${bytes}, as of ${time}`;
}

function countRows(tables: BackupManifest['tables']): number {
  return tables.reduce((sum, {rows}) => sum + rows, 0);
}
