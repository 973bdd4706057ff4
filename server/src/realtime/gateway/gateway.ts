import type {IncomingMessage} from 'node:http';
import type {Duplex} from 'node:stream';
import {type RawData, WebSocketServer} from 'ws';
import type {Session, Sessions} from '../../messaging/sessions/sessions.ts';
import type {Statuses} from '../../messaging/statuses/statuses.ts';
import type {Visibility} from '../../messaging/visibility/visibility.ts';
import type {Config} from '../../platform/config/config.ts';
import {asCaller, createCaller} from '../../platform/database/callers.ts';
import {databaseFailure} from '../../platform/database/failures.ts';
import {isValidId} from '../../platform/database/ids.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {isOwnOrigin} from '../../platform/http/request-origin.ts';
import {DEFAULT_HEADERS} from '../../platform/http/response-headers.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Connection, Hub, Transport} from '../hub/hub.ts';
import type {Typing} from '../typing/typing.ts';
import {createActions} from './actions.ts';

const WEBSOCKET_PATH = '/api/v4/websocket';

/**
 * The maximum size of a client's frame in bytes, and how long clients have to authenticate in milliseconds
 * (docs/specification.md#websocket).
 */
const MAX_FRAME_BYTES = 8 * 1024;
const AUTHENTICATION_DEADLINE = 5_000;

/** How many requests a client can send at once, and how many per second after that. */
const REQUEST_BURST = 100;
const REQUESTS_PER_SECOND = 20;

// WebSocket close codes (RFC 6455, section 7.4.1).
const UNSUPPORTED_DATA = 1003;
const INVALID_DATA = 1007;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;

/** A socket, before and after authentication. */
interface ClientSocket extends Transport {
  /** The client's IP address. */
  address: string;
  openedAt: number;
  /** The query parameters, which can identify a connection to resume. */
  query: URLSearchParams;
  connection: Connection | undefined;
  /** The queue of the client's requests, which are processed in order. */
  work: Promise<void>;
  /** How many requests the client could send at once at the time `countedAt`. */
  allowance: number;
  countedAt: number;
}

/** Accepts WebSockets at {@link WEBSOCKET_PATH}, authenticates clients, and handles their requests. */
export function createGateway({
  app,
  hub,
  typing,
  sessions,
  statuses,
  visibility,
  config,
  log,
  serverVersion,
  readToken: tokenOf,
}: {
  app: HttpServer;
  hub: Hub;
  typing: Typing;
  sessions: Sessions;
  statuses: Statuses;
  visibility: Visibility;
  config: Config;
  log: Logger;
  serverVersion: () => string;
  /** The token in a request, and whether it comes from a cookie. */
  readToken: (request: IncomingMessage) => {token: string; fromCookie: boolean} | undefined;
}) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    // Disabled, because compression would use more memory per connection than everything else together.
    perMessageDeflate: false,
  });
  const actions = createActions({hub, statuses, sessions, typing, visibility, serverVersion});
  const unauthenticated = new Set<ClientSocket>();
  let closed = false;

  app.server.on('upgrade', (request, stream, head) => {
    const url = URL.parse(request.url ?? '', 'http://localhost');
    const credential = tokenOf(request);
    if (closed) return reject(stream, '503 Service Unavailable');
    if (url?.pathname !== WEBSOCKET_PATH) return reject(stream, '404 Not Found');
    if (credential?.fromCookie && !isOwnOrigin(request, config.get().ServiceSettings.SiteURL)) {
      return reject(stream, '403 Forbidden');
    }
    server.handleUpgrade(request, stream, head, (socket) => {
      const client: ClientSocket = {
        socket,
        stream,
        address: request.socket.remoteAddress ?? '',
        openedAt: Date.now(),
        query: url.searchParams,
        connection: undefined,
        work: Promise.resolve(),
        allowance: REQUEST_BURST,
        countedAt: Date.now(),
      };
      unauthenticated.add(client);
      socket.on('message', (data, isBinary) => handleMessage(client, data, isBinary));
      socket.on('pong', () => markAlive(client));
      socket.on('close', () => {
        unauthenticated.delete(client);
        if (client.connection) hub.closed(client.connection, client);
      });
      socket.on('error', (error) => log.debug({err: error}, 'WebSocket error'));
      if (credential) enqueue(client, async () => void (await authenticate(client, credential.token)));
    });
  });

  /** Runs a client's requests in order. An unexpected error closes the socket. */
  function enqueue(client: ClientSocket, step: () => Promise<void>): void {
    const caller = createCaller(client.connection?.userId ?? client.address);
    client.work = client.work
      .then(() => asCaller(caller, step))
      .catch((error) => {
        log.error({err: error}, 'unexpected error on a WebSocket');
        client.socket.close(INTERNAL_ERROR, 'internal error');
      });
  }

  function markAlive(client: ClientSocket): void {
    if (client.connection) client.connection.lastSeenAt = Date.now();
  }

  function handleMessage(client: ClientSocket, data: RawData, isBinary: boolean): void {
    markAlive(client);
    const request = parseRequest(data);
    if (isBinary) client.socket.close(UNSUPPORTED_DATA, 'send text');
    else if (!consumeAllowance(client)) client.socket.close(POLICY_VIOLATION, 'too many requests');
    else if (!request) client.socket.close(INVALID_DATA, 'send a JSON object');
    else enqueue(client, () => respond(client, request));
  }

  function consumeAllowance(client: ClientSocket): boolean {
    const now = Date.now();
    const refilled = ((now - client.countedAt) / 1000) * REQUESTS_PER_SECOND;
    client.allowance = Math.min(REQUEST_BURST, client.allowance + refilled) - 1;
    client.countedAt = now;
    return client.allowance >= 0;
  }

  async function respond(client: ClientSocket, {action, seq, data}: Request): Promise<void> {
    if (action === 'authentication_challenge') {
      const token = typeof data?.token === 'string' ? data.token : '';
      if (!client.connection && !(await authenticate(client, token))) {
        client.socket.close(POLICY_VIOLATION, 'invalid token');
      } else {
        reply(client, {status: 'OK', seq_reply: seq, data: {}});
      }
      return;
    }
    try {
      reply(client, {status: 'OK', seq_reply: seq, data: await perform(client, {action, seq, data})});
    } catch (error) {
      const failure = error instanceof AppError ? error : databaseFailure(error);
      if (!failure) throw error;
      const {id, message, status} = failure;
      const detailed_error = config.get().ServiceSettings.EnableDeveloper
        ? failure.detail
        : failure.explanation;
      reply(client, {
        status: 'FAIL',
        seq_reply: seq,
        error: {id, message, detailed_error, status_code: status},
      });
    }
  }

  function perform(
    {connection}: ClientSocket,
    {action, seq, data}: Request,
  ): Promise<Record<string, unknown>> {
    if (action === '') throw routerError('no_action', 400, 'The request has no action.');
    if (!(seq > 0)) throw routerError('bad_seq', 400, 'The request needs a "seq" greater than 0.');
    if (!connection) throw routerError('not_authenticated', 401, 'Send an authentication_challenge first.');
    const act = actions.get(action);
    if (!act) throw routerError('bad_action', 400, `There is no action "${action}".`);
    return act(connection, data);
  }

  function reply(client: ClientSocket, response: object): void {
    if (client.connection) hub.flush(client.connection);
    // Otherwise, responses would accumulate for clients that don't read them.
    if (client.stream.writableNeedDrain) client.socket.terminate();
    else client.socket.send(JSON.stringify(response));
  }

  /** Authenticates the client with a token and connects it to the hub. Returns whether the token is valid. */
  async function authenticate(client: ClientSocket, token: string): Promise<boolean> {
    const session = token ? await sessions.resolve(token) : undefined;
    if (!session) return false;
    unauthenticated.delete(client);
    const connection = await connect(client, session, token);
    client.connection = connection;
    // If the socket closed in the meantime, there is no further close event.
    if (connection && client.socket.readyState !== client.socket.OPEN) hub.closed(connection, client);
    return true;
  }

  async function connect(
    client: ClientSocket,
    session: Session,
    token: string,
  ): Promise<Connection | undefined> {
    const connectionId = client.query.get('connection_id') ?? '';
    if (connectionId === '') {
      const recent = client.query.get('recent_ms') ?? '';
      const millis = /^\d{1,15}$/.test(recent) ? Number(recent) : undefined;
      return hub.connect(session, token, client, undefined, millis);
    }
    const sequence = client.query.get('sequence_number') ?? '';
    if (!isValidId(connectionId) || !/^\d{1,15}$/.test(sequence)) {
      client.socket.close(POLICY_VIOLATION, 'invalid connection_id or sequence_number');
      return undefined;
    }
    return hub.connect(session, token, client, {connectionId, sequence: Number(sequence)});
  }

  return {
    /** Closes sockets that have not authenticated in time. `now` is in milliseconds. */
    sweep(now: number): void {
      for (const client of unauthenticated) {
        if (now - client.openedAt >= AUTHENTICATION_DEADLINE) {
          unauthenticated.delete(client);
          client.socket.close(POLICY_VIOLATION, 'not authenticated');
        }
      }
    },

    /** Rejects new sockets and terminates unauthenticated ones. */
    close(): void {
      closed = true;
      for (const client of unauthenticated) client.socket.terminate();
    },
  };
}

/** A client's request. Missing or invalid fields are empty. */
interface Request {
  action: string;
  seq: number;
  data: Record<string, unknown> | undefined;
}

function parseRequest(raw: RawData): Request | undefined {
  let value: unknown;
  try {
    value = parseJson(raw.toString());
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const {action, seq, data} = value as Record<string, unknown>;
  return {
    action: typeof action === 'string' ? action : '',
    seq: Number.isSafeInteger(seq) ? (seq as number) : 0,
    data: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined,
  };
}

function routerError(name: string, status: number, message: string): AppError {
  return new AppError({id: `api.web_socket_router.${name}.app_error`, message, status});
}

function reject(stream: Duplex, status: string): void {
  stream.on('error', () => {});
  stream.once('finish', () => stream.destroy());
  const headers = {...DEFAULT_HEADERS, Connection: 'close', 'Content-Length': '0'};
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  stream.end([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'));
}
