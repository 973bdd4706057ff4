import {parseStored} from './parse-stored.ts';

/** Width and height in pixels. */
export type PictureSize = readonly [width: number, height: number];

const KEY = 'picture-sizes';
/** The maximum number of stored sizes. */
const MAX_SIZES = 500;

let sizes: Map<string, PictureSize> | undefined;

const areSizes = (value: [string, PictureSize][]) =>
  value.every(([, [width, height]]) => Number.isFinite(width) && Number.isFinite(height));

// Stored only for this tab, to protect the person's privacy.
function known(): Map<string, PictureSize> {
  if (!sizes) {
    sizes = new Map(parseStored(sessionStorage.getItem(KEY), areSizes));
    window.addEventListener('pagehide', () => {
      sessionStorage.setItem(KEY, JSON.stringify([...known()].slice(-MAX_SIZES)));
    });
  }
  return sizes;
}

/** The original size of the picture at a URL, if it is known. */
export function storedPictureSize(address: string): PictureSize | undefined {
  return known().get(address);
}

/** Stores the size of a picture, to reserve its space while it loads. */
export function rememberPictureSize(address: string, size: PictureSize): void {
  known().set(address, size);
}

/** Scales a size down to fit into a box. */
export function fittedInto([width, height]: PictureSize, [mostWidth, mostHeight]: PictureSize): PictureSize {
  const scale = Math.min(1, mostWidth / width, mostHeight / height);
  return [Math.round(width * scale), Math.round(height * scale)];
}

/**
 * The size with the wanted sides, where 0 means to keep the original proportions. Undefined if the size can't be
 * known.
 */
export function resizedTo(
  original: PictureSize | undefined,
  [width, height]: PictureSize,
): PictureSize | undefined {
  if (width > 0 && height > 0) return [width, height];
  if (width === 0 && height === 0) return original;
  if (!original) return undefined;
  const ratio = original[0] / original[1];
  return width > 0 ? [width, Math.round(width / ratio)] : [Math.round(height * ratio), height];
}
