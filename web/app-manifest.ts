import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import sharp from 'sharp';
import type {Plugin} from 'vite';

const LOGO = fileURLToPath(new URL('src/components/ui/patchbay.svg', import.meta.url));
const BACKGROUND = '#ffffff';

const ICONS = [
  {name: 'icon-192.png', size: 192, logo: 192, purpose: 'any'},
  {name: 'icon-512.png', size: 512, logo: 512, purpose: 'any'},
  // Operating systems crop maskable icons. Only the center is always visible.
  {name: 'icon-maskable-512.png', size: 512, logo: 320, purpose: 'maskable'},
] as const;

/**
 * Emits the files that browsers need to install the client as an app: `manifest.webmanifest`, and the logo in several
 * sizes.
 */
export function appManifest(): Plugin {
  return {
    name: 'app-manifest',
    async generateBundle() {
      for (const {name, size, logo} of ICONS) {
        const margin = (size - logo) / 2;
        const picture = sharp(readFileSync(LOGO), {density: 600}).resize(logo, logo, {
          fit: 'contain',
          background: {r: 0, g: 0, b: 0, alpha: 0},
        });
        const source = await (margin === 0
          ? picture
          : picture
              .extend({top: margin, bottom: margin, left: margin, right: margin, background: BACKGROUND})
              .flatten({background: BACKGROUND})
        )
          .png()
          .toBuffer();
        this.emitFile({type: 'asset', fileName: name, source});
      }
      const manifest = {
        name: 'Patchbay',
        short_name: 'Patchbay',
        id: '/',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: BACKGROUND,
        // The service worker receives it.
        share_target: {
          action: '/_share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {title: 'title', text: 'text', url: 'url', files: [{name: 'files', accept: ['*/*']}]},
        },
        icons: ICONS.map(({name, size, purpose}) => ({
          src: `/${name}`,
          sizes: `${size}x${size}`,
          type: 'image/png',
          purpose,
        })),
      };
      this.emitFile({type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest)});
    },
    // `post`, because Vite would otherwise look for these files in the sources.
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {tag: 'link', attrs: {rel: 'manifest', href: '/manifest.webmanifest'}, injectTo: 'head'},
        {tag: 'link', attrs: {rel: 'apple-touch-icon', href: '/icon-192.png'}, injectTo: 'head'},
      ],
    },
  };
}
