import type {Readable} from 'node:stream';
import type {FastifyRequest} from 'fastify';
import {AppError} from '../errors/app-error.ts';
import type {HttpServer} from './http-server.ts';

/**
 * In this scope, bodies of any type and size are not read before the route runs. The route reads them with
 * {@link streamedBody}, or with `formParts` for forms. This is for uploads that must not be held in memory.
 */
export function streamRequestBodies(scope: HttpServer): void {
  scope.removeContentTypeParser('*');
  scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
}

/**
 * The body of a request as it arrives. When the caller stops reading, the rest is discarded, so that the client can read
 * the response.
 *
 * @throws AppError 400 if the client disconnects before the end
 */
export async function* streamedBody(request: FastifyRequest): AsyncGenerator<Uint8Array, void, undefined> {
  const body = request.body as Readable | undefined;
  if (!body) return;
  try {
    yield* body.iterator({destroyOnReturn: false}) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new AppError({
      id: 'api.file.upload_file.read_request.app_error',
      message: 'The request body is incomplete. Send it again.',
      status: 400,
      path: 'body',
      cause: error,
    });
  } finally {
    body.resume();
  }
}
