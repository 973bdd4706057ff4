import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {brotliCompress, constants, gzip} from 'node:zlib';
import type {Plugin} from 'vite';

/** Other file types are already compressed. */
const TEXT = /\.(?:css|html|js|json|mjs|svg)$/;

// Uses the highest compression levels, because this runs once per build.
const FORMS = [
  {ending: '.br', compress: promisify(brotliCompress), options: {}},
  {ending: '.gz', compress: promisify(gzip), options: {level: constants.Z_BEST_COMPRESSION}},
];

/** Writes compressed copies of a build's files for the server to send, except of files that don't get smaller. */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    async writeBundle({dir}, bundle) {
      const files = Object.values(bundle).filter(({fileName}) => TEXT.test(fileName));
      await Promise.all(
        files.map(async (file) => {
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          await Promise.all(
            FORMS.map(async ({ending, compress, options}) => {
              const copy = await compress(content, options);
              if (copy.length < content.length) await writeFile(join(dir!, file.fileName + ending), copy);
            }),
          );
        }),
      );
    },
  };
}
