import type {Config} from '../config/config.ts';
import {asCaller, type Caller, createCaller, leave} from '../database/callers.ts';
import {clientAddress} from './client-address.ts';
import type {HttpServer} from './http-server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** On whose behalf the request uses the database: the address that it came from, and the user once known. */
    caller: Caller;
  }
}

/**
 * Ties what each request asks of the database to its sender: it is canceled when the client disconnects before it has
 * its response, and counts against the sender's share of the connections. To be called before requests are
 * authenticated.
 */
export function trackCallers(app: HttpServer, config: Config): void {
  app.decorateRequest('caller');
  app.addHook('onRequest', (request, reply, done) => {
    const caller = createCaller(clientAddress(request, config.get()));
    request.caller = caller;
    reply.raw.once('close', () => {
      if (!reply.raw.writableEnded) leave(caller);
    });
    asCaller(caller, done);
  });
  // Once more, because what reads the body goes on from the socket's events.
  app.addHook('preValidation', (request, _reply, done) => asCaller(request.caller, done));
}
