import {once} from 'node:events';
import {setTimeout as pause} from 'node:timers/promises';
import {WebSocket} from 'ws';
import type {Contender} from './harness.ts';

export interface SocketLoad {
  pid: number;
  /** Sockets that hear every message: their addresses and headers. */
  listeners: {url: string; headers?: Record<string, string>}[];
  /** Sockets that are open, and hear nothing. */
  bystanders: {url: string; headers?: Record<string, string>}[];
  /** Messages a second, sent evenly. */
  messagesPerSecond: number;
  /** Sends a message. It has to come to every listener in an event `posted`, its text in it as it is. */
  post(message: string): Promise<void>;
}

interface Listening {
  socket: WebSocket;
  /** Messages that have come. */
  count: number;
  /** Of the messages in the order in which they came; equal for all who heard the same. */
  order: number;
  lastSequence: number;
  gaps: number;
}

const SOCKETS_OPENED_AT_ONCE = 50;
/** How long after the last message the last listener may hear of it. Milliseconds. */
const PATIENCE = 10_000;

/**
 * Messages at a steady pace, each told to many listeners. A round's rate is the events heard a second; its latency the
 * time from asking to post to hearing, over all events of all listeners. A listener that misses an event, hears one
 * out of order, or sees a gap in the sequence is a fault.
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

  function hear(listening: Listening, data: Buffer): void {
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
    socket.on('message', (data) => hear(listening, data as Buffer));
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
      const deadline = performance.now() + PATIENCE;
      while (all.some(({count}) => count < expected) && performance.now() < deadline) await pause(5);
      const took = performance.now() - begin;

      const behind = all.filter(({count}) => count < expected).length;
      if (behind > 0) faults.push(`${behind} listeners did not hear everything`);
      if (all.some(({order}) => order !== all[0]!.order)) faults.push('listeners heard different orders');
      if (all.some(({gaps}) => gaps > 0)) faults.push('there were gaps in the sequence');
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
