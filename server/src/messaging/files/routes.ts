import type {FastifyReply, FastifyRequest} from 'fastify';
import Type from 'typebox';
import {isValidId} from '../../platform/database/ids.ts';
import {AppError, invalidUrlParam} from '../../platform/errors/app-error.ts';
import type {FileStore} from '../../platform/file-store/file-store.ts';
import type {HttpServer} from '../../platform/http/http-server.ts';
import {isFlagSet, QueryFlag} from '../../platform/http/query.ts';
import {
  FileBytes,
  type StoredFileResponse,
  sendStoredFile,
} from '../../platform/http/stored-file-response.ts';
import {streamedBody, streamRequestBodies} from '../../platform/http/streamed-bodies.ts';
import {Id, line, looseId, word} from '../../platform/http/wire.ts';
import type {Permissions} from '../permissions/permissions.ts';
import {actorOf} from '../sessions/sessions.ts';
import {type FileInfoRow, type Files, presentFileInfo} from './files.ts';
import {FileInfo} from './schema.ts';
import {readUploadForm} from './upload-form.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Files: `/files`, and the files of a post. */
export function registerFileRoutes(
  api: HttpServer,
  {files, permissions, fileStore}: {files: Files; permissions: Permissions; fileStore: FileStore},
): void {
  const FileId = Type.Object({file_id: Id});
  const Uploaded = Type.Object({
    file_infos: Type.Array(FileInfo),
    client_ids: Type.Array(Type.String()),
  });

  api.register(async (uploads: HttpServer) => {
    streamRequestBodies(uploads);

    uploads.post(
      '/files',
      {
        schema: {
          summary: 'Upload files',
          description:
            'Send a multipart/form-data body, or a single file as the body with its name in the URL.',
          querystring: Type.Object({
            channel_id: Type.Optional(looseId()),
            filename: Type.Optional(line()),
            client_id: Type.Optional(word()),
          }),
          response: {201: Uploaded},
        },
      },
      async (request, reply) => {
        files.requireEnabled();
        const {channelId, received, clientIds} = await receiveUpload(request);
        const {userId} = actorOf(request);
        let infos: Awaited<ReturnType<Files['add']>>;
        try {
          infos = await files.add(received, {channelId, userId});
        } catch (error) {
          for (const file of received) await files.discard(file);
          throw error;
        }
        return reply.code(201).send({file_infos: infos, client_ids: clientIds});
      },
    );
  });

  async function receiveUpload(
    request: FastifyRequest<{Querystring: {channel_id?: string; filename?: string; client_id?: string}}>,
  ) {
    const {channel_id = '', filename, client_id} = request.query;
    const requireUpload = async (channelId: string) => {
      if (!isValidId(channelId))
        throw invalidUrlParam('channel_id', 'Set the channel in which the file will be posted.');
      await files.requireUpload(actorOf(request), channelId);
    };
    if (request.isMultipart()) {
      const form = await readUploadForm(request, files, {channelId: channel_id, requireUpload});
      return {...form, received: form.files};
    }
    await requireUpload(channel_id);
    if (!filename) throw invalidUrlParam('filename', 'Set the name of the file, or send a form.');
    const received = [await files.receive(filename, streamedBody(request))];
    return {channelId: channel_id, received, clientIds: client_id ? [client_id] : []};
  }

  async function readable(request: FastifyRequest<{Params: {file_id: string}}>): Promise<FileInfoRow> {
    const file = await files.byId(request.params.file_id);
    await files.requireReadable(actorOf(request), file);
    return file;
  }

  const Download = Type.Object({download: QueryFlag});

  api.get(
    '/files/:file_id',
    {schema: {summary: 'Download a file', params: FileId, querystring: Download, response: {200: FileBytes}}},
    async (request, reply) => {
      const file = await readable(request);
      return sendStoredFile(request, reply, fileStore, {
        path: file.path,
        mediaType: file.mimetype,
        name: file.name,
        download: isFlagSet(request.query.download),
        version: file.id,
        maxAge: DAY_SECONDS,
        expected: expectedContent(file, files),
      });
    },
  );

  for (const kind of ['thumbnail', 'preview'] as const) {
    api.get(
      `/files/:file_id/${kind}`,
      {
        schema: {
          summary: 'Get a thumbnail or preview of a file',
          params: FileId,
          querystring: Download,
          response: {200: FileBytes},
        },
      },
      async (request, reply) => {
        const file = await readable(request);
        const path = kind === 'thumbnail' ? file.thumbnailpath : file.previewpath;
        if (path === '') throw noSuchImage(kind, file.id);
        return sendStoredFile(request, reply, fileStore, {
          path,
          mediaType: path.endsWith('.png') ? 'image/png' : 'image/jpeg',
          name: file.name,
          download: isFlagSet(request.query.download),
          version: `${file.id}-${kind}`,
          maxAge: DAY_SECONDS,
        });
      },
    );
  }

  api.get(
    '/files/:file_id/info',
    {schema: {summary: 'Get the metadata of a file', params: FileId, response: {200: FileInfo}}},
    async (request) => presentFileInfo(await readable(request)),
  );

  api.get(
    '/files/:file_id/link',
    {
      schema: {
        summary: 'Get a public link to a file',
        params: FileId,
        response: {200: Type.Object({link: Type.String()})},
      },
    },
    async (request) => {
      const file = await readable(request);
      await permissions.require(actorOf(request), 'get_public_link', {channelId: file.channelid});
      return {link: await files.publicLinks.link(file)};
    },
  );

  api.get(
    '/posts/:post_id/files/info',
    {
      schema: {
        summary: 'List the files of a post',
        params: Type.Object({post_id: Id}),
        querystring: Type.Object({
          include_deleted: Type.Optional(
            word('`true` to include deleted files and those of a deleted post, for administrators.'),
          ),
        }),
        response: {200: Type.Array(FileInfo)},
      },
    },
    async (request) => {
      const {post_id} = request.params;
      const includeDeleted = isFlagSet(request.query.include_deleted);
      if (includeDeleted) await permissions.require(actorOf(request), 'manage_system');
      const channelId = await files.channelOfPost(post_id, {includeDeleted});
      await permissions.requireChannelRead(actorOf(request), channelId);
      return (await files.forPosts([post_id], {includeDeleted})).get(post_id) ?? [];
    },
  );
}

/** Public links: `/files/{id}/public`, without a session. */
export function registerPublicFileRoutes(
  app: HttpServer,
  {files, fileStore}: {files: Files; fileStore: FileStore},
): void {
  app.get(
    '/files/:file_id/public',
    {
      config: {access: 'anonymous'},
      schema: {
        summary: 'Download a file by its public link',
        params: Type.Object({file_id: Id}),
        querystring: Type.Object({h: Type.Optional(word())}),
        response: {200: FileBytes},
      },
    },
    async (request: FastifyRequest, reply: FastifyReply) => {
      const {file_id} = request.params as {file_id: string};
      await files.publicLinks.requireSignature(file_id, (request.query as {h?: string}).h ?? '');
      const file = await files.byId(file_id);
      return sendStoredFile(request, reply, fileStore, {
        path: file.path,
        mediaType: file.mimetype,
        name: file.name,
        version: file.id,
        maxAge: DAY_SECONDS,
        expected: expectedContent(file, files),
      });
    },
  );
}

/** The recorded size and hash of a file, to check the content that is sent. */
function expectedContent(file: FileInfoRow, files: Files): StoredFileResponse['expected'] {
  const {size, sha256} = file;
  return {size, sha256, onChanged: (actual) => files.recordChangedContent(file, actual)};
}

function noSuchImage(kind: 'thumbnail' | 'preview', fileId: string): AppError {
  return new AppError({
    id: `api.file.get_file_${kind}.no_${kind}.app_error`,
    message: `This file has no ${kind}. Download the file itself.`,
    explanation: `The file ${fileId} has no ${kind}.`,
    status: 400,
  });
}
