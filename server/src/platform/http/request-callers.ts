import type {Config} from '../config/config.ts';
import {asCaller, type Caller, createCaller, disconnectCaller} from '../database/callers.ts';
import {clientAddress} from './client-address.ts';
import type {HttpServer} from './http-server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's caller: the client address, and the user once it is known. */
    caller: Caller;
  }
}

/**
 * Runs each request's statements on behalf of its sender: they are canceled when the client disconnects before it has the
 * response, and count against the sender's share of the connections. Call this before requests are authenticated.
 */
export function trackCallers(app: HttpServer, config: Config): void {
  app.decorateRequest('caller');
  app.addHook('onRequest', (request, reply, done) => {
    const caller = createCaller(clientAddress(request, config.get()));
    request.caller = caller;
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) disconnectCaller(caller);
    });
    asCaller(caller, done);
  });
  // Again, because reading the body continues from socket events, outside the first context.
  app.addHook('preValidation', (request, _reply, done) => asCaller(request.caller, done));
}
