import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vite';
import client from '../vite.config.ts';

const own = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The plugins that are only for the client that a server sends. */
const SERVED = new Set(['app-manifest', 'classic-scripts', 'compressed-copies', 'preload-font']);

/** The gallery (docs/design.md) is built like the client, but it isn't part of it. */
export default defineConfig({
  ...client,
  plugins: client.plugins?.filter((plugin) => !(plugin && 'name' in plugin && SERVED.has(plugin.name))),
  root: own('.'),
  base: './',
  build: {
    ...client.build,
    minify: false,
    rolldownOptions: {checks: {pluginTimings: false}, input: own('index.html')},
  },
});
