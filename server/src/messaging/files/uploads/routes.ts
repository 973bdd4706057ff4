import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import {invalidBodyParam} from '../../../platform/errors/app-error.ts';
import {formParts} from '../../../platform/http/form-parts.ts';
import type {HttpServer} from '../../../platform/http/http-server.ts';
import {streamedBody, streamRequestBodies} from '../../../platform/http/streamed-bodies.ts';
import {Id} from '../../../platform/http/wire.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import {actorOf} from '../../sessions/sessions.ts';
import {FileInfo} from '../schema.ts';
import {NewUploadSession, UploadSession} from './schema.ts';
import {presentUploadSession, type Uploads} from './uploads.ts';

/** Resumable uploads: `/uploads`. */
export function registerUploadRoutes(
  api: HttpServer,
  {uploads, permissions}: {uploads: Uploads; permissions: Permissions},
): void {
  const UploadId = Type.Object({upload_id: Id});

  api.post(
    '/uploads',
    {schema: {summary: 'Create an upload session', body: NewUploadSession, response: {201: UploadSession}}},
    async (request, reply) => {
      const session = await uploads.begin(actorOf(request), request.body);
      return reply.code(201).send(presentUploadSession(session));
    },
  );

  api.get(
    '/uploads/:upload_id',
    {
      schema: {
        summary: 'Get an upload session and its progress',
        params: UploadId,
        response: {200: UploadSession},
      },
    },
    async (request) => presentUploadSession(await uploads.byId(actorOf(request), request.params.upload_id)),
  );

  api.get(
    '/users/:user_id/uploads',
    {
      schema: {
        summary: "List a user's unfinished uploads",
        params: Type.Object({user_id: Id}),
        response: {200: Type.Array(UploadSession)},
      },
    },
    async (request) => {
      const {user_id} = request.params;
      await permissions.requireSelfOr(actorOf(request), user_id, 'manage_system');
      return (await uploads.ofUser(user_id)).map(presentUploadSession);
    },
  );

  api.register(async (streams: HttpServer) => {
    streamRequestBodies(streams);

    streams.post(
      '/uploads/:upload_id',
      {
        schema: {
          summary: 'Upload the next part of a file',
          description:
            'Send the data as the body or as a file in a form. The response to the last part contains the file; a file for import is then named `<id>_<name>`.',
          params: UploadId,
          response: {200: FileInfo, 204: Type.Null()},
        },
      },
      async (request, reply) => {
        const content = request.isMultipart() ? firstFile(request) : streamedBody(request);
        const info = await uploads.append(actorOf(request), request.params.upload_id, content);
        return info ?? reply.code(204).send(null);
      },
    );
  });
}

/** The content of the first file in a form. @throws AppError 400 if there is none. */
async function* firstFile(request: FastifyRequest): AsyncGenerator<Uint8Array> {
  for await (const part of formParts(request)) {
    if (part.kind === 'file') return yield* part.content;
  }
  throw invalidBodyParam('data', 'The form has no file.');
}
