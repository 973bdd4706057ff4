import {setPreferences, usePreference} from '../preferences/preferences.ts';
import {TONES} from './emoji-file.ts';
import {isSystemEmoji} from './emoji-names.ts';

const [CATEGORY, NAME] = ['emoji', 'emoji_skintone'];
const NONE = 'default';

/** The skin tones to choose from, as values of the preference. The first one is the usual yellow. */
export const SKIN_TONES: readonly string[] = [NONE, ...Object.keys(TONES)];

/** The skin tone in which the person uses emoji. */
export function useSkinTone(): string {
  return usePreference(CATEGORY!, NAME!, NONE);
}

/** @throws the server's error if it rejects the change */
export function setSkinTone(value: string): Promise<void> {
  return setPreferences([{category: CATEGORY!, name: NAME!, value}]);
}

/** The name of an emoji in a skin tone; the same name if it has none. */
export function inSkinTone(name: string, tone: string): string {
  const toned = `${name}_${TONES[tone]}`;
  return isSystemEmoji(toned) ? toned : name;
}
