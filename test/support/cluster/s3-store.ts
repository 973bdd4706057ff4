import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import S3rver from 's3rver';
import {freePort} from '../command-line.ts';

export interface S3Store {
  /** The settings for nodes that use it, as environment variables. */
  env: Record<string, string>;
  close(): Promise<void>;
}

const BUCKET = 'patchbay';

/** Starts an S3-compatible store with an empty bucket in this process. */
export async function startS3Store(directory: string): Promise<S3Store> {
  const home = join(directory, 's3');
  mkdirSync(home, {recursive: true});
  const port = await freePort();
  const store = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory: home,
    configureBuckets: [{name: BUCKET, configs: []}],
  });
  await store.run();
  return {
    env: {
      PATCHBAY_FILESETTINGS_DRIVERNAME: 'amazons3',
      PATCHBAY_FILESETTINGS_AMAZONS3ENDPOINT: `127.0.0.1:${port}`,
      PATCHBAY_FILESETTINGS_AMAZONS3SSL: 'false',
      PATCHBAY_FILESETTINGS_AMAZONS3BUCKET: BUCKET,
      PATCHBAY_FILESETTINGS_AMAZONS3REGION: 'us-east-1',
      // The fixed credentials of s3rver.
      PATCHBAY_FILESETTINGS_AMAZONS3ACCESSKEYID: 'S3RVER',
      PATCHBAY_FILESETTINGS_AMAZONS3SECRETACCESSKEY: 'S3RVER',
    },
    close: () => store.close(),
  };
}
