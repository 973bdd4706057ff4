import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {errorMessage, Refusal, server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {refreshImportFiles} from './imports.ts';

/** An upload on the server. `file_offset` is the number of bytes received so far. */
export interface UploadSession {
  id: string;
  type: string;
  filename: string;
  file_size: number;
  file_offset: number;
}

/** A file that is being uploaded. The upload continues while other pages are open. */
export interface Upload {
  file: File;
  sent: number;
  /** The connection was lost. The upload is retried automatically. */
  isWaiting: boolean;
  /** The server rejected the file, so the upload isn't retried. */
  error?: string;
}

/** The size of a request in bytes. At most this much is sent again after a lost connection. */
const CHUNK_SIZE = 8 << 20;
const RETRY_DELAY = 2_000;

const $current = atom<Upload | undefined>(undefined);
let abort = new AbortController();

export function useUpload(): Upload | undefined {
  return useStore($current);
}

/** Incomplete uploads of import files. */
export async function unfinishedUploads(): Promise<UploadSession[]> {
  const all = await server.call<UploadSession[]>(`/users/${me().id}/uploads`);
  return all.filter(({type}) => type === 'import');
}

/** Uploads a file, or resumes its interrupted upload. */
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
    const session = await retryWhileUnreachable(() => begin(file), change, signal);
    let offset = session.file_offset;
    while (offset < file.size && !signal.aborted) {
      offset = await retryWhileUnreachable(
        async (isRetry) => {
          const from = isRetry
            ? (await server.call<UploadSession>(`/uploads/${session.id}`)).file_offset
            : offset;
          change({sent: from});
          const end = Math.min(file.size, from + CHUNK_SIZE);
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

/** Stops the upload. The server keeps the received part for a while, so that uploading the same file resumes it. */
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

/** Retries while the server can't be reached. Throws if it rejects the request. */
async function retryWhileUnreachable<Result>(
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
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
    }
  }
}

// Doesn't use fetch(), which reports no upload progress.
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
      else reject(new Refusal('', url, request.status, parseBody(request)));
    };
    request.onerror = () => reject(new TypeError('The connection was lost.'));
    request.onabort = request.onerror;
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.send(bytes);
  });
}

function parseBody(request: XMLHttpRequest): {[member: string]: unknown} {
  try {
    return JSON.parse(request.responseText);
  } catch {
    // The response is from a proxy in front of Patchbay.
    return {};
  }
}
