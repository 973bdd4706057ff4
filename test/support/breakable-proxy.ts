import {once} from 'node:events';
import {connect, createServer, type ListenOptions, type NetConnectOpts, type Socket} from 'node:net';

/** A proxy between two programs that can break connections like a network can. */
export interface BreakableProxy {
  /** Stops forwarding data in both directions. Connections stay open, and new ones are accepted. */
  stall(): void;
  /** Closes all connections and accepts no new ones. */
  cut(): Promise<void>;
  /** Restores normal operation. Stalled connections continue. */
  repair(): Promise<void>;
  /** Forwards new connections to another address, and closes the others. */
  switchTo(target: NetConnectOpts): void;
}

/** Accepts connections at one address and forwards them to another. */
export async function startProxy(address: ListenOptions, to: NetConnectOpts): Promise<BreakableProxy> {
  let target = to;
  const sockets = new Set<Socket>();
  let stalled = false;

  const server = createServer({allowHalfOpen: true}, (near) => {
    const far = connect({...target, allowHalfOpen: true});
    for (const [from, onward] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (stalled) from.pause();
      from.on('data', (bytes) => onward.write(bytes));
      from.on('end', () => onward.end());
      from.on('error', () => onward.destroy());
      from.on('close', () => {
        sockets.delete(from);
        onward.destroy();
      });
      // Adding a data listener starts the flow of data.
      if (stalled) from.pause();
    }
  });
  async function listen(): Promise<void> {
    server.listen(address);
    await once(server, 'listening');
  }
  function closeConnections(): void {
    for (const socket of sockets) socket.destroy();
  }
  await listen();

  return {
    stall() {
      stalled = true;
      for (const socket of sockets) socket.pause();
    },
    async cut() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      closeConnections();
      await closed;
    },
    async repair() {
      stalled = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen();
    },
    switchTo(next) {
      target = next;
      closeConnections();
    },
  };
}
