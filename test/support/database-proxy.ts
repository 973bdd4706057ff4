import {once} from 'node:events';
import {mkdtemp, rm} from 'node:fs/promises';
import {connect, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A proxy between a program and its database that can break connections like a network does. */
export interface DatabaseProxy {
  connectionString: string;
  /** Stops forwarding data in both directions. Connections stay open, and new ones are accepted. */
  stall(): void;
  /** Closes all connections and accepts no new ones. */
  cut(): Promise<void>;
  /** Restores normal operation. Stalled connections continue. */
  repair(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy for the PostgreSQL on the Unix socket in the connection string. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const url = new URL(target.replace('@/', '@localhost/'));
  const port = url.searchParams.get('port') ?? '5432';
  const socketName = `.s.PGSQL.${port}`;
  const realSocket = join(url.searchParams.get('host')!, socketName);
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-proxy-'));
  const sockets = new Set<Socket>();
  let stalled = false;

  const server = createServer({allowHalfOpen: true}, (near) => {
    const far = connect({path: realSocket, allowHalfOpen: true});
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (stalled) from.pause();
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      // Attaching a listener for data makes it flow.
      if (stalled) from.pause();
    }
  });
  async function listen(): Promise<void> {
    server.listen(join(directory, socketName));
    await once(server, 'listening');
  }
  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  await listen();

  url.searchParams.set('host', directory);
  return {
    connectionString: url.href.replace('@localhost/', '@/'),
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    cut,
    async repair() {
      stalled = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen();
    },
    async close() {
      await cut();
      await rm(directory, {recursive: true, force: true});
    },
  };
}
