import {fork} from 'node:child_process';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

/** A person with a WebSocket. */
export interface MemberSpec {
  token: string;
}

/** The events that one member's client received. */
export interface MemberRecord {
  /** The numbers of the posts that arrived as events, in order, including duplicates. */
  heard: number[];
  /** The numbers of the posts that the client loaded because its connection could not be resumed. */
  fetched: number[];
  /** The numbers of all these posts in the order in which a client shows them: by the time and id in the event. */
  shown: number[];
  /** The number of events with an unexpected sequence number. */
  gaps: number;
  /** The number of connections that were resumed. */
  resumes: number;
  /** The number of connections that started over. */
  freshStarts: number;
  /** In milliseconds: the time from each loss of the connection until the server's greeting on the next one. */
  reconnectMs: number[];
}

export type CrowdRequest =
  | {do: 'open'; url: string; channelId: string; members: MemberSpec[]}
  | {do: 'moveTo'; url: string}
  | {do: 'state' | 'records' | 'close'};

interface CrowdState {
  connected: number;
  syncing: number;
  /** The number of different posts that the member with the fewest has seen. */
  fewestSeen: number;
}

/** Many people with one WebSocket each. They reconnect, resume and load missed posts like the web client. */
export interface Crowd {
  size: number;
  /** Opens the sockets and waits for the server's greeting on each. */
  open(url: string, channelId: string, members: readonly MemberSpec[]): Promise<void>;
  /** Sends new connections to another address. */
  moveTo(url: string): Promise<void>;
  connected(): Promise<number>;
  /** Waits until everyone is connected and has seen this many posts. Resolves with false after the timeout. */
  hasSeen(posts: number, timeoutMs: number): Promise<boolean>;
  records(): Promise<MemberRecord[]>;
  close(): Promise<void>;
}

/** Starts a process that holds the sockets. */
export function startCrowd(): Crowd {
  const child = fork(join(import.meta.dirname, 'crowd-process.ts'), {
    // Fewer garbage collections, so that they don't compete with the servers.
    execArgv: ['--max-semi-space-size=32'],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  let size = 0;
  child.on('message', ({id, result, error}: {id: number; result?: unknown; error?: string}) => {
    if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.on('exit', () => {
    for (const {reject} of waiting.values()) reject(new Error('The process of the crowd ended.'));
  });

  function ask<Result>(request: CrowdRequest): Promise<Result> {
    const id = ++asked;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    child.send({id, request}, (error) => error && answer.reject(error));
    return answer.promise as Promise<Result>;
  }
  const state = () => ask<CrowdState>({do: 'state'});

  return {
    get size() {
      return size;
    },
    async open(url, channelId, members) {
      size += members.length;
      await ask({do: 'open', url, channelId, members: [...members]});
    },
    moveTo: (url) => ask({do: 'moveTo', url}),
    connected: async () => (await state()).connected,
    async hasSeen(posts, timeoutMs) {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const {connected, syncing, fewestSeen} = await state();
        if (connected === size && syncing === 0 && fewestSeen >= posts) return true;
        if (Date.now() > deadline) return false;
        await pause(100);
      }
    },
    records: () => ask<MemberRecord[]>({do: 'records'}),
    async close() {
      await ask({do: 'close'});
    },
  };
}
