import {setTimeout as wait} from 'node:timers/promises';

export interface QueuedMessage {
  id: string;
  name: string;
  payload: unknown;
  relayed: boolean;
  urgent: boolean;
  /** JSON of the message. */
  text: string;
  /** When it was added, from `performance.now()`. */
  since: number;
  /** Whether the other nodes have been sent a copy through the database. */
  copied: boolean;
}

interface Batch {
  id: string;
  size: number;
  data: string;
}

const MAX_BATCH_MESSAGES = 1000;
const RETRY_DELAY_MS = 50;
const MAX_WAITING = 10_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/**
 * Sends messages in batches, one at a time: a batch contains everything that was added while the previous one was being
 * stored. So messages keep their order, and a batch can be sent again when it's unknown whether it was stored.
 *
 * @param send stores a batch; rejects if it's unknown whether that succeeded
 */
export function createAppendQueue({
  nodeId,
  maxBytes,
  send,
  onRetry,
}: {
  nodeId: string;
  maxBytes: number;
  send: (data: string, batchId: string) => Promise<void>;
  onRetry: () => void;
}) {
  let messages: QueuedMessage[] = [];
  let bytes = 0;
  let batch: Batch | undefined;
  let batches = 0;
  let paused = false;
  let closed = false;
  let overflowed = false;
  let running: Promise<void> | undefined;
  let stored: PromiseWithResolvers<void> | undefined;
  /** Resolves `stored` when this many more messages are stored. */
  let awaited = 0;
  /** When the last batch was stored, or the first message added, from `performance.now()`. */
  let progressAt = 0;

  function nextBatch(): Batch {
    let size = 0;
    let length = 0;
    while (size < messages.length && size < MAX_BATCH_MESSAGES) {
      length += Buffer.byteLength(messages[size]!.text) + 1;
      if (size > 0 && length > maxBytes) break;
      size++;
    }
    const texts = messages.slice(0, size).map(({text}) => text);
    return {
      id: `${nodeId}.${++batches}`,
      size,
      data: `{"origin":"${nodeId}","messages":[${texts.join(',')}]}`,
    };
  }

  async function run(): Promise<void> {
    // Messages that are added in the same turn of the event loop are sent together.
    await Promise.resolve();
    while (messages.length > 0 && !paused && !closed) {
      batch ??= nextBatch();
      try {
        await send(batch.data, batch.id);
      } catch {
        onRetry();
        await wait(RETRY_DELAY_MS);
        continue;
      }
      remove(batch.size);
      progressAt = performance.now();
      batch = undefined;
    }
  }

  function remove(count: number): void {
    for (const {text} of messages.splice(0, count)) bytes -= text.length;
    awaited -= count;
    if (awaited <= 0) release();
  }

  function release(): void {
    stored?.resolve();
    stored = undefined;
    awaited = 0;
  }

  function start(): void {
    if (running || paused || closed) return;
    running = run().finally(() => {
      running = undefined;
      if (messages.length > 0) start();
    });
  }

  return {
    /** Returns false, and drops the message, if too many are waiting. */
    add(message: QueuedMessage): boolean {
      if (messages.length >= MAX_WAITING || bytes >= MAX_WAITING_BYTES) {
        overflowed = true;
        return false;
      }
      if (messages.length === 0) progressAt = performance.now();
      messages.push(message);
      bytes += message.text.length;
      start();
      return true;
    },
    /** Resolves when everything that was added so far is stored; undefined if it is, or while paused. */
    stored(): Promise<void> | undefined {
      if (messages.length === 0 || paused) return undefined;
      stored ??= Promise.withResolvers();
      awaited = messages.length;
      return stored.promise;
    },
    /** Milliseconds since a message was last stored; 0 if none are waiting. */
    stalledFor: () => (messages.length === 0 ? 0 : performance.now() - progressAt),
    /** The messages that are not known to be stored, oldest first. */
    waiting: (): readonly QueuedMessage[] => messages,
    /** Stops sending, and resolves the promises of `stored`. */
    pause(): void {
      paused = true;
      release();
    },
    /** Sends again. Returns whether messages were dropped because there were too many. */
    resume(): boolean {
      paused = false;
      progressAt = performance.now();
      const dropped = overflowed;
      overflowed = false;
      start();
      return dropped;
    },
    /** Sends what is waiting for at most `timeout` milliseconds, and stops. */
    async close(timeout: number): Promise<void> {
      if (running && !paused) await Promise.race([running, wait(timeout, undefined, {ref: false})]);
      closed = true;
      messages = [];
      release();
    },
  };
}
