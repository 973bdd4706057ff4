import {createHmac} from 'node:crypto';
import {secretsEqual} from '../../platform/secrets/secrets.ts';

/** The maximum age of a signature in either direction, in seconds. */
const SIGNATURE_TOLERANCE = 300;

/** `v0=` and the HMAC-SHA-256 of `v0:timestamp:body` in hexadecimal. `timestamp` is in seconds, as sent. */
export function signBody(secret: string, timestamp: string, body: Buffer): string {
  return `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`;
}

/**
 * Why a signature is not valid for any of the secrets; undefined if it is.
 *
 * @param now milliseconds since the epoch
 */
export function signatureProblem(
  {signature, timestamp, body}: {signature: string | undefined; timestamp: string | undefined; body: Buffer},
  secrets: readonly string[],
  now: number,
): string | undefined {
  if (!signature || !timestamp)
    return 'The request is not signed: X-Patchbay-Signature or X-Patchbay-Request-Timestamp is missing.';
  if (!/^\d{1,12}$/.test(timestamp))
    return `The timestamp "${timestamp.slice(0, 40)}" is not a number of seconds.`;
  const age = now / 1000 - Number(timestamp);
  if (Math.abs(age) > SIGNATURE_TOLERANCE) {
    return `The signature is ${Math.round(age)} s old. At most ${SIGNATURE_TOLERANCE} s are allowed. Check the clock.`;
  }
  const matches = secrets.map((secret) => secretsEqual(signBody(secret, timestamp, body), signature));
  return matches.includes(true) ? undefined : 'The signature does not match the secret and the body.';
}
