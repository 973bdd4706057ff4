import type {FileInfo, FileUploadResponse} from '@mattermost/types/files';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {byteSize} from '../../lib/numbers.ts';
import {server} from '../../lib/server.ts';
import {uniqueId} from '../../lib/unique-id.ts';
import {changeDraft, draftOf} from '../drafts/drafts.ts';
import {clientConfig} from '../system/client-config.ts';

/** A file on its way to the server, or one that did not get there. */
export interface Upload {
  id: string;
  name: string;
  size: number;
  /** From 0 to 1. */
  progress: number;
  error?: string;
}

/** Files that a message may have. */
const MOST_FILES = 10;
const NONE: readonly Upload[] = [];
const $uploads = atomFamily(() => atom(NONE));
const requests = new Map<string, XMLHttpRequest>();
/** How many files have been chosen; and which of them each was that has arrived, by its id. */
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

/** Sends files to the server, for the draft of a channel or thread. */
export function uploadFiles(placeId: string, channelId: string, files: readonly File[]): void {
  const largest = Number(clientConfig().MaxFileSize ?? Number.POSITIVE_INFINITY);
  for (const file of files) {
    const id = uniqueId();
    const list = $uploads(placeId).get();
    const upload: Upload = {id, name: file.name, size: file.size, progress: 0};
    const count = list.length + draftOf(placeId).files.length;
    if (count >= MOST_FILES) {
      upload.error = `A message has at most ${MOST_FILES} files. Send this one with the next.`;
    } else if (file.size > largest) {
      upload.error = `It has ${byteSize(file.size)}; at most ${byteSize(largest)} are allowed.`;
    }
    $uploads(placeId).set([...list, upload]);
    if (!upload.error) send(placeId, channelId, id, file);
  }
}

// Only this kind of request tells how far it is.
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
      changeDraft(placeId, {files: asChosen([...draftOf(placeId).files, ...file_infos])});
    } else {
      change(placeId, id, {error: refusalOf(request)});
    }
  };
  request.onerror = () => {
    requests.delete(id);
    change(placeId, id, {error: 'The server cannot be reached. Remove it and try again.'});
  };
  request.send(form);
}

/** Small files overtake large ones; in the message they stand as they were chosen. */
function asChosen(files: FileInfo[]): FileInfo[] {
  return files.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
}

function refusalOf(request: XMLHttpRequest): string {
  try {
    const {message} = JSON.parse(request.responseText) as {message?: string};
    if (message) return message;
  } catch {
    // Not the server itself has answered, but something before it.
  }
  return request.status === 413 ? 'The file is too large.' : `The server answered ${request.status}.`;
}

export function cancelUpload(placeId: string, id: string): void {
  requests.get(id)?.abort();
  requests.delete(id);
  change(placeId, id, undefined);
}

export function removeFile(placeId: string, file: FileInfo): void {
  changeDraft(placeId, {files: draftOf(placeId).files.filter(({id}) => id !== file.id)});
}
