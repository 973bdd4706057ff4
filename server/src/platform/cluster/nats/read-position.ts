import {shareNextCall} from '../../shared-calls/share-next-call.ts';

/**
 * Tracks whether this node has received everything that is stored in the stream.
 *
 * @param latest asks the bus for the sequence number of the last stored message
 * @param timeout milliseconds
 */
export function createReadPosition({latest, timeout}: {latest: () => Promise<number>; timeout: number}) {
  const askLatest = shareNextCall(latest);
  const waiting = new Set<{sequence: number; resolve: () => void}>();
  let position = 0;

  async function reach(): Promise<true> {
    const sequence = await askLatest();
    if (position < sequence) {
      await new Promise<void>((resolve) => waiting.add({sequence, resolve}));
    }
    return true;
  }

  return {
    /** Records that everything up to this sequence number has been received and handled. */
    advanceTo(sequence: number): void {
      // Only a new stream has lower numbers. By then, the callers have timed out.
      const isReset = sequence < position;
      position = sequence;
      for (const waiter of waiting) {
        if (waiter.sequence > position && !isReset) continue;
        waiting.delete(waiter);
        waiter.resolve();
      }
    },

    /** Whether all messages that were stored before the call have been received, within the time. Never rejects. */
    async caughtUp(): Promise<boolean> {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<false>((resolve) => {
        timer = setTimeout(resolve, timeout, false);
      });
      try {
        return await Promise.race([reach(), late]);
      } catch {
        return false;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
