import pg from 'pg';

/** Milliseconds the database has to respond. */
const RESPONSE_TIMEOUT = 1_500;

/** Checks the health of the database over a separate connection, because the pool may be busy. */
export function createProbe(settings: pg.ClientConfig) {
  let client: pg.Client | undefined;
  let checking: Promise<void> | undefined;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...settings,
      connectionTimeoutMillis: RESPONSE_TIMEOUT,
      query_timeout: RESPONSE_TIMEOUT,
    });
    fresh.on('error', () => {});
    fresh.once('end', () => {
      if (client === fresh) client = undefined;
    });
    await fresh.connect();
    return fresh;
  }

  async function query(): Promise<void> {
    client ??= await connect();
    const {rows} = await client.query<{readonly: boolean}>(
      `select current_setting('transaction_read_only')::boolean as readonly`,
    );
    if (rows[0]!.readonly) throw new Error('The database is read-only.');
  }

  async function check(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const fail = () => reject(new Error(`The database did not respond within ${RESPONSE_TIMEOUT} ms.`));
      timer = setTimeout(fail, RESPONSE_TIMEOUT);
    });
    try {
      await Promise.race([query(), late]);
    } catch (error) {
      drop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Drops the connection without waiting for a server that may not respond. */
  function drop(): void {
    const {connection} = (client ?? {}) as {connection?: {stream: {destroy(): void}}};
    client = undefined;
    connection?.stream.destroy();
  }

  return {
    /** Settles within two seconds. Concurrent callers share one check. */
    check(): Promise<void> {
      checking ??= check().finally(() => {
        checking = undefined;
      });
      return checking;
    },

    async close(): Promise<void> {
      await checking?.catch(() => {});
      const open = client;
      client = undefined;
      await open?.end();
    },
  };
}
