/** A part of a form: a field, or a file if it has a file name. */
export type Part = {name: string; value: string} | {name: string; fileName: string; content: Buffer | string};

const BOUNDARY = 'patchbay-test-boundary';

/** A `multipart/form-data` body with these parts in order, and its header. */
export function formBody(parts: readonly Part[]): {body: Buffer; headers: {'content-type': string}} {
  const pieces = parts.flatMap((part) => {
    const isFile = 'fileName' in part;
    const fileName = isFile ? `; filename="${part.fileName}"` : '';
    const type = isFile ? 'Content-Type: application/octet-stream\r\n' : '';
    return [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${part.name}"${fileName}\r\n${type}\r\n`,
      ),
      Buffer.from(isFile ? part.content : part.value),
      Buffer.from('\r\n'),
    ];
  });
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: {'content-type': `multipart/form-data; boundary=${BOUNDARY}`},
  };
}
