import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {errorMessage, Refusal, server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {refreshImportFiles} from './imports.ts';

/** An upload that the server has begun; `file_offset` bytes of it have arrived. */
export interface UploadSession {
  id: string;
  type: string;
  filename: string;
  file_size: number;
  file_offset: number;
}

/** A file on its way to the server. It goes on while one looks at other pages. */
export interface Upload {
  file: File;
  sent: number;
  /** The connection broke off; it is tried again by itself. */
  isWaiting: boolean;
  /** The server does not take it: nothing goes on by itself. */
  error?: string;
}

/** Bytes of one request: as much as is sent again at most when a connection breaks off unnoticed. */
const SLICE = 8 << 20;
const TRY_AGAIN_MILLIS = 2_000;

const $current = atom<Upload | undefined>(undefined);
let abort = new AbortController();

export function useUpload(): Upload | undefined {
  return useStore($current);
}

/** Uploads for the import that were begun and are not complete. */
export async function unfinishedUploads(): Promise<UploadSession[]> {
  const all = await server.call<UploadSession[]>(`/users/${me().id}/uploads`);
  return all.filter(({type}) => type === 'import');
}

/** Sends a file; one that was broken off earlier is gone on with. */
export async function upload(file: File): Promise<void> {
  stopUpload();
  abort = new AbortController();
  const {signal} = abort;
  const change = (to: Partial<Upload>) => {
    const before = $current.get();
    if (!signal.aborted && before) $current.set({...before, ...to});
  };
  $current.set({file, sent: 0, isWaiting: false});
  try {
    const session = await untilItWorks(() => begin(file), change, signal);
    let offset = session.file_offset;
    while (offset < file.size && !signal.aborted) {
      offset = await untilItWorks(
        async (isRetry) => {
          const from = isRetry
            ? (await server.call<UploadSession>(`/uploads/${session.id}`)).file_offset
            : offset;
          change({sent: from});
          const end = Math.min(file.size, from + SLICE);
          await sendBytes(session.id, file.slice(from, end), signal, (sent) => change({sent: from + sent}));
          return end;
        },
        change,
        signal,
      );
    }
    if (signal.aborted) return;
    await refreshImportFiles();
    $current.set(undefined);
  } catch (error) {
    change({error: errorMessage(error)});
  }
}

/** Stops sending. What has arrived stays on the server for a while, and is gone on with if the file comes again. */
export function stopUpload(): void {
  abort.abort();
  $current.set(undefined);
}

async function begin(file: File): Promise<UploadSession> {
  const known = (await unfinishedUploads()).find(
    ({filename, file_size}) => filename === file.name && file_size === file.size,
  );
  if (known) return known;
  return server.call<UploadSession>('/uploads', {
    method: 'POST',
    body: {type: 'import', filename: file.name, file_size: file.size},
  });
}

/** Tries again for as long as the server is not to be reached; what it refuses is thrown. */
async function untilItWorks<Result>(
  work: (isRetry: boolean) => Promise<Result>,
  change: (to: Partial<Upload>) => void,
  signal: AbortSignal,
): Promise<Result> {
  for (let isRetry = false; ; isRetry = true) {
    try {
      const result = await work(isRetry);
      change({isWaiting: false});
      return result;
    } catch (error) {
      if (signal.aborted || (error instanceof Refusal && (error.status_code ?? 0) < 500)) throw error;
      change({isWaiting: true});
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MILLIS));
    }
  }
}

// Only this kind of request tells how far it is.
function sendBytes(
  id: string,
  bytes: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const url = `${server.getBaseRoute()}/uploads/${id}`;
    request.open('POST', url);
    for (const [name, value] of Object.entries(server.getOptions({method: 'post'}).headers)) {
      if (name.toLowerCase() !== 'content-type') request.setRequestHeader(name, value);
    }
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.upload.onprogress = ({loaded}) => onSent(loaded);
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Refusal('', url, request.status, bodyOf(request)));
    };
    request.onerror = () => reject(new TypeError('the connection broke off'));
    request.onabort = request.onerror;
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.send(bytes);
  });
}

function bodyOf(request: XMLHttpRequest): {[member: string]: unknown} {
  try {
    return JSON.parse(request.responseText);
  } catch {
    // Not the server itself has answered, but something before it.
    return {};
  }
}
