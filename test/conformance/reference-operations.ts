import {readFileSync} from 'node:fs';

/**
 * An operation of the reference server's API, according to its public OpenAPI document. `reference-operations.txt`
 * contains only the facts. A line of that file is
 *
 *     METHOD /path ?query,parameters {body,fields} 200 400
 *
 * Paths are below `/api/v4`, unless they start with `=`. `!` marks what is required. `{}` is an object whose fields
 * the document describes elsewhere, `[]` is a list, and `form{…}` is a multipart form.
 */
export interface ReferenceOperation {
  /** The method and path as on the line, such as `GET /users/{user_id}`. */
  name: string;
  method: string;
  /** The path from the root, such as `/api/v4/users/{user_id}`. */
  path: string;
  query: readonly Field[];
  body: {kind: 'object' | 'list' | 'form'; fields: readonly Field[]} | undefined;
  /** The documented statuses below 400. */
  success: readonly number[];
}

export interface Field {
  name: string;
  required: boolean;
}

const LINE = /^([A-Z]+) (=?\/\S*)(?: \?(\S+))?(?: (form)?(?:\{(\S*)\}|(\[\])))?((?: \d{3})+)$/;

/** All operations, in the order of the file. Throws an error for a line that it can't parse. */
export function readReferenceOperations(): ReferenceOperation[] {
  const text = readFileSync(new URL('reference-operations.txt', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(readLine);
}

function readLine(line: string): ReferenceOperation {
  const match = LINE.exec(line);
  if (!match) throw new Error(`reference-operations.txt: can't read "${line}"`);
  const [, method = '', path = '', query, form, fields, list, statuses = ''] = match;
  return {
    name: `${method} ${path}`,
    method,
    path: path.startsWith('=') ? path.slice(1) : `/api/v4${path}`,
    query: readFields(query),
    body:
      fields === undefined && list === undefined
        ? undefined
        : {kind: form ? 'form' : list ? 'list' : 'object', fields: readFields(fields)},
    success: statuses
      .trim()
      .split(' ')
      .map(Number)
      .filter((status) => status < 400),
  };
}

function readFields(text = ''): Field[] {
  return text
    .split(',')
    .filter((name) => name !== '')
    .map((name) => ({name: name.replace('!', ''), required: name.endsWith('!')}));
}
