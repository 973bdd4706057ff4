import type {Config} from '../config/config.ts';
import type {Settings} from '../config/settings.ts';
import {type ConnectionProblem, checkS3Connection} from './s3/s3.ts';
import {s3Connection, s3Prefix} from './store-locations.ts';

/** Checks the bucket in the settings: that files in it can be listed, written, read and removed. */
export function checkBucket(settings: Settings['FileSettings']): Promise<ConnectionProblem | undefined> {
  return checkS3Connection(s3Connection(settings), s3Prefix(settings));
}

/** Like {@link checkBucket}, if files are stored in it. Local directories are created when they are needed. */
export async function checkFileStorage({get}: Pick<Config, 'get'>): Promise<ConnectionProblem | undefined> {
  const {FileSettings} = get();
  return FileSettings.DriverName === 'amazons3' ? checkBucket(FileSettings) : undefined;
}
