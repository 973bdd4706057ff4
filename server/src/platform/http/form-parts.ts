import type {FastifyRequest} from 'fastify';
import {storableText} from '../database/storable-text.ts';
import {AppError} from '../errors/app-error.ts';

/** A part of a `multipart/form-data` body. Read a file's content before you request the next part. */
export type FormPart =
  | {kind: 'field'; name: string; value: string}
  | {kind: 'file'; name: string; fileName: string; content: AsyncIterable<Uint8Array>};

/**
 * Yields the parts of a form as they arrive, without buffering. Characters that the database can't store are replaced. When
 * the caller stops reading, the rest of the request is discarded, so that the client can read the response.
 *
 * @throws AppError 400 if the body is not a form or is incomplete, or if a field is too long
 */
export async function* formParts(request: FastifyRequest): AsyncGenerator<FormPart, void, undefined> {
  if (!request.isMultipart()) throw unreadableForm('It must be multipart/form-data.');
  // The caller limits the file size, because the limit depends on the part.
  const parts = request.parts({limits: {fileSize: Number.POSITIVE_INFINITY}});
  try {
    for (;;) {
      const next = await parts.next().catch((error: unknown) => {
        throw unreadable(error);
      });
      if (next.done) return;
      const part = next.value;
      if (part.type === 'file') {
        const {fieldname: name, file} = part;
        // A binary part is a file even if it has no file name.
        const fileName = storableText((part.filename as string | undefined) ?? '');
        yield {kind: 'file', name, fileName, content: withReadableErrors(file)};
      } else {
        if (part.valueTruncated) throw unreadableForm(`The field ${part.fieldname} is too long.`);
        yield {kind: 'field', name: part.fieldname, value: storableText(fieldText(part.value))};
      }
    }
  } finally {
    request.raw.unpipe();
    request.raw.resume();
  }
}

// Fields with a JSON content type are already parsed.
function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function* withReadableErrors(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): AppError {
  return unreadableForm(`${(error as Error).message}.`, error);
}

function unreadableForm(reason: string, cause?: unknown): AppError {
  return new AppError({
    id: 'api.file.upload_file.read_request.app_error',
    message: `The form in the request body could not be read. ${reason}`,
    status: 400,
    path: 'body',
    cause,
  });
}
