import {once} from 'node:events';
import {setTimeout as pause} from 'node:timers/promises';
import {WebSocket} from 'ws';
import type {Contender} from './harness.ts';

export interface SocketLoad {
  pid: number;
  /** The addresses and headers of the sockets that receive every message. */
  listeners: {url: string; headers?: Record<string, string>}[];
  /** Open sockets that receive nothing. */
  bystanders: {url: string; headers?: Record<string, string>}[];
  /** Messages per second, sent at even intervals. */
  messagesPerSecond: number;
  /** Sends a message. Every listener must receive its unchanged text in a `posted` event. */
  post(message: string): Promise<void>;
}

interface Listening {
  socket: WebSocket;
  /** The number of received messages. */
  count: number;
  /**
   * A checksum of the received messages in order. Listeners that received the same messages have the same checksum.
   */
  order: number;
  lastSequence: number;
  gaps: number;
}

const SOCKETS_OPENED_AT_ONCE = 50;
/** In milliseconds. The last listener must have received the last message within this time. */
const TIMEOUT_MS = 10_000;

/**
 * Sends messages at a steady rate to many listeners. The rate of a round is the number of events received per second.
 * Its latency is the time from the request to post until the event arrives, for all events of all listeners. A
 * missing event, an event out of order, or a gap in the sequence is an error.
 */
export async function socketLoad({
  pid,
  listeners,
  bystanders,
  messagesPerSecond,
  post,
}: SocketLoad): Promise<Contender> {
  const all: Listening[] = [];
  const sentAt: number[] = [];
  let latencies: number[] = [];

  async function open({url, headers}: SocketLoad['listeners'][number]): Promise<WebSocket> {
    const socket = new WebSocket(url, {headers, perMessageDeflate: false, skipUTF8Validation: true});
    await once(socket, 'open');
    return socket;
  }

  async function openAll(targets: SocketLoad['listeners'], then: (socket: WebSocket) => void): Promise<void> {
    for (let i = 0; i < targets.length; i += SOCKETS_OPENED_AT_ONCE) {
      const opened = await Promise.all(targets.slice(i, i + SOCKETS_OPENED_AT_ONCE).map(open));
      opened.forEach(then);
    }
  }

  function receive(listening: Listening, data: Buffer): void {
    const sequence = Number(/"seq":(\d+)\}$/.exec(data.toString('latin1', data.length - 30))?.[1]);
    if (listening.lastSequence >= 0 && sequence !== listening.lastSequence + 1) listening.gaps++;
    listening.lastSequence = sequence;
    const start = data.indexOf('bench-message-');
    if (start < 0) return;
    const number = Number.parseInt(data.toString('latin1', start + 14, start + 24), 10);
    latencies.push(performance.now() - sentAt[number]!);
    listening.count++;
    listening.order = (Math.imul(listening.order, 31) + number) | 0;
  }

  await openAll(listeners, (socket) => {
    const listening: Listening = {socket, count: 0, order: 0, lastSequence: -1, gaps: 0};
    all.push(listening);
    socket.on('message', (data) => receive(listening, data as Buffer));
  });
  await openAll(bystanders, () => {});

  return {
    pid,
    async measure(seconds) {
      const faults: string[] = [];
      latencies = [];
      const begin = performance.now();
      const total = Math.round(seconds * messagesPerSecond);
      const posts: Promise<void>[] = [];
      for (let i = 0; i < total; i++) {
        await pause(Math.max(0, begin + (i * 1000) / messagesPerSecond - performance.now()));
        const number = sentAt.push(performance.now()) - 1;
        posts.push(post(`bench-message-${number}`).catch((error) => void faults.push(String(error))));
      }
      await Promise.all(posts);
      const expected = sentAt.length;
      const deadline = performance.now() + TIMEOUT_MS;
      while (all.some(({count}) => count < expected) && performance.now() < deadline) await pause(5);
      const took = performance.now() - begin;

      const behind = all.filter(({count}) => count < expected).length;
      if (behind > 0) faults.push(`${behind} listeners did not receive everything`);
      if (all.some(({order}) => order !== all[0]!.order))
        faults.push('listeners received events in different orders');
      if (all.some(({gaps}) => gaps > 0)) faults.push('the sequence had gaps');
      latencies.sort((a, b) => a - b);
      const at = (part: number) => Math.round(latencies[Math.floor(latencies.length * part)]! * 10) / 10;
      return {
        rate: (latencies.length / took) * 1000,
        latency: {p50: at(0.5), p99: at(0.99)},
        faults,
      };
    },
  };
}
