import {once} from 'node:events';
import {type ClientOptions, WebSocket} from 'ws';

/** A WebSocket event. */
interface HeardEvent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content of events.
  data: any;
  broadcast: {user_id: string; channel_id: string; team_id: string; omit_users: Record<string, true> | null};
  seq: number;
}

/** The response to a request on the WebSocket. */
interface SocketReply {
  status: 'OK' | 'FAIL';
  seq_reply: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content of responses.
  data?: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the content of errors.
  error?: any;
}

/** A WebSocket client that records all events. */
export interface SocketClient {
  readonly socket: WebSocket;
  /** All events so far. */
  readonly heard: readonly HeardEvent[];
  /** Resolves with the first event of that name, already received or not. Each event is only returned once. */
  next(event: string, matches?: (heard: HeardEvent) => boolean): Promise<HeardEvent>;
  /** Sends a request and waits for the response. */
  ask(action: string, data?: object): Promise<SocketReply>;
  /** Resolves with the close code when the server has closed the socket. */
  readonly closed: Promise<number>;
  /** Drops the connection without closing it properly. */
  cut(): Promise<void>;
}

/**
 * Opens a WebSocket to the server at `address`, such as `http://127.0.0.1:8065`. A new connection with a token receives
 * every event from then on.
 */
export async function openSocket(
  address: string,
  {token, query = '', ...options}: {token?: string; query?: string} & ClientOptions = {},
): Promise<SocketClient> {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/v4/websocket${query}`, {
    ...options,
    headers: {...(token === undefined ? {} : {authorization: `Bearer ${token}`}), ...options.headers},
  });
  const heard: HeardEvent[] = [];
  const taken = new Set<HeardEvent>();
  const waiting = new Set<() => void>();
  const replies = new Map<number, (reply: SocketReply) => void>();
  let asked = 0;

  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as HeardEvent | SocketReply;
    if ('seq_reply' in message) {
      replies.get(message.seq_reply)?.(message);
      replies.delete(message.seq_reply);
      return;
    }
    heard.push(message);
    for (const look of [...waiting]) look();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const greeted = new Promise((resolve) => socket.once('message', resolve));
  await once(socket, 'open');
  // The server announces events to connections after greeting them. It doesn't greet resumed connections.
  if (token !== undefined && query === '') await Promise.race([greeted, closed]);

  return {
    socket,
    heard,
    next(event, matches = () => true) {
      return new Promise((resolve, reject) => {
        function look(): void {
          const found = heard.find((one) => one.event === event && !taken.has(one) && matches(one));
          if (!found) return;
          taken.add(found);
          waiting.delete(look);
          resolve(found);
        }
        waiting.add(look);
        look();
        closed.then((code) => reject(new Error(`The socket closed (${code}) before any ${event}.`)));
      });
    },
    ask(action, data) {
      const seq = ++asked;
      return new Promise((resolve) => {
        replies.set(seq, resolve);
        socket.send(JSON.stringify({seq, action, data}));
      });
    },
    closed,
    async cut() {
      socket.terminate();
      await closed;
    },
  };
}
