import {AppError} from '../../errors/app-error.ts';
import {noSpace, STORAGE_UNAVAILABLE} from '../store-errors.ts';
import {describeBucket, type S3Connection} from './s3-connection.ts';

/** Milliseconds after which clients may try again. */
const RETRY_AFTER = 5_000;

/** The fields of the library's errors. */
interface S3Failure {
  /** Such as `NoSuchBucket`. */
  name?: string;
  message?: string;
  /** A network error, such as `ECONNREFUSED`. */
  code?: string;
  $metadata?: {httpStatusCode?: number};
}

/** Whether the store responded that there is no such file. A missing bucket is a different failure. */
export function isMissing(error: unknown): boolean {
  const {name} = error as S3Failure;
  return name === 'NoSuchKey' || name === 'NotFound';
}

/** Whether the store doesn't support an operation. */
export function isNotSupported(error: unknown): boolean {
  const {name, $metadata} = error as S3Failure;
  return name === 'NotImplemented' || name === 'MethodNotAllowed' || $metadata?.httpStatusCode === 501;
}

/** The response, such as `NoSuchBucket (HTTP 404): The specified bucket does not exist`. */
function describeResponse(error: unknown): string {
  const {name, code, message, $metadata} = error as S3Failure;
  const status = $metadata?.httpStatusCode === undefined ? '' : ` (HTTP ${$metadata.httpStatusCode})`;
  const text = message && message !== name ? `: ${message}` : '';
  return `${code ?? name ?? 'Error'}${status}${text}`.slice(0, 500);
}

/**
 * 503, or 507 if the store is full. Users read that files are not available. Operators read what was tried, at which
 * endpoint and bucket, and the response.
 *
 * @param operation what was tried, such as `read files/a.png`
 */
export function storageUnavailable(error: unknown, operation: string, connection: S3Connection): AppError {
  if (error instanceof AppError) return error;
  const detail = `${operation} in ${describeBucket(connection)}: ${describeResponse(error)}`;
  if ((error as S3Failure).$metadata?.httpStatusCode === 507) return noSpace(detail, error);
  return new AppError({
    id: STORAGE_UNAVAILABLE,
    message: 'The file storage is not available right now. Try again in a moment.',
    status: 503,
    detail,
    retryAfter: RETRY_AFTER,
    cause: error,
  });
}

/** Why a connection doesn't work: the setting to change, and a sentence. */
export interface ConnectionProblem {
  setting: string;
  /** Waiting may help: the store can't be reached or has a problem of its own. */
  isTemporary: boolean;
  message: string;
}

const NETWORK_ERROR = /^E[A-Z]+$/;
const TLS_ERROR = /CERT|TLS|SSL|EPROTO|DEPTH_ZERO|UNABLE_TO_/;

/** Explains a failed attempt to use a bucket. @param operation what was tried, such as `write a file` */
export function explainFailure(
  error: unknown,
  operation: string,
  connection: S3Connection,
): ConnectionProblem {
  const {setting, isTemporary, problem} = diagnose(error, connection);
  return {
    setting: `FileSettings.${setting}`,
    isTemporary,
    message: `FileSettings.${setting}: ${problem} Tried to ${operation} in ${describeBucket(connection)}. Response: ${describeResponse(error).replace(/\.$/, '')}.`,
  };
}

function diagnose(
  error: unknown,
  {endpoint, bucket, ssl, accessKeyId}: S3Connection,
): {setting: string; isTemporary: boolean; problem: string} {
  const {name = '', code = '', $metadata} = error as S3Failure;
  const status = $metadata?.httpStatusCode;
  const wrong = (setting: string, problem: string) => ({setting, isTemporary: false, problem});
  const away = (problem: string) => ({setting: 'AmazonS3Endpoint', isTemporary: true, problem});
  switch (name) {
    case 'NoSuchBucket':
      return wrong('AmazonS3Bucket', `There is no bucket "${bucket}".`);
    case 'InvalidBucketName':
      return wrong('AmazonS3Bucket', `"${bucket}" is not a valid bucket name.`);
    case 'InvalidAccessKeyId':
      return wrong('AmazonS3AccessKeyId', `The store doesn't know the access key "${accessKeyId}".`);
    case 'SignatureDoesNotMatch':
      return wrong('AmazonS3SecretAccessKey', "The secret doesn't belong to the access key.");
    case 'CredentialsProviderError':
      return wrong('AmazonS3AccessKeyId', 'It is empty, and this machine has no keys of its own.');
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'IllegalLocationConstraintException':
      return wrong('AmazonS3Region', 'The bucket is in another region.');
    case 'RequestTimeTooSkewed':
      return wrong(
        'AmazonS3Endpoint',
        "The clocks of this machine and the store differ. Correct this machine's clock.",
      );
    case 'TimeoutError':
      return away(`${endpoint} did not respond in time.`);
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return away(`The name of ${endpoint} can't be resolved.`);
  if (TLS_ERROR.test(code)) {
    return wrong('AmazonS3SSL', `The TLS connection to ${endpoint} failed, with SSL ${ssl ? 'on' : 'off'}.`);
  }
  if (status === undefined && NETWORK_ERROR.test(code)) return away(`${endpoint} can't be reached.`);
  if (status === 403) {
    return wrong('AmazonS3AccessKeyId', `The access key "${accessKeyId}" has no permission for this.`);
  }
  if (status !== undefined && status >= 500 && status !== 501) return away(`${endpoint} has a problem.`);
  return wrong('AmazonS3Endpoint', `${endpoint} rejected the request.`);
}
