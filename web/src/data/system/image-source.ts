import {safeImageUrl} from '../../lib/safe-url.ts';
import {server} from '../../lib/server.ts';
import {useIsOn} from './client-config.ts';

/** Boxes that the server fits a picture into; without one, it is for a whole window. */
type ImageSize = 'image' | 'thumb' | 'icon';

/**
 * Where the browser loads a picture from that a message names. Those of other sites come through the server, since the
 * Content-Security-Policy allows no others; where that is switched off, and for what is no address of a picture, there
 * is none.
 */
export function useImageSource(url: string | undefined, size?: ImageSize): string | undefined {
  const isProxied = useIsOn('HasImageProxy');
  const safe = safeImageUrl(url);
  if (!safe) return undefined;
  if (new URL(safe, window.location.href).origin === window.location.origin) return safe;
  if (!isProxied) return undefined;
  return `${server.getBaseRoute()}/image?url=${encodeURIComponent(safe)}${size ? `&size=${size}` : ''}`;
}
