import {fileURLToPath} from 'node:url';
import {lingui} from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import {defineConfig, type Plugin} from 'vite';
import {LANGUAGES} from '../server/src/platform/languages/languages.ts';
import {appManifest} from './app-manifest.ts';
import {classicScripts, SERVICE_WORKER} from './classic-scripts.ts';
import {compressedCopies} from './compressed-copies.ts';
import {emojiKeywords} from './emoji-keywords.ts';
import {emojiList} from './emoji-list.ts';
import {linguiMacros} from './lingui-macros.ts';
import {pdfAssets} from './pdf-assets.ts';
import {preloadFont} from './preload-font.ts';
import {reactAriaTexts} from './react-aria-texts.ts';
import {usedClientMethods, usedEventNames} from './used-client-methods.ts';
import {withoutIntl} from './without-intl.ts';

/** Removes the older formats of KaTeX's fonts. No browser that can run the client needs them. */
function onlyNewFonts(): Plugin {
  return {
    name: 'only-new-fonts',
    enforce: 'pre',
    transform: {
      filter: {id: /\/katex\.min\.css$/},
      handler: (code) => code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\("\w+"\)/g, ''),
    },
  };
}

/** The symbols of Unicode as browsers know them, instead of 2.6 kB of ranges for markdown-it. */
function shortSymbols(): Plugin {
  return {
    name: 'short-symbols',
    enforce: 'pre',
    transform: {
      filter: {id: /\/uc\.micro\/build\/index\.mjs$/},
      handler: (code) => code.replace(/^const S = .+$/m, 'const S = /\\p{S}/u;'),
    },
  };
}

const own = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Hashes can't be compressed, and the first files list those of all others, so they are as short as possible for this many. */
const HASHED = 'assets/[name]-[hash:7]';

/**
 * The code of the first page is divided into few files. Each contains its modules and their imports, except those in
 * an earlier file. Modules that are imported on demand are separate files. So is the sign-in page: the code that it
 * shares with other pages is in the first file.
 */
const FIRST_FILES = [
  {
    name: 'start',
    test: /\/web\/src\/(?:main\.tsx|components\/ui\/(?:notice\.tsx|patchbay\.svg|use-typed-option\.ts))$/,
  },
  {name: 'signed-in', test: /\/web\/src\/app\/signed-in\.tsx$/},
];

/** Modules that change a variable that another one of them imports (`classic-scripts.ts`). */
const DRAGGING = {name: 'drag-and-drop', test: /\/react-aria\/dist\/private\/dnd\//};

export default defineConfig({
  plugins: [
    linguiMacros(),
    lingui({cwd: own('.'), failOnCompileError: true}),
    react(),
    emojiList(),
    emojiKeywords(),
    onlyNewFonts(),
    shortSymbols(),
    withoutIntl(),
    pdfAssets(),
    preloadFont(),
    reactAriaTexts(LANGUAGES),
    usedClientMethods(own('src')),
    usedEventNames(),
    appManifest(),
    classicScripts(['start', 'signed-in']),
    compressedCopies(),
  ],
  resolve: {
    // The browser can do this itself: named characters (`&eacute;`) and internationalized host names.
    alias: {
      entities: own('src/lib/markdown/entities.ts'),
      'punycode.js': own('src/lib/markdown/punycode.ts'),
    },
  },
  // Keeps `:dir()`. Otherwise, it becomes a list of languages, which ignores the direction of a message.
  css: {lightningcss: {exclude: 4}},
  build: {
    target: 'es2023',
    // The Content-Security-Policy allows no data: URLs, so every asset is a separate file.
    assetsInlineLimit: 0,
    modulePreload: {polyfill: false},
    // The PDF viewer, which is loaded on demand, exceeds the default limit. A test limits the size of the first
    // files.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // This warning is of no use to people who start the server.
      checks: {pluginTimings: false},
      input: {
        index: own('index.html'),
        'service-worker': own('service-worker/service-worker.ts'),
      },
      output: {
        codeSplitting: {groups: [...FIRST_FILES, DRAGGING]},
        // A service worker controls the pages below its own path, and its URL must not change.
        entryFileNames: ({name}) => (name === 'service-worker' ? SERVICE_WORKER : `${HASHED}.js`),
        chunkFileNames: `${HASHED}.js`,
        assetFileNames: `${HASHED}[extname]`,
      },
    },
  },
  // Workers load parts of their code on demand too.
  worker: {format: 'es', plugins: () => [pdfAssets()]},
  // `npx vite web` serves the sources with hot reload, using the API of a running `npm start`.
  server: {
    proxy: {'/api': {target: 'http://127.0.0.1:8065', ws: true}},
  },
});
