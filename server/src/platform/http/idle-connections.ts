import type {Socket} from 'node:net';
import type {HttpServer} from './server-type.ts';

/** In milliseconds. Requests that are on their way when the server starts to close arrive within this time. */
const GRACE = 200;

/**
 * Closes connections without a request when the server closes. Fastify closes those that are idle after a request;
 * others would delay the shutdown.
 */
export function closeIdleConnections(app: HttpServer): void {
  // Browsers keep spare connections. Node doesn't count a connection as idle before its first request.
  const unused = new Set<Socket>();
  let closing = false;
  const closeIfUnused = (socket: Socket) =>
    setTimeout(() => {
      if (unused.has(socket)) socket.destroy();
    }, GRACE);
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
    if (closing) closeIfUnused(socket);
  });
  app.addHook('onRequest', ({raw}, _reply, done) => {
    unused.delete(raw.socket);
    done();
  });
  app.addHook('preClose', (done) => {
    closing = true;
    for (const socket of unused) closeIfUnused(socket);
    done();
  });
  // A connection with a pending request when the server starts to close would be kept alive.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}
