import {readdirSync, readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import type {Plugin} from 'vite';

const ID = 'virtual:pdf-assets';
const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const {version} = JSON.parse(readFileSync(packageFile, 'utf8')) as {version: string};

/** The files' folder. They change only with the version, so browsers can cache them. */
const FOLDER = `assets/pdfjs-${version}`;

/**
 * The files of the package that PDFs may need, by folder. WebAssembly isn't allowed by the Content-Security-Policy.
 */
const FILES: Record<string, RegExp> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(?:pfb|ttf)$/,
  wasm: /_nowasm_fallback\.js$/,
};

/**
 * `virtual:pdf-assets`: the path of the folder with the character maps, fonts and image decoders that pdf.js loads
 * when a PDF needs them. pdf.js requests them by name, so their names have no hash.
 */
export function pdfAssets(): Plugin {
  return {
    name: 'pdf-assets',
    apply: 'build',
    resolveId: (source) => (source === ID ? `\0${ID}` : undefined),
    load(source) {
      if (source !== `\0${ID}`) return undefined;
      for (const [folder, pattern] of Object.entries(FILES)) {
        const from = join(packageFile, '..', folder);
        for (const name of readdirSync(from).filter((file) => pattern.test(file))) {
          this.emitFile({
            type: 'asset',
            fileName: `${FOLDER}/${folder}/${name}`,
            source: readFileSync(join(from, name)),
          });
        }
      }
      return `export default ${JSON.stringify(`/${FOLDER}/`)};`;
    },
  };
}
