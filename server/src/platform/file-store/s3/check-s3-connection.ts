import {newId} from '../../database/ids.ts';
import type {S3Connection} from './s3-connection.ts';
import {type ConnectionProblem, explainFailure} from './s3-failures.ts';

const CONTENT = 'Patchbay checks that it can write to this bucket.';

/**
 * Checks that a bucket can be listed, and that a file can be written, read and removed in it.
 *
 * @param prefix where to write the file; empty, or ends with a slash
 * @returns the first problem, undefined if there is none
 */
export async function checkS3Connection(
  connection: S3Connection,
  prefix: string,
): Promise<ConnectionProblem | undefined> {
  const library = await import('./s3-client.ts');
  const client = library.createS3Client(connection, {attempts: 1});
  const {bucket: Bucket, encrypt} = connection;
  const Key = `${prefix}.check/${newId()}`;
  const steps: [string, () => Promise<unknown>][] = [
    ['list files', () => client.send(new library.ListObjectsV2Command({Bucket, Prefix: prefix, MaxKeys: 1}))],
    [
      'write a file',
      () =>
        client.send(
          new library.PutObjectCommand({
            Bucket,
            Key,
            Body: CONTENT,
            ...(encrypt && {ServerSideEncryption: 'AES256'}),
          }),
        ),
    ],
    [
      'read a file',
      async () => {
        const {Body} = await client.send(new library.GetObjectCommand({Bucket, Key}));
        if ((await Body?.transformToString()) !== CONTENT)
          throw new Error('another content than was written');
      },
    ],
    ['remove a file', () => client.send(new library.DeleteObjectCommand({Bucket, Key}))],
  ];
  try {
    for (const [operation, run] of steps) {
      try {
        await run();
      } catch (error) {
        return explainFailure(error, operation, connection);
      }
    }
    return undefined;
  } finally {
    client.destroy();
  }
}
