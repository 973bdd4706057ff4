import type {FastifyRequest} from 'fastify';
import {storableText} from '../database/storable-text.ts';
import {AppError} from '../errors/app-error.ts';

/** A part of a `multipart/form-data` body. A file's content has to be read before the next part is asked for. */
export type FormPart =
  | {kind: 'field'; name: string; value: string}
  | {kind: 'file'; name: string; fileName: string; content: AsyncIterable<Uint8Array>};

/**
 * The parts of a form as they arrive, nothing of them held back, and in their texts nothing that no database stores.
 * However the caller leaves the loop, the rest of the request is read and dropped, so that the client gets to read the
 * answer.
 *
 * @throws AppError 400 for a body that is no form, breaks off, or has a field that does not fit.
 */
export async function* formParts(request: FastifyRequest): AsyncGenerator<FormPart, void, undefined> {
  if (!request.isMultipart()) throw unreadableForm('It has to be multipart/form-data.');
  // How large a file may be is for the caller to say, who knows which it is.
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
        // A part that says that it is bytes is a file, even one without a name.
        const fileName = storableText((part.filename as string | undefined) ?? '');
        yield {kind: 'file', name, fileName, content: explained(file)};
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

// A field that says that it is JSON has been parsed already.
function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function* explained(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
