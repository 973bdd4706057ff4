import type {FastifyRequest} from 'fastify';
import {AppError, invalidBodyParam} from '../../platform/errors/app-error.ts';
import {formParts} from '../../platform/http/form-parts.ts';
import {type Files, MAX_FILES_PER_POST, type ReceivedFile} from './files.ts';

/** What a form brought: files in the store that nobody owns yet, and where they are to go. */
export interface UploadForm {
  files: ReceivedFile[];
  channelId: string;
  clientIds: string[];
}

/**
 * Reads the form of `POST /files`: `channel_id`, one or more files under any name, and, if the client has ids of its
 * own for them, as many `client_ids`. The order of the parts is the client's choice; a file that comes before its
 * channel is known is taken in and judged afterwards.
 *
 * @param channelId the one that the URL names, or empty.
 * @param requireUpload throws unless the caller may upload to the channel.
 * @throws AppError whatever was wrong; then nothing of the form is left in the store.
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
    message: `At most ${MAX_FILES_PER_POST} files can be uploaded at once, as many as a post carries. Nothing was stored.`,
    status: 400,
    path: 'files',
  });
}

function severalChannels(): AppError {
  return new AppError({
    id: 'api.file.upload_file.multiple_channel_ids.app_error',
    message: 'The request names several channels; all files of one upload go to one channel.',
    status: 400,
    path: 'channel_id',
  });
}

function clientIdsDiffer({clientIds, files}: UploadForm): AppError {
  return new AppError({
    id: 'api.file.upload_file.incorrect_number_of_client_ids.app_error',
    message: `The form has ${clientIds.length} client_ids for ${files.length} files; send one for each, or none.`,
    status: 400,
    path: 'client_ids',
  });
}
