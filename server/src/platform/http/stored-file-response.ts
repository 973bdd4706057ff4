import {Readable} from 'node:stream';
import type {FastifyReply, FastifyRequest} from 'fastify';
import Type from 'typebox';
import {AppError} from '../errors/app-error.ts';
import type {FileStore} from '../file-store/file-store.ts';
import {type ContentDigest, verifiedContent} from '../file-store/verified-content.ts';
import {parseByteRange} from './byte-range.ts';
import {contentDisposition} from './content-disposition.ts';

/** The bytes of a file, as a response's schema. */
export const FileBytes = Type.Unsafe<unknown>({
  type: 'string',
  format: 'binary',
  description: 'The bytes of the file.',
});

export interface StoredFileResponse {
  path: string;
  /** What the bytes are; decides whether a browser may show them in place. */
  mediaType: string;
  /** The name under which a browser saves it. */
  name: string;
  /** Save it, even if it could be shown. */
  download?: boolean;
  /** Changes whenever the bytes do. Letters, digits, dots and hyphens. */
  version: string;
  /**
   * Seconds for which a browser need not ask again. Only the browser keeps it, never a cache between; with 0 nothing
   * keeps it.
   */
  maxAge: number;
  /** What the bytes are to be, and who hears if they are not. */
  expected?: ContentDigest & {
    onChanged: (actual: Pick<ContentDigest, 'size'> & Partial<ContentDigest>) => void;
  };
}

/**
 * What a browser shows in place without running anything of it. PDF is shown by a viewer of the browser's own; SVG,
 * HTML, XML and scripts are not here, because in place they would run with our origin's cookies.
 */
const SHOWN_IN_PLACE = new Set([
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
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
  'application/pdf',
]);

/** Types that a browser might run if all else failed: they are sent as plain text. */
const ACTIVE = /^text\/(?:html|css)$|[/+]xml$|script$/;

const SANDBOXED = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";
// In a sandbox the page that a browser makes around a sound or a film may not load it.
const PLAYED = "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/**
 * Answers with a file of the store: whole or a range of it, or 304 if the client has it. Whatever the bytes are, no
 * browser runs them in our origin: unknown and active types are saved and not shown, nothing is sniffed, and what is
 * shown may load nothing.
 *
 * With `expected`, a file of another size is refused, and one that is read as a whole is compared with its hash: if they
 * differ, it is refused too, or its last bytes are not sent, so that no client takes it for whole.
 *
 * @throws AppError 404 if the file is not in the store, 416 if the range lies outside of it, 500 if it has changed.
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
  if (knows(request.headers['if-none-match'], etag)) return reply.code(304).send();

  const size = await store.size(path);
  if (size === undefined) throw contentMissing(path);
  if (expected && size !== expected.size) {
    expected.onChanged({size});
    throw contentChanged(path);
  }
  const inPlace = SHOWN_IN_PLACE.has(mediaType) && !download;
  reply.headers({
    'Content-Type': ACTIVE.test(mediaType) ? 'text/plain; charset=utf-8' : mediaType,
    'Content-Disposition': contentDisposition(inPlace ? 'inline' : 'attachment', name),
    'Content-Security-Policy': /^(?:audio|video)\//.test(mediaType) ? PLAYED : SANDBOXED,
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
  // A stream, because the length of any other answer would take the place of the file's.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const content = await store.read(path, range);
  if (!expected || range) return reply.send(content);
  const verified = verifiedContent(content, expected, (actual) => {
    expected.onChanged(actual);
    throw contentChanged(path);
  });
  return reply.send(Readable.from(verified, {objectMode: false}));
}

function knows(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(etag) || known[0] === '*');
}

function contentMissing(path: string): AppError {
  return new AppError({
    id: 'api.file.read_file.app_error',
    message: 'The content of this file is not on the server any more.',
    status: 404,
    detail: `reading ${path}`,
  });
}

function contentChanged(path: string): AppError {
  return new AppError({
    id: 'api.file.read_file.changed.app_error',
    message:
      'The content of this file has changed on the server since it was uploaded. Tell an administrator, who can restore it from a backup.',
    status: 500,
    detail: `reading ${path}`,
  });
}

function rangeOutside(reply: FastifyReply, size: number): AppError {
  reply.header('Content-Range', `bytes */${size}`);
  return new AppError({
    id: 'api.file.range_not_satisfiable.app_error',
    message: `The file has ${size} bytes, and the range that was asked for lies outside of them.`,
    status: 416,
  });
}
