import {fileURLToPath} from 'node:url';
import {getConfig} from '@lingui/conf';
import babel from '@rolldown/plugin-babel';

/**
 * Converts the macros of Lingui to catalog lookups. This uses Babel instead of Lingui's faster transform, because `npm ci`
 * with Node 20 doesn't install the binary of the latter.
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
