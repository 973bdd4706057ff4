import {Client4, ClientError} from '@mattermost/client';
import type {Options} from '@mattermost/types/client4';
import {atom} from 'nanostores';

/** The server refused a call. `message` is its own words for the person. */
export class Refusal extends ClientError {
  /** The field or parameter that is wrong, where one is. */
  readonly path: string | undefined;

  constructor(baseUrl: string, url: string, status: number, body: {[member: string]: unknown}) {
    const {id, message, detailed_error, path} = body;
    super(baseUrl, {
      message: typeof message === 'string' && message !== '' ? message : `The server answered ${status}.`,
      server_error_id: String(id ?? ''),
      detailed_error: String(detailed_error ?? ''),
      status_code: status,
      url,
    });
    this.path = typeof path === 'string' ? path : undefined;
  }
}

/** A file of the client is not there, though the server is: it has been given another version of the client. */
export class MissingFile extends Error {
  constructor(cause: unknown) {
    super('The server has another version of this page. Load the page again.', {cause});
  }
}

/** True once the server has said that the session is over: expired, ended elsewhere, or the account deactivated. */
export const $sessionEnded = atom(false);

const SESSION_OVER = 'api.context.session_expired.app_error';

/** The official client, and beside it the routes that it has no method for. */
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

  // The official one loses which field the server complains of, and does not tell that a session is over.
  protected override doFetch = async <T>(url: string, options: Options): Promise<T> => {
    const response = await fetch(url, this.getOptions(options));
    const data = await readBody(response);
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
// The browser's session is its cookies, so that a second tab and a reload have it too.
server.setAuthHeader = false;

/** Saves `values` as the record below `path`; without a record it makes one there. */
export function saveRecord<T extends {id: string}>(
  path: string,
  record: T | undefined,
  values: object,
): Promise<T> {
  return record
    ? server.call<T>(`${path}/${record.id}`, {method: 'PUT', body: {id: record.id, ...values}})
    : server.call<T>(path, {method: 'POST', body: values});
}

/** What to tell the person about a failed call: the server's own words where it gave any. */
export function errorMessage(error: unknown): string {
  if ((error instanceof ClientError || error instanceof MissingFile) && error.message) return error.message;
  if (error instanceof TypeError) return 'The server cannot be reached. Check the connection and try again.';
  return 'The server sent an answer that this page does not understand. Try again, or ask your administrator.';
}

/** The field that a refusal is about, if it says one. */
export function errorPath(error: unknown): string | undefined {
  return error instanceof Refusal ? error.path : undefined;
}

/**
 * Whether a call did not get to the server: there is no connection, what stands before it says that it is away, or the
 * time was up that the call was given.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ClientError) return [502, 503, 504].includes(error.status_code ?? 0);
  return error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError');
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ClientError && (error.status_code === 404 || error.status_code === 400);
}
