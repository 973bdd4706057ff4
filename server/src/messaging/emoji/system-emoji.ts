import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';

/** What is read of an entry of the package `emoji-datasource`. */
interface Entry {
  unified: string;
  short_names: string[];
  skin_variations?: Record<string, {unified: string}>;
}

const SKIN_TONES: Readonly<Record<string, string>> = {
  '1F3FB': 'light_skin_tone',
  '1F3FC': 'medium_light_skin_tone',
  '1F3FD': 'medium_skin_tone',
  '1F3FE': 'medium_dark_skin_tone',
  '1F3FF': 'dark_skin_tone',
};

let hexByName: ReadonlyMap<string, string> | undefined;

/**
 * The code points of a built-in emoji as lower-case hexadecimal joined by hyphens, such as `1f44d` for `+1` and
 * `1f44d-1f3fd` for `+1_medium_skin_tone`; undefined for a name that is not built in. Of the megabyte that names them
 * all, which is read at the first call, only names and code points are kept.
 */
export function systemEmojiHex(name: string): string | undefined {
  hexByName ??= readNames();
  return hexByName.get(name);
}

/** Whether an emoji of that name is built in, so that no custom one may take it. */
export function isSystemEmoji(name: string): boolean {
  return systemEmojiHex(name) !== undefined;
}

function readNames(): Map<string, string> {
  const file = createRequire(import.meta.url).resolve('emoji-datasource/emoji.json');
  const entries = JSON.parse(readFileSync(file, 'utf8')) as Entry[];
  const names = new Map<string, string>();
  for (const {unified, short_names, skin_variations = {}} of entries) {
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
  return names;
}
