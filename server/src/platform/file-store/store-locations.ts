import {join} from 'node:path';
import type {Config} from '../config/config.ts';
import {directories} from '../config/directories.ts';
import type {Settings} from '../config/settings.ts';
import type {FileStoreLocation} from './create-file-store.ts';
import type {S3Connection} from './s3/s3.ts';

/** The stores of an installation. Each has its own directory, or its own folder in the bucket. */
type StoreName = keyof ReturnType<typeof directories>;

/** The folders in the bucket. They are the same as the default directories. */
const FOLDERS: Readonly<Record<StoreName, string>> = {
  files: 'files',
  imports: 'import',
  exports: 'export',
  backups: 'backups',
  compliance: 'compliance',
};

/** The folder in the data directory for temporary copies of files in a bucket. */
const TEMPORARY = 'temporary';

export type StoreLocations = Readonly<Record<StoreName, FileStoreLocation>>;

/**
 * Where each store keeps its files, according to the settings.
 *
 * @param driver instead of the one in FileSettings.DriverName
 */
export function storeLocations(
  config: Pick<Config, 'get' | 'dataDirectory'>,
  driver: Settings['FileSettings']['DriverName'] = config.get().FileSettings.DriverName,
): StoreLocations {
  const local = directories(config);
  const {FileSettings} = config.get();
  const connection = s3Connection(FileSettings);
  const locate = (name: StoreName): FileStoreLocation =>
    driver === 'local'
      ? {driver, directory: local[name]}
      : {
          driver,
          connection,
          prefix: `${s3Prefix(FileSettings)}${FOLDERS[name]}/`,
          temporary: join(config.dataDirectory, TEMPORARY),
        };
  return {
    files: locate('files'),
    imports: locate('imports'),
    exports: locate('exports'),
    backups: locate('backups'),
    compliance: locate('compliance'),
  };
}

/** The bucket in the settings. */
export function s3Connection(settings: Settings['FileSettings']): S3Connection {
  return {
    endpoint: settings.AmazonS3Endpoint,
    ssl: settings.AmazonS3SSL,
    region: settings.AmazonS3Region,
    bucket: settings.AmazonS3Bucket,
    accessKeyId: settings.AmazonS3AccessKeyId,
    secretAccessKey: settings.AmazonS3SecretAccessKey,
    encrypt: settings.AmazonS3SSE,
    requestTimeout: settings.AmazonS3RequestTimeoutMilliseconds,
    partBytes: settings.AmazonS3UploadPartSizeBytes,
  };
}

/** The installation's folder in the bucket: empty, or with a slash at the end. */
export function s3Prefix(settings: Settings['FileSettings']): string {
  const folder = settings.AmazonS3PathPrefix.replace(/\/$/, '');
  return folder === '' ? '' : `${folder}/`;
}

/** The location of a store for messages: a directory, or a bucket and folder. */
export function describeLocation(location: FileStoreLocation): string {
  if (location.driver === 'local') return location.directory;
  const {bucket, endpoint} = location.connection;
  return `s3://${bucket}/${location.prefix} at ${endpoint}`;
}
