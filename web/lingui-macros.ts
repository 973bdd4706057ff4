import {fileURLToPath} from 'node:url';
import {getConfig} from '@lingui/conf';
import babel from '@rolldown/plugin-babel';

/**
 * Turns the macros of Lingui into lookups in the catalogs. This uses Babel, although Lingui has a faster transform of its
 * own, because `npm ci` with Node 20 skips that one's binary.
 */
export function linguiMacros() {
  const linguiConfig = getConfig({cwd: fileURLToPath(new URL('.', import.meta.url))});
  return babel({
    presets: [
      {
        preset: () => ({plugins: [['@lingui/babel-plugin-lingui-macro', {linguiConfig}]]}),
        rolldown: {filter: {code: /@lingui\/(?:core|react)\/macro/}},
      },
    ],
  });
}
