/** A bucket and how to reach it. */
export interface S3Connection {
  /** A host with an optional port. */
  endpoint: string;
  ssl: boolean;
  /** Empty: Amazon's default region. */
  region: string;
  bucket: string;
  /** Empty: the keys of the machine, from the environment or its role. */
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the store encrypts the files. */
  encrypt: boolean;
  /** Milliseconds that the store has to respond to a request, and to continue sending a file. */
  requestTimeout: number;
  /** The size of the parts in which larger files are sent, in bytes. */
  partBytes: number;
}

/** Whether the endpoint is Amazon's, rather than another store with the same protocol. */
export function isAmazonEndpoint(endpoint: string): boolean {
  return /(?:^|\.)amazonaws\.com(?:\.cn)?(?::\d+)?$/i.test(endpoint);
}

/** The bucket's address, for operators. */
export function describeBucket({ssl, endpoint, bucket}: S3Connection): string {
  return `the bucket "${bucket}" at ${ssl ? 'https' : 'http'}://${endpoint}`;
}
