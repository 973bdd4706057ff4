import type {FileStore} from './file-store.ts';
import {createLocalStore} from './local.ts';
import {createS3Store, type S3Location} from './s3/s3.ts';

/** Where a store keeps its files, as data that can be sent to a worker process. */
export type FileStoreLocation = {driver: 'local'; directory: string} | ({driver: 'amazons3'} & S3Location);

/** The store at a location. Nothing is opened or loaded until it is used. */
export function createFileStore(location: FileStoreLocation): FileStore {
  return location.driver === 'local' ? createLocalStore(location) : createS3Store(location);
}
