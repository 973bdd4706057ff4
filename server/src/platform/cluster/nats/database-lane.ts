import type {Database} from '../../database/database.ts';
import type {OperatorLog} from '../../logging/operator-log.ts';
import type {ClusterNode} from '../cluster.ts';

/** A copy of a message for the bus. */
export interface LaneCopy {
  kind: 'copy';
  from: string;
  id: string;
  name: string;
  payload: unknown;
  relayed: boolean;
  urgent: boolean;
}

/** Messages that nodes exchange through the database while the bus is slow or unavailable. */
export type LaneMessage =
  | LaneCopy
  /** The node is alive, and needs copies of all messages if it cannot use the bus. */
  | {kind: 'beat'; from: string; node: ClusterNode; needsCopies: boolean};

const CHANNEL = 'patchbay_cluster';
// PostgreSQL limits notifications to less than 8,000 bytes.
const MAX_BYTES = 7_999;

/**
 * Sends messages to the other nodes through the database, in order. They are lost if the database is unavailable too.
 *
 * @param onReconnect called when messages may have been missed
 */
export async function openDatabaseLane({
  database,
  nodeId,
  log,
  onMessage,
  onReconnect,
}: {
  database: Database;
  nodeId: string;
  log: OperatorLog;
  onMessage: (message: LaneMessage) => void;
  onReconnect: () => void;
}) {
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const texts = waiting;
      waiting = [];
      try {
        await database.execute({
          name: 'notify-nodes',
          text: 'select pg_notify($1, text) from unnest($2::text[]) text',
          values: [CHANNEL, texts],
        });
      } catch (error) {
        log.warn({err: error}, 'could not send messages to the other nodes through the database');
      }
    }
  }

  const stop = await database.listen(
    CHANNEL,
    (text) => {
      const message = JSON.parse(text) as LaneMessage;
      if (message.from !== nodeId) onMessage(message);
    },
    onReconnect,
  );

  return {
    /** Returns false if the message is too long. */
    send(message: LaneMessage): boolean {
      const text = JSON.stringify(message);
      if (Buffer.byteLength(text) > MAX_BYTES) return false;
      waiting.push(text);
      sending ??= sendAll().finally(() => {
        sending = undefined;
      });
      return true;
    },
    async close(): Promise<void> {
      await stop();
      await sending;
    },
  };
}
