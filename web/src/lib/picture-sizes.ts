/** Width and height in pixels. */
export type PictureSize = readonly [width: number, height: number];

const KEY = 'picture-sizes';
/** How many are remembered. */
const MOST = 500;

let sizes: Map<string, PictureSize> | undefined;

// Only as long as the tab: what somebody has seen is nobody's business after that.
function known(): Map<string, PictureSize> {
  if (!sizes) {
    try {
      sizes = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
    } catch {
      sizes = new Map();
    }
    window.addEventListener('pagehide', () => {
      sessionStorage.setItem(KEY, JSON.stringify([...known()].slice(-MOST)));
    });
  }
  return sizes;
}

/** How large the picture of that address is by itself, if that is known. */
export function knownPictureSize(address: string): PictureSize | undefined {
  return known().get(address);
}

/** Remembers how large a picture is, so that its place can be kept while it loads. */
export function rememberPictureSize(address: string, size: PictureSize): void {
  known().set(address, size);
}

/** The size in which a picture fits into a box; it is never made larger. */
export function fittedInto([width, height]: PictureSize, [mostWidth, mostHeight]: PictureSize): PictureSize {
  const scale = Math.min(1, mostWidth / width, mostHeight / height);
  return [Math.round(width * scale), Math.round(height * scale)];
}
