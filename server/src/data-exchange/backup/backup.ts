export {openBackupDirectory} from './backup-directory.ts';
export {type BackupPlace, describePlace} from './backup-place.ts';
export {type Backups, createBackups} from './create-backups.ts';
export {dataLocations} from './data-locations.ts';
export type {BackupManifest} from './manifest.ts';
export {isEncryptedBackup, verifyBackup} from './read-backup.ts';
export {
  requireFinishedRestore,
  restoreBackup,
} from './restore-backup.ts';
export {backUpBeforeMigrations, upgradeEmbeddedDatabase} from './upgrades.ts';
export {writeBackup} from './write-backup.ts';
