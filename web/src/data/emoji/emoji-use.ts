import {preference, setPreferences} from '../preferences/preferences.ts';
import {me} from '../session/session.ts';

/** The preference has the person's id as its name. Its format is that of Mattermost's clients. */
const CATEGORY = 'recent_emojis';
const MAX_USED = 18;
const INITIAL = ['+1', 'heart', 'tada', 'eyes', 'white_check_mark', 'laughing'];

/** How often the person has used an emoji. */
interface Use {
  name: string;
  usageCount: number;
}

/** Least used first; of those that are used equally often, the one used last comes last. */
function uses(): Use[] {
  try {
    const kept: unknown = JSON.parse(preference(CATEGORY, me().id, '[]'));
    return Array.isArray(kept) ? kept.filter(isUse) : [];
  } catch {
    return [];
  }
}

function isUse(value: unknown): value is Use {
  const {name, usageCount} = Object(value) as Partial<Use>;
  return typeof name === 'string' && typeof usageCount === 'number';
}

/** The emoji that the person has used, most used first. */
export function usedEmoji(): string[] {
  return uses()
    .map(({name}) => name)
    .reverse();
}

/** The emoji that the person uses, most used first, and then common ones. */
export function frequentEmoji(): string[] {
  return [...new Set([...usedEmoji(), ...INITIAL])].slice(0, MAX_USED);
}

/** Counts that the person used an emoji. */
export function countEmojiUse(name: string): void {
  const before = uses();
  const usageCount = (before.find((one) => one.name === name)?.usageCount ?? 0) + 1;
  const after = [...before.filter((one) => one.name !== name), {name, usageCount}]
    .toSorted((a, b) => a.usageCount - b.usageCount)
    .slice(-MAX_USED);
  const value = JSON.stringify(after);
  // Not worth an error message: the emoji itself was used.
  setPreferences([{category: CATEGORY, name: me().id, value}]).catch(() => undefined);
}
