import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

/** The fields of an entry of the package `emoji-datasource` that are used here. */
interface Entry extends Drawing {
  short_names: string[];
  skin_variations?: Record<string, Drawing>;
}

interface Drawing {
  unified: string;
  sheet_x: number;
  sheet_y: number;
  has_img_google: boolean;
}

const SKIN_TONES: Readonly<Record<string, string>> = {
  '1F3FB': 'light_skin_tone',
  '1F3FC': 'medium_light_skin_tone',
  '1F3FD': 'medium_skin_tone',
  '1F3FE': 'medium_dark_skin_tone',
  '1F3FF': 'dark_skin_tone',
};

/** The size of an emoji in the sprite sheet, in pixels. Each has a border of one pixel. */
const SIDE = 32;

interface EmojiData {
  hexByName: ReadonlyMap<string, string>;
  positionByHex: ReadonlyMap<string, SheetPosition>;
}

/** The position of an emoji in the sprite sheet, in pixels. */
export interface SheetPosition {
  left: number;
  top: number;
  width: number;
  height: number;
}

let data: EmojiData | undefined;

/**
 * The code points of a built-in emoji as lower-case hexadecimal joined by hyphens, such as `1f44d` for `+1` and
 * `1f44d-1f3fd` for `+1_medium_skin_tone`; undefined for a name that is not built in. The first call reads a megabyte
 * of data and keeps only names, code points and positions.
 */
export function systemEmojiHex(name: string): string | undefined {
  data ??= read();
  return data.hexByName.get(name);
}

/** The path of the sprite sheet with all built-in emoji. */
export function emojiSheet(): string {
  return createRequire(import.meta.url).resolve('emoji-datasource/img/google/sheets/32.png');
}

/** The position of the emoji with these code points in the sprite sheet; undefined if there is none. */
export function sheetPosition(hex: string): SheetPosition | undefined {
  data ??= read();
  return data.positionByHex.get(hex);
}

/** Whether a built-in emoji has this name. Custom emoji cannot use it. */
export function isSystemEmoji(name: string): boolean {
  return systemEmojiHex(name) !== undefined;
}

function read(): EmojiData {
  const file = createRequire(import.meta.url).resolve('emoji-datasource/emoji.json');
  const entries = JSON.parse(readFileSync(file, 'utf8')) as Entry[];
  const names = new Map<string, string>();
  const positions = new Map<string, SheetPosition>();
  for (const entry of entries) {
    const {unified, short_names, skin_variations = {}} = entry;
    for (const drawing of [entry, ...Object.values(skin_variations)]) {
      if (drawing.has_img_google) positions.set(drawing.unified.toLowerCase(), positionOf(drawing));
    }
    for (const name of short_names) {
      names.set(name, unified.toLowerCase());
      for (const [tones, variation] of Object.entries(skin_variations)) {
        const suffix = tones
          .split('-')
          .map((tone) => SKIN_TONES[tone])
          .join('_');
        names.set(`${name}_${suffix}`, variation.unified.toLowerCase());
      }
    }
  }
  return {hexByName: names, positionByHex: positions};
}

function positionOf({sheet_x, sheet_y}: Drawing): SheetPosition {
  return {left: sheet_x * (SIDE + 2) + 1, top: sheet_y * (SIDE + 2) + 1, width: SIDE, height: SIDE};
}
