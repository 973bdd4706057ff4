import {S3Client} from '@aws-sdk/client-s3';
import {isAmazonEndpoint, type S3Connection} from './s3-connection.ts';

export {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
export {Upload} from '@aws-sdk/lib-storage';

/** Attempts for each request by default; only errors that a retry could fix are retried. */
const ATTEMPTS = 3;
const CONNECT_TIMEOUT = 5_000;
/** Each download holds one while it lasts. The default of 50 would let a few slow readers block all others. */
const MAX_SOCKETS = 1_000;

/** Creates a client. It connects with the first request. This module loads the libraries, so import it lazily. */
export function createS3Client(connection: S3Connection, {attempts = ATTEMPTS} = {}): S3Client {
  const {endpoint, ssl, region, bucket, accessKeyId, secretAccessKey, requestTimeout} = connection;
  const isAmazon = isAmazonEndpoint(endpoint);
  const agent = {keepAlive: true, maxSockets: MAX_SOCKETS};
  return new S3Client({
    region: region || 'us-east-1',
    // Without an endpoint, the library chooses Amazon's for the region.
    ...(isAmazon && ssl ? {} : {endpoint: `${ssl ? 'https' : 'http'}://${endpoint}`}),
    // Other stores rarely have a DNS name for each bucket, and Amazon's certificates don't cover names with dots.
    forcePathStyle: !isAmazon || bucket.includes('.'),
    followRegionRedirects: isAmazon,
    ...(accessKeyId !== '' && {credentials: {accessKeyId, secretAccessKey}}),
    maxAttempts: attempts,
    // Many stores don't support the newer checksums. The signature covers a SHA-256 of what is sent.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_TIMEOUT, requestTimeout),
      requestTimeout,
      throwOnRequestTimeout: true,
      // Downloads pause while their client is slow. continued-body.ts limits the time without content.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
