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
import type {Connection, Hub, Wire} from '../hub/hub.ts';
import type {Typing} from '../typing/typing.ts';
import {createActions} from './actions.ts';

const WEBSOCKET_PATH = '/api/v4/websocket';

/** Bytes of a client's frame, and milliseconds that it has to sign in (docs/specification.md#websocket). */
const MAX_FRAME_BYTES = 8 * 1024;
const AUTHENTICATION_DEADLINE = 5_000;

/** A client may ask for so much at once, and for so much a second on and on. */
const REQUEST_BURST = 100;
const REQUESTS_PER_SECOND = 20;

/** Why a socket was closed by the server (RFC 6455, section 7.4.1). */
const UNSUPPORTED_DATA = 1003;
const INVALID_DATA = 1007;
const POLICY_VIOLATION = 1008;
const INTERNAL_ERROR = 1011;

/** A socket, from its first moment: before it is known who is there, and after. */
interface Visitor extends Wire {
  /** Where it comes from. */
  address: string;
  openedAt: number;
  /** What the client says of a connection that it had. */
  query: URLSearchParams;
  connection: Connection | undefined;
  /** What it asked for is done one after the other. */
  work: Promise<void>;
  /** Requests that it may make at once, at the time `countedAt`. */
  allowance: number;
  countedAt: number;
}

/** The door to the hub: WebSockets at {@link WEBSOCKET_PATH}, who is behind them, and what they ask for. */
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
  tokenOf,
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
  /** The token that a request carries, and whether it is in a cookie. */
  tokenOf: (request: IncomingMessage) => {token: string; fromCookie: boolean} | undefined;
}) {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    // It costs each connection more memory than all else that is kept of it.
    perMessageDeflate: false,
  });
  const actions = createActions({hub, statuses, sessions, typing, visibility, serverVersion});
  const unauthenticated = new Set<Visitor>();
  let closed = false;

  app.server.on('upgrade', (request, stream, head) => {
    const url = URL.parse(request.url ?? '', 'http://localhost');
    const credential = tokenOf(request);
    if (closed) return refuse(stream, '503 Service Unavailable');
    if (url?.pathname !== WEBSOCKET_PATH) return refuse(stream, '404 Not Found');
    if (credential?.fromCookie && !isOwnOrigin(request, config.get().ServiceSettings.SiteURL)) {
      return refuse(stream, '403 Forbidden');
    }
    server.handleUpgrade(request, stream, head, (socket) => {
      const visitor: Visitor = {
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
      unauthenticated.add(visitor);
      socket.on('message', (data, isBinary) => receive(visitor, data, isBinary));
      socket.on('pong', () => hear(visitor));
      socket.on('close', () => {
        unauthenticated.delete(visitor);
        if (visitor.connection) hub.closed(visitor.connection, visitor);
      });
      socket.on('error', (error) => log.debug({err: error}, 'a WebSocket failed'));
      if (credential) inTurn(visitor, async () => void (await authenticate(visitor, credential.token)));
    });
  });

  /** Does one thing after another for a client; what goes wrong unforeseen ends its socket. */
  function inTurn(visitor: Visitor, step: () => Promise<void>): void {
    const caller = createCaller(visitor.connection?.userId ?? visitor.address);
    visitor.work = visitor.work
      .then(() => asCaller(caller, step))
      .catch((error) => {
        log.error({err: error}, 'unexpected error on a WebSocket');
        visitor.socket.close(INTERNAL_ERROR, 'internal error');
      });
  }

  function hear(visitor: Visitor): void {
    if (visitor.connection) visitor.connection.heardAt = Date.now();
  }

  function receive(visitor: Visitor, data: RawData, isBinary: boolean): void {
    hear(visitor);
    const request = parseRequest(data);
    if (isBinary) visitor.socket.close(UNSUPPORTED_DATA, 'send text');
    else if (!mayAsk(visitor)) visitor.socket.close(POLICY_VIOLATION, 'too many requests');
    else if (!request) visitor.socket.close(INVALID_DATA, 'send a JSON object');
    else inTurn(visitor, () => answer(visitor, request));
  }

  function mayAsk(visitor: Visitor): boolean {
    const now = Date.now();
    const earned = ((now - visitor.countedAt) / 1000) * REQUESTS_PER_SECOND;
    visitor.allowance = Math.min(REQUEST_BURST, visitor.allowance + earned) - 1;
    visitor.countedAt = now;
    return visitor.allowance >= 0;
  }

  async function answer(visitor: Visitor, {action, seq, data}: Request): Promise<void> {
    if (action === 'authentication_challenge') {
      const token = typeof data?.token === 'string' ? data.token : '';
      if (!visitor.connection && !(await authenticate(visitor, token))) {
        visitor.socket.close(POLICY_VIOLATION, 'invalid token');
      } else {
        reply(visitor, {status: 'OK', seq_reply: seq, data: {}});
      }
      return;
    }
    try {
      reply(visitor, {status: 'OK', seq_reply: seq, data: await perform(visitor, {action, seq, data})});
    } catch (error) {
      const failure = error instanceof AppError ? error : databaseFailure(error);
      if (!failure) throw error;
      const {id, message, status} = failure;
      const detailed_error = config.get().ServiceSettings.EnableDeveloper ? failure.detail : '';
      reply(visitor, {
        status: 'FAIL',
        seq_reply: seq,
        error: {id, message, detailed_error, status_code: status},
      });
    }
  }

  function perform({connection}: Visitor, {action, seq, data}: Request): Promise<Record<string, unknown>> {
    if (action === '') throw routerError('no_action', 400, 'The request names no action.');
    if (!(seq > 0)) throw routerError('bad_seq', 400, 'The request has no "seq" above 0.');
    if (!connection) throw routerError('not_authenticated', 401, 'Send an authentication_challenge first.');
    const act = actions.get(action);
    if (!act) throw routerError('bad_action', 400, `There is no action "${action}".`);
    return act(connection, data);
  }

  function reply(visitor: Visitor, answer: object): void {
    if (visitor.connection) hub.flush(visitor.connection);
    // Whoever asks without reading the answers would have us keep them.
    if (visitor.stream.writableNeedDrain) visitor.socket.terminate();
    else visitor.socket.send(JSON.stringify(answer));
  }

  /** Whether the token opens a session; then the client is listening from here on. */
  async function authenticate(visitor: Visitor, token: string): Promise<boolean> {
    const session = token ? await sessions.resolve(token) : undefined;
    if (!session) return false;
    unauthenticated.delete(visitor);
    const connection = await connect(visitor, session, token);
    visitor.connection = connection;
    // It may have closed while we were busy, and then nothing tells us any more.
    if (connection && visitor.socket.readyState !== visitor.socket.OPEN) hub.closed(connection, visitor);
    return true;
  }

  async function connect(visitor: Visitor, session: Session, token: string): Promise<Connection | undefined> {
    const connectionId = visitor.query.get('connection_id') ?? '';
    if (connectionId === '') return hub.open(session, token, visitor);
    const sequence = visitor.query.get('sequence_number') ?? '';
    if (!isValidId(connectionId) || !/^\d{1,15}$/.test(sequence)) {
      visitor.socket.close(POLICY_VIOLATION, 'invalid connection_id or sequence_number');
      return undefined;
    }
    return (
      hub.resume(session, token, visitor, {connectionId, sequence: Number(sequence)}) ??
      hub.open(session, token, visitor)
    );
  }

  return {
    /** Lets time pass, `now` in milliseconds: whoever has not said who they are has to go. */
    sweep(now: number): void {
      for (const visitor of unauthenticated) {
        if (now - visitor.openedAt >= AUTHENTICATION_DEADLINE) {
          unauthenticated.delete(visitor);
          visitor.socket.close(POLICY_VIOLATION, 'not authenticated');
        }
      }
    },

    /** Lets nobody in any more, and shows out who is not yet a client of the hub. */
    close(): void {
      closed = true;
      for (const visitor of unauthenticated) visitor.socket.terminate();
    },
  };
}

/** What a client asks for; what it left out, or got wrong, is empty. */
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

function refuse(stream: Duplex, status: string): void {
  stream.on('error', () => {});
  stream.once('finish', () => stream.destroy());
  const headers = {...DEFAULT_HEADERS, Connection: 'close', 'Content-Length': '0'};
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  stream.end([`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n'));
}
