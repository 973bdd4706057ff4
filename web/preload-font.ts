import type {Plugin} from 'vite';

/** The characters of most texts. The files with other characters are only loaded if a page has them. */
const FIRST_FONT = /\/inter-latin-wght-normal-[^/]*\.woff2$/;

/** Loads the font together with the first script, so that texts don't change their width when it arrives. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, {bundle = {}}) {
        const font = Object.keys(bundle).find((file) => FIRST_FONT.test(file));
        if (!font) throw new Error('The build has no font for Latin letters.');
        const attrs = {rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: ''};
        return [{tag: 'link', attrs, injectTo: 'head'}];
      },
    },
  };
}
