import {preference, usePreference} from '../preferences/preferences.ts';
import {me, useMe} from '../session/session.ts';

/** The preference has the person's id as its name. Its format is that of Mattermost's clients. */
export const CATEGORY = 'recent_emojis';
export const MAX_USED = 18;
const INITIAL = ['+1', 'heart', 'tada', 'eyes', 'white_check_mark', 'laughing'];
/** As quick reactions, the first of `INITIAL` counts as if it had been used this often, and each next one once less. */
const HEAD_START = 8;

/** How often the person has used an emoji. */
export interface Use {
  name: string;
  usageCount: number;
}

/** Least used first; of those that are used equally often, the one used last comes last. */
export function uses(): Use[] {
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

/** A key that changes with each emoji that the person uses, and with it the order of emoji. */
export function useEmojiUses(): string {
  return usePreference(CATEGORY, useMe().id, '[]');
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

/**
 * The common emoji, and those that the person uses clearly more often before them. People click the first ones without
 * looking, so a few uses of another one don't move them.
 */
function mostLikelyReactions(): string[] {
  const counts = new Map(INITIAL.map((name, place) => [name, HEAD_START - place]));
  for (const {name, usageCount} of uses().reverse()) counts.set(name, (counts.get(name) ?? 0) + usageCount);
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

let offered: readonly string[] | undefined;

/**
 * The emoji to react with in one click, in the same order until the page is loaded again, so that a click doesn't hit
 * another one.
 */
export function offeredReactions(): readonly string[] {
  offered ??= mostLikelyReactions();
  return offered;
}
