import pg from 'pg';

/** Milliseconds within which a database has to answer that it is there. */
const ANSWER_TIMEOUT = 1_500;

/** Asks a database whether it is well, on a connection beside the pool, which may be busy. */
export function createProbe(settings: pg.ClientConfig) {
  let client: pg.Client | undefined;
  let checking: Promise<void> | undefined;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      ...settings,
      connectionTimeoutMillis: ANSWER_TIMEOUT,
      query_timeout: ANSWER_TIMEOUT,
    });
    fresh.on('error', () => {});
    fresh.once('end', () => {
      if (client === fresh) client = undefined;
    });
    await fresh.connect();
    return fresh;
  }

  async function ask(): Promise<void> {
    client ??= await connect();
    const {rows} = await client.query<{readonly: boolean}>(
      `select current_setting('transaction_read_only')::boolean as readonly`,
    );
    if (rows[0]!.readonly) throw new Error('The database is read-only.');
  }

  async function check(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const refuse = () => reject(new Error(`The database did not answer within ${ANSWER_TIMEOUT} ms.`));
      timer = setTimeout(refuse, ANSWER_TIMEOUT);
    });
    try {
      await Promise.race([ask(), late]);
    } catch (error) {
      drop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Leaves the connection behind, without waiting for a server that may not answer. */
  function drop(): void {
    const {connection} = (client ?? {}) as {connection?: {stream: {destroy(): void}}};
    client = undefined;
    connection?.stream.destroy();
  }

  return {
    /** Settles within two seconds. Callers at the same time share one question. */
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
