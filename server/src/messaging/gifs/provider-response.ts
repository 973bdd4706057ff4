import {isJsonObject} from '../../platform/formats/json.ts';
import {GIFS_PER_PAGE, type Gif} from './schema.ts';

const MAX_URL = 500;
const MAX_TITLE = 100;
/** The largest side of a preview in pixels. Anything else would break the layout of lists. */
const MAX_SIDE = 2_000;

/**
 * The GIFs in a response of GIPHY's API. Leaves out those without a usable picture, so nothing that the provider sends
 * can lead clients to another site.
 *
 * @param pictures the origin of the provider's pictures; hosts below it are allowed too
 * @returns undefined if the body isn't a list of results
 */
export function readProviderResponse(body: Buffer, pictures: string): Gif[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
  if (!isJsonObject(parsed) || !Array.isArray(parsed.data)) return undefined;
  return parsed.data.slice(0, GIFS_PER_PAGE).flatMap((entry) => readGif(entry, new URL(pictures)) ?? []);
}

function readGif(entry: unknown, pictures: URL): Gif | undefined {
  if (!isJsonObject(entry) || !isJsonObject(entry.images)) return undefined;
  const {fixed_height: message, fixed_width_downsampled: preview, fixed_width_still: still} = entry.images;
  const url = pictureUrl(message, pictures);
  const previewUrl = pictureUrl(preview, pictures);
  const stillUrl = pictureUrl(still, pictures);
  const width = sideOf(preview, 'width');
  const height = sideOf(preview, 'height');
  const isId = typeof entry.id === 'string' && /^[\w-]{1,64}$/.test(entry.id);
  if (!isId || !url || !previewUrl || !stillUrl || !width || !height) return undefined;
  return {
    id: entry.id as string,
    title: titleOf(entry.alt_text) || titleOf(entry.title),
    url,
    preview_url: previewUrl,
    still_url: stillUrl,
    width,
    height,
  };
}

/** Without its query, which only tells the provider who searched for what. */
function pictureUrl(rendition: unknown, pictures: URL): string | undefined {
  if (!isJsonObject(rendition) || typeof rendition.url !== 'string') return undefined;
  const url = URL.parse(rendition.url);
  if (!url || url.username || url.password) return undefined;
  const isOfSite = url.hostname === pictures.hostname || url.hostname.endsWith(`.${pictures.hostname}`);
  if (!isOfSite || url.protocol !== pictures.protocol || url.port !== pictures.port) return undefined;
  const plain = `${url.origin}${url.pathname}`;
  // Only what can stand in a link of a message as it is.
  return plain.length <= MAX_URL && /^[\w:/.~%-]+$/.test(plain) ? plain : undefined;
}

/** The API has numbers as text. */
function sideOf(rendition: unknown, name: 'width' | 'height'): number | undefined {
  const side = isJsonObject(rendition) ? Number(rendition[name]) : 0;
  return Number.isInteger(side) && side > 0 && side <= MAX_SIDE ? side : undefined;
}

function titleOf(text: unknown): string {
  if (typeof text !== 'string') return '';
  const line = text.slice(0, 4 * MAX_TITLE).replaceAll(/[\p{C}\s]+/gu, ' ');
  return [...line.trim()].slice(0, MAX_TITLE).join('');
}
