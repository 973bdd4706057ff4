import {safeImageUrl} from '../../lib/safe-url.ts';
import {server} from '../../lib/server.ts';
import {useIsOn} from './client-config.ts';

/** Sizes to which the server scales a picture. The default fits a window. */
type ImageSize = 'image' | 'thumb' | 'icon';

/**
 * The URL from which the browser loads a picture in a message. Pictures of other sites are loaded through the server,
 * because the Content-Security-Policy doesn't allow other sites. Undefined if that is turned off, or if the URL is
 * invalid.
 */
export function useImageSource(url: string | undefined, size?: ImageSize): string | undefined {
  const isProxied = useIsOn('HasImageProxy');
  const safe = safeImageUrl(url);
  if (!safe) return undefined;
  if (new URL(safe, window.location.href).origin === window.location.origin) return safe;
  if (!isProxied) return undefined;
  return `${server.getBaseRoute()}/image?url=${encodeURIComponent(safe)}${size ? `&size=${size}` : ''}`;
}
