import {Readable} from 'node:stream';
import type {FastifyReply, FastifyRequest} from 'fastify';
import Type from 'typebox';
import {AppError} from '../errors/app-error.ts';
import type {FileStore} from '../file-store/file-store.ts';
import {type ContentDigest, verifiedContent} from '../file-store/verified-content.ts';
import {parseByteRange} from './byte-range.ts';
import {contentDisposition} from './content-disposition.ts';
import {matchesEtag} from './etags.ts';

/** The response schema of a file. */
export const FileBytes = Type.Unsafe<unknown>({
  type: 'string',
  format: 'binary',
  description: 'The content of the file.',
});

export interface StoredFileResponse {
  path: string;
  /** The media type, which determines whether a browser can show the file inline. */
  mediaType: string;
  /** The file name for downloads. */
  name: string;
  /** Download the file even if it can be shown inline. */
  download?: boolean;
  /** Changes with the content. Letters, digits, dots and hyphens. */
  version: string;
  /**
   * Seconds for which the browser can cache the file; shared caches can't. 0: no caching.
   */
  maxAge: number;
  /** The expected size and hash, and a callback for when the content has changed. */
  expected?: ContentDigest & {
    onChanged: (actual: Pick<ContentDigest, 'size'> & Partial<ContentDigest>) => void;
  };
}

/**
 * Types that a browser shows inline without running code. PDFs use the browser's own viewer. SVG, HTML, XML and scripts are
 * excluded, because they would run with our origin's cookies.
 */
const INLINE_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'audio/mpeg',
  'audio/aac',
  'audio/flac',
  'audio/ogg',
  'audio/opus',
  'audio/wav',
  'audio/x-m4a',
  'audio/mp4',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'application/pdf',
]);

/** Types that a browser might run. As another line of defense, they are sent as plain text. */
const ACTIVE_TYPES = /^text\/(?:html|css)$|[/+]xml$|script$/;

const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
// In a sandbox, the page that a browser creates for audio or video could not load the file.
const MEDIA_POLICY =
  "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Sends a file of the store, a range of it, or 304 if the client has it. No browser can run its content in our origin:
 * unknown and active types are downloaded, content types are not sniffed, and inline files can't load anything.
 *
 * With `expected`, a file of another size is rejected. A complete file is compared with its hash; if they differ, it is
 * rejected or its last bytes are not sent, so that clients don't mistake it for complete.
 *
 * @throws AppError 404 if the file doesn't exist, 416 if the range is out of bounds, 500 if the content has changed
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: FileStore,
  {path, mediaType, name, download = false, version, maxAge, expected}: StoredFileResponse,
): Promise<FastifyReply> {
  const etag = `"${version}"`;
  reply.removeHeader('Expires');
  reply.headers({'Cache-Control': maxAge === 0 ? 'no-store' : `private, max-age=${maxAge}`, ETag: etag});
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();

  const size = await store.size(path);
  if (size === undefined) throw contentMissing(path);
  if (expected && size !== expected.size) {
    expected.onChanged({size});
    throw contentChanged(path);
  }
  const inline = INLINE_TYPES.has(mediaType) && !download;
  reply.headers({
    'Content-Type': ACTIVE_TYPES.test(mediaType) ? 'text/plain; charset=utf-8' : mediaType,
    'Content-Disposition': contentDisposition(inline ? 'inline' : 'attachment', name),
    'Content-Security-Policy': /^(?:audio|video)\//.test(mediaType) ? MEDIA_POLICY : SANDBOX_POLICY,
    'Accept-Ranges': 'bytes',
  });

  const ifRange = request.headers['if-range'];
  const range =
    request.headers.range !== undefined && (ifRange === undefined || ifRange === etag)
      ? parseByteRange(request.headers.range, size)
      : undefined;
  if (range === 'unsatisfiable') throw rangeOutside(reply, size);
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
  reply.header('Content-Length', range ? range.end - range.start + 1 : size);
  // A stream, because otherwise Fastify would replace the content length.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const content = await store.read(path, range);
  if (!expected || range) return reply.send(content);
  const verified = verifiedContent(content, expected, (actual) => {
    expected.onChanged(actual);
    throw contentChanged(path);
  });
  return reply.send(Readable.from(verified, {objectMode: false}));
}

function contentMissing(path: string): AppError {
  return new AppError({
    id: 'api.file.read_file.app_error',
    message: 'The content of this file is no longer on the server.',
    status: 404,
    detail: `reading ${path}`,
  });
}

function contentChanged(path: string): AppError {
  return new AppError({
    id: 'api.file.read_file.changed.app_error',
    message:
      'The content of this file has changed on the server since it was uploaded. Ask an administrator to restore it from a backup.',
    status: 500,
    detail: `reading ${path}`,
  });
}

function rangeOutside(reply: FastifyReply, size: number): AppError {
  reply.header('Content-Range', `bytes */${size}`);
  return new AppError({
    id: 'api.file.range_not_satisfiable.app_error',
    message: `The requested range is out of bounds. The file has ${size} bytes.`,
    status: 416,
  });
}
