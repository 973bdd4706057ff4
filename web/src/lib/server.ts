import {t} from '@lingui/core/macro';
import {Client4, ClientError} from '@mattermost/client';
import type {Options} from '@mattermost/types/client4';
import {atom} from 'nanostores';
import {translatedError} from './translated-errors.ts';

/** The server rejected a call. `message` can be shown to the person. */
export class Refusal extends ClientError {
  /** The invalid field or parameter, if any. */
  readonly path: string | undefined;
  /** The values in the message. */
  readonly params: {readonly [name: string]: unknown};

  constructor(baseUrl: string, url: string, status: number, body: {[member: string]: unknown}) {
    const {id, message, detailed_error, path, params} = body;
    super(baseUrl, {
      message:
        typeof message === 'string' && message !== ''
          ? message
          : t`The server returned an error (HTTP ${status}).`,
      server_error_id: String(id ?? ''),
      detailed_error: String(detailed_error ?? ''),
      status_code: status,
      url,
    });
    this.path = typeof path === 'string' ? path : undefined;
    this.params = params instanceof Object ? {...params} : {};
  }
}

/** A file of the client is missing on the server, because the server now has another version of the client. */
export class MissingFile extends Error {
  constructor(cause: unknown) {
    super(t`Patchbay was updated. Reload the page. Your drafts are kept.`, {cause});
  }
}

/**
 * True after the server responds that the session has ended: it expired or was revoked, or the account is
 * deactivated.
 */
export const $sessionEnded = atom(false);

const SESSION_OVER = 'api.context.session_expired.app_error';

/** When each response was requested, in milliseconds since 1970. */
const requestedAt = new WeakMap<object, number>();

/** When a response of the server was requested, in milliseconds since 1970; undefined if it is not a response. */
export const requestTime = (response: object): number | undefined => requestedAt.get(response);

/** In milliseconds. Calls are sent after this time in any case. */
const HOLD_LIMIT = 1_000;

let held: Promise<void> | undefined;

/**
 * Delays all calls until the returned function is called. Starting a request takes milliseconds, so a page that has
 * something to show paints it first.
 */
export function holdCalls(): () => void {
  let release = () => {};
  held = new Promise((resolve) => {
    release = () => {
      held = undefined;
      resolve();
    };
  });
  setTimeout(release, HOLD_LIMIT);
  return release;
}

/** The official client, and `call` for routes that it has no method for. */
class Server extends Client4 {
  /** Calls the route at `path` below `/api/v4`. */
  call<T>(
    path: string,
    {method = 'GET', body, signal}: {method?: string; body?: unknown; signal?: AbortSignal} = {},
  ): Promise<T> {
    return this.doFetch<T>(`${this.getBaseRoute()}${path}`, {
      method,
      ...(signal ? {signal} : {}),
      ...(body === undefined ? {} : {body: body instanceof FormData ? body : JSON.stringify(body)}),
    });
  }

  // The official client drops the invalid field from errors, and doesn't report that a session has ended.
  protected override doFetch = async <T>(url: string, options: Options): Promise<T> => {
    if (held) await held;
    const now = Date.now();
    const response = await fetch(url, this.getOptions(options));
    const data = await readBody(response);
    if (data instanceof Object) requestedAt.set(data, now);
    if (response.ok || options.ignoreStatus) return data as T;
    const body = typeof data === 'object' && data !== null ? (data as {[member: string]: unknown}) : {};
    if (response.status === 401 && body.id === SESSION_OVER) $sessionEnded.set(true);
    throw new Refusal(this.getUrl(), url, response.status, body);
  };
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return response.json();
  if (type.startsWith('application/zip')) return response.blob();
  const text = await response.text();
  if (!type.startsWith('application/x-ndjson')) return text;
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The server that this page came from. */
export const server = new Server();
server.setUrl(window.location.origin);
// The session is stored in cookies, so that it also works after a reload and in other tabs.
server.setAuthHeader = false;

/** Saves `values` as the record below `path`, or creates a new record there. */
export function saveRecord<T extends {id: string}>(
  path: string,
  record: T | undefined,
  values: object,
): Promise<T> {
  return record
    ? server.call<T>(`${path}/${record.id}`, {method: 'PUT', body: {id: record.id, ...values}})
    : server.call<T>(path, {method: 'POST', body: values});
}

/** The image on the sign-in page. If there is none, the response is empty, without an error in the browser's console. */
export function brandImageUrl(version: string): string {
  return `${server.getBrandImageUrl(version)}&optional=true`;
}

/** The text that tells the person about a failed call. */
export function errorMessage(error: unknown): string {
  const params = error instanceof Refusal ? error.params : {};
  const translated = error instanceof ClientError && translatedError(error.server_error_id ?? '', params);
  if (translated) return translated;
  if ((error instanceof ClientError || error instanceof MissingFile) && error.message) return error.message;
  if (error instanceof TypeError) return t`Can't reach the server. Check your connection and try again.`;
  return t`The server sent an unexpected response. Try again, or contact your administrator.`;
}

/** The invalid field, if the server names one in its error. */
export function errorPath(error: unknown): string | undefined {
  return error instanceof Refusal ? error.path : undefined;
}

/**
 * Whether a call didn't reach the server: there is no connection, a proxy can't reach its server, or the call timed
 * out.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ClientError) return [502, 503, 504].includes(error.status_code ?? 0);
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

/** Whether the same call may succeed later: it didn't reach the server, or the server is overloaded or has a fault. */
export function isTemporary(error: unknown): boolean {
  if (isUnreachable(error)) return true;
  const {status_code = 0} = error instanceof ClientError ? error : {};
  return status_code === 429 || status_code >= 500;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ClientError && (error.status_code === 404 || error.status_code === 400);
}
