import {Readable} from 'node:stream';
import type {ImportSource} from '../../server/src/data-exchange/bulk-import/bulk-import.ts';

/**
 * A JSONL file in memory. Each entry is a line: an object, or the text of the line. The keys of `files` are paths.
 */
export function importSource(
  lines: readonly (object | string)[] | Buffer,
  files: Readonly<Record<string, Buffer>> = {},
): ImportSource {
  const bytes = Buffer.isBuffer(lines)
    ? lines
    : Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return {
    name: 'test.jsonl',
    read: () => Readable.from(bytes.length === 0 ? [] : [bytes], {objectMode: true}),
    rereadable: true,
    progress: () => undefined,
    files: {
      find: async (name) =>
        files[name] ? {size: files[name].length} : {problem: `There is no file ${name}.`},
      read: async (name) => Readable.from([files[name]!]),
    },
    async close() {},
  };
}

export const VERSION = {type: 'version', version: 1};
