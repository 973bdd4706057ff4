import type {FastifyRequest} from 'fastify';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import {formParts} from '../../platform/http/form-parts.ts';
import {type Files, MAX_FILES_PER_POST, type ReceivedFile} from './files.ts';

/** The result of reading a form: stored files without an owner, and their destination. */
export interface UploadForm {
  files: ReceivedFile[];
  channelId: string;
  clientIds: string[];
}

/**
 * Reads the form of `POST /files`: `channel_id`, one or more files under any name, and optionally one client-side id
 * per file in `client_ids`. Parts can come in any order; a file that precedes its channel is stored first and checked
 * later.
 *
 * @param channelId the channel in the URL, or empty
 * @param requireUpload throws unless the caller may upload to the channel
 * @throws AppError for any problem, after all files of the form were removed from the store
 */
export async function readUploadForm(
  request: FastifyRequest,
  files: Files,
  {channelId, requireUpload}: {channelId: string; requireUpload: (channelId: string) => Promise<void>},
): Promise<UploadForm> {
  const form: UploadForm = {files: [], channelId, clientIds: []};
  try {
    for await (const part of formParts(request)) {
      if (part.kind === 'file') {
        if (form.channelId) await requireUpload(form.channelId);
        if (form.files.length === MAX_FILES_PER_POST) throw tooManyFiles();
        form.files.push(await files.receive(part.fileName, part.content));
      } else if (part.name === 'channel_id') {
        if (form.channelId && form.channelId !== part.value) throw severalChannels();
        form.channelId = part.value;
      } else if (part.name === 'client_ids') form.clientIds.push(part.value);
    }
    if (form.files.length === 0) throw invalidBodyParam('files', 'The form has no file.');
    if (form.clientIds.length > 0 && form.clientIds.length !== form.files.length) throw clientIdsDiffer(form);
    await requireUpload(form.channelId);
  } catch (error) {
    for (const file of form.files) await files.discard(file);
    throw error;
  }
  return form;
}

function tooManyFiles(): AppError {
  return new AppError({
    id: 'api.file.upload_file.too_many_files.app_error',
    message: `You can upload at most ${MAX_FILES_PER_POST} files at once, as many as a post can have. No file was stored.`,
    params: {limit: MAX_FILES_PER_POST},
    status: 400,
    path: 'files',
  });
}

function severalChannels(): AppError {
  return new AppError({
    id: 'api.file.upload_file.multiple_channel_ids.app_error',
    message: 'The request has several channels, but all files of an upload must go to one channel.',
    status: 400,
    path: 'channel_id',
  });
}

function clientIdsDiffer({clientIds, files}: UploadForm): AppError {
  return new AppError({
    id: 'api.file.upload_file.incorrect_number_of_client_ids.app_error',
    message: `The form has ${clientIds.length} client_ids for ${files.length} files. Send one for each file, or none.`,
    status: 400,
    path: 'client_ids',
  });
}
