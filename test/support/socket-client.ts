import {once} from 'node:events';
import {type ClientOptions, WebSocket} from 'ws';

/** An event as a client hears it. */
interface HeardEvent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an event.
  data: any;
  broadcast: {user_id: string; channel_id: string; team_id: string; omit_users: Record<string, true> | null};
  seq: number;
}

/** The answer to something that a client asked for. */
interface SocketReply {
  status: 'OK' | 'FAIL';
  seq_reply: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer.
  data?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  error?: any;
}

/** A client on the WebSocket, which remembers what it hears. */
export interface SocketClient {
  readonly socket: WebSocket;
  /** All events so far. */
  readonly heard: readonly HeardEvent[];
  /** The first event of that name, heard already or to come, that has not been taken before. */
  next(event: string, matches?: (heard: HeardEvent) => boolean): Promise<HeardEvent>;
  /** Asks for something and waits for the answer. */
  ask(action: string, data?: object): Promise<SocketReply>;
  /** Resolves, with the code, when the server has closed the socket. */
  readonly closed: Promise<number>;
  /** Cuts the connection as a network does. */
  cut(): Promise<void>;
}

/** Opens a WebSocket to the server at `address`, such as `http://127.0.0.1:8065`. */
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
  await once(socket, 'open');

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
