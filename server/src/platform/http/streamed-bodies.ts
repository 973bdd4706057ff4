import type {Readable} from 'node:stream';
import type {FastifyRequest} from 'fastify';
import {AppError} from '../errors/app-error.ts';
import type {HttpServer} from './http-server.ts';

/**
 * On this part of the server a body is not read before the route runs, whatever its type and size: the route reads it
 * with {@link streamedBody}, or with `formParts` if it is a form. For routes that store what they get and hold none of
 * it in memory.
 */
export function streamRequestBodies(scope: HttpServer): void {
  scope.removeContentTypeParser('*');
  scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
}

/**
 * The body of a request as it arrives. However the caller leaves the loop, the rest is read and dropped, so that the
 * client gets to read the answer.
 *
 * @throws AppError 400 if the client goes away before the end.
 */
export async function* streamedBody(request: FastifyRequest): AsyncGenerator<Uint8Array, void, undefined> {
  const body = request.body as Readable | undefined;
  if (!body) return;
  try {
    yield* body.iterator({destroyOnReturn: false}) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new AppError({
      id: 'api.file.upload_file.read_request.app_error',
      message: 'The request ended before its body did. Send it again.',
      status: 400,
      path: 'body',
      cause: error,
    });
  } finally {
    body.resume();
  }
}
