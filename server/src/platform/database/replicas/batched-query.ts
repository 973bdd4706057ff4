import pg from 'pg';
import {shareNextCall} from '../../shared-calls/share-next-call.ts';

/**
 * A short query over its own connection, which is reopened after it was lost. The result of a call is never older than the
 * call: calls during a running query share the next one.
 *
 * @param timeout milliseconds to connect, and for the response
 */
export function createBatchedQuery<Row>(settings: pg.ClientConfig, text: string, timeout: number) {
  let client: pg.Client | undefined;
  let closed = false;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({...settings, connectionTimeoutMillis: timeout, query_timeout: timeout});
    fresh.on('error', () => {});
    fresh.once('end', () => {
      if (client === fresh) client = undefined;
    });
    await fresh.connect();
    return fresh;
  }

  async function query(): Promise<Row> {
    try {
      if (closed) throw new Error('The connection is closed.');
      client ??= await connect();
      const {rows} = await client.query({name: 'batched', text});
      return rows[0] as Row;
    } catch (error) {
      drop();
      throw error;
    }
  }

  /** Drops the connection without waiting for a server that may not respond. */
  function drop(): void {
    const {connection} = (client ?? {}) as {connection?: {stream: {destroy(): void}}};
    client = undefined;
    connection?.stream.destroy();
  }

  /** The current query, which `close` waits for. */
  let running: Promise<Row> | undefined;
  const ask = shareNextCall(() => {
    running = query();
    return running;
  });

  return {
    ask,

    async close(): Promise<void> {
      closed = true;
      await running?.catch(() => {});
      const open = client;
      client = undefined;
      await open?.end();
    },
  };
}
