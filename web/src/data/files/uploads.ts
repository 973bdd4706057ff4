import {plural, t} from '@lingui/core/macro';
import type {FileInfo, FileUploadResponse} from '@mattermost/types/files';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {byteSize} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {uniqueId} from '../../lib/unique-id.ts';
import {changeDraft, draftOf} from '../drafts/drafts.ts';
import {clientConfig} from '../system/client-config.ts';

/** A file that is being uploaded, or that failed to upload. */
export interface Upload {
  id: string;
  name: string;
  size: number;
  /** From 0 to 1. */
  progress: number;
  error?: string;
}

/** How many files a message can have. */
const MOST_FILES = 10;
const NONE: readonly Upload[] = [];
const $uploads = atomFamily(() => atom(NONE));
const requests = new Map<string, XMLHttpRequest>();
/** How many files have been chosen, and the position of each uploaded file among them, by its id. */
let chosen = 0;
const places = new Map<string, number>();

export function useUploads(placeId: string): readonly Upload[] {
  return useStore($uploads(placeId));
}

function change(placeId: string, id: string, to: Partial<Upload> | undefined): void {
  const list = $uploads(placeId).get();
  $uploads(placeId).set(
    to ? list.map((one) => (one.id === id ? {...one, ...to} : one)) : list.filter((one) => one.id !== id),
  );
}

/** Uploads files for the draft of a channel or thread. */
export function uploadFiles(placeId: string, channelId: string, files: readonly File[]): void {
  const largest = Number(clientConfig().MaxFileSize ?? Number.POSITIVE_INFINITY);
  for (const file of files) {
    const id = uniqueId();
    const list = $uploads(placeId).get();
    const upload: Upload = {id, name: file.name, size: file.size, progress: 0};
    const count = list.length + draftOf(placeId).files.length;
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
    if (!upload.error) send(placeId, channelId, id, file);
  }
}

// Only XMLHttpRequest reports the progress of an upload.
function send(placeId: string, channelId: string, id: string, file: File): void {
  const form = new FormData();
  form.append('channel_id', channelId);
  form.append('client_ids', id);
  form.append('files', file, file.name);
  const place = ++chosen;
  const request = new XMLHttpRequest();
  requests.set(id, request);
  request.open('POST', server.getFilesRoute());
  for (const [name, value] of Object.entries(server.getOptions({method: 'post'}).headers)) {
    request.setRequestHeader(name, value);
  }
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) change(placeId, id, {progress: event.loaded / event.total});
  };
  request.onload = () => {
    requests.delete(id);
    if (request.status < 300) {
      const {file_infos} = JSON.parse(request.responseText) as FileUploadResponse;
      change(placeId, id, undefined);
      for (const info of file_infos) places.set(info.id, place);
      changeDraft(placeId, {files: inChosenOrder([...draftOf(placeId).files, ...file_infos])});
    } else {
      change(placeId, id, {error: uploadError(request)});
    }
  };
  request.onerror = () => {
    requests.delete(id);
    change(placeId, id, {error: t`Couldn't reach the server. Remove the file and try again.`});
  };
  request.send(form);
}

/** Small files finish before large ones. In the message, files keep the order in which they were chosen. */
function inChosenOrder(files: FileInfo[]): FileInfo[] {
  return files.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

function uploadError(request: XMLHttpRequest): string {
  const {status} = request;
  try {
    const {message} = JSON.parse(request.responseText) as {message?: string};
    if (message) return message;
  } catch {
    // A proxy responded instead of the server.
  }
  return status === 413 ? t`The file is too large.` : t`The server returned an error (HTTP ${status}).`;
}

export function cancelUpload(placeId: string, id: string): void {
  requests.get(id)?.abort();
  requests.delete(id);
  change(placeId, id, undefined);
}

export function removeFile(placeId: string, file: FileInfo): void {
  changeDraft(placeId, {files: draftOf(placeId).files.filter(({id}) => id !== file.id)});
}
