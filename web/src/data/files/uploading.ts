import {plural, t} from '@lingui/core/macro';
import type {FileUploadResponse} from '@mattermost/types/files';
import {byteSize} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {uniqueId} from '../../lib/unique-id.ts';
import {changeDraft, getDraft} from '../drafts/drafts.ts';
import type {DraftFile, VoiceMessage} from '../drafts/voice-messages.ts';
import {clientConfig} from '../system/client-config.ts';
import {rememberLocalPicture} from './local-pictures.ts';
import {$uploads, changeUpload, type Upload} from './uploads.ts';

/** The maximum number of files in a message. */
const MOST_FILES = 10;
/** The number of files chosen so far, and the position of each uploaded file in that order, by file id. */
let chosen = 0;
const places = new Map<string, number>();

/** Uploads files for the draft of a channel or thread, and reports their progress in `$uploads`. */
export function startUploads(
  placeId: string,
  channelId: string,
  files: readonly File[],
  voice: VoiceMessage | undefined,
  onUploaded: (() => void) | undefined,
): void {
  const largest = Number(clientConfig().MaxFileSize ?? Number.POSITIVE_INFINITY);
  for (const file of files) {
    const id = uniqueId();
    const list = $uploads(placeId).get();
    const upload: Upload = {id, name: file.name, size: file.size, progress: 0};
    const count = list.length + getDraft(placeId).files.length;
    if (count >= MOST_FILES) {
      upload.error = plural(MOST_FILES, {
        one: 'A message can have up to # file.',
        other: 'A message can have up to # files.',
      });
    } else if (file.size > largest) {
      const size = byteSize(file.size);
      const limit = byteSize(largest);
      upload.error = t`The file is too large: ${size}. The limit is ${limit}.`;
    }
    $uploads(placeId).set([...list, upload]);
    if (!upload.error) send(placeId, channelId, id, file, voice, onUploaded);
  }
}

// Only XMLHttpRequest reports the progress of an upload.
function send(
  placeId: string,
  channelId: string,
  id: string,
  file: File,
  voice: VoiceMessage | undefined,
  onUploaded: (() => void) | undefined,
): void {
  const form = new FormData();
  form.append('channel_id', channelId);
  form.append('client_ids', id);
  form.append('files', file, file.name);
  const place = ++chosen;
  const request = new XMLHttpRequest();
  changeUpload(placeId, id, {cancel: () => request.abort()});
  request.open('POST', server.getFilesRoute());
  for (const [name, value] of Object.entries(server.getOptions({method: 'post'}).headers)) {
    request.setRequestHeader(name, value);
  }
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) changeUpload(placeId, id, {progress: event.loaded / event.total});
  };
  request.onload = () => {
    if (request.status < 300) {
      const {file_infos} = JSON.parse(request.responseText) as FileUploadResponse;
      changeUpload(placeId, id, undefined);
      for (const info of file_infos) {
        places.set(info.id, place);
        rememberLocalPicture(info.id, file);
      }
      const added = voice ? file_infos.map((info) => ({...info, voice})) : file_infos;
      changeDraft(placeId, {files: inChosenOrder([...getDraft(placeId).files, ...added])});
      onUploaded?.();
    } else {
      changeUpload(placeId, id, {error: uploadError(request)});
    }
  };
  request.onerror = () => {
    changeUpload(placeId, id, {
      error: t`Couldn't reach the server. Files need a connection: remove the file and try again.`,
    });
  };
  request.send(form);
}

/**
 * Sorts the files of a message in the order in which they were chosen, because small files finish before large ones.
 */
function inChosenOrder(files: DraftFile[]): DraftFile[] {
  return files.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

function uploadError(request: XMLHttpRequest): string {
  const {status} = request;
  try {
    const {message} = JSON.parse(request.responseText) as {message?: string};
    if (message) return message;
  } catch {
    // The response is from a proxy, not from the server.
  }
  return status === 413 ? t`The file is too large.` : t`The server returned an error (HTTP ${status}).`;
}
