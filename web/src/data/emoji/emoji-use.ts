import type {Post} from '@mattermost/types/posts';
import {parseMarkdown} from '../../lib/markdown/parse.ts';
import {preference, setPreferences, usePreference} from '../preferences/preferences.ts';
import {me, useMe} from '../session/session.ts';
import {isSystemEmoji, readEmojiList} from './emoji-names.ts';

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

let offered: readonly string[] | undefined;

/**
 * The emoji to react with in one click, in the same order until the page is loaded again, so that a click doesn't hit
 * another one.
 */
export function offeredReactions(): readonly string[] {
  offered ??= frequentEmoji();
  return offered;
}

/** Counts that the person used emoji. */
export function countEmojiUse(...names: string[]): void {
  if (names.length === 0) return;
  const value = JSON.stringify(names.reduce(withUse, uses()).slice(-MAX_USED));
  // Not worth an error message: the emoji itself was used.
  setPreferences([{category: CATEGORY, name: me().id, value}]).catch(() => undefined);
}

function withUse(before: Use[], name: string): Use[] {
  const usageCount = (before.find((one) => one.name === name)?.usageCount ?? 0) + 1;
  return [...before.filter((one) => one.name !== name), {name, usageCount}].toSorted(
    (a, b) => a.usageCount - b.usageCount,
  );
}

/** Counts the emoji in the text of a message that the person sent, each once, except those in an earlier text. */
export function countSentEmoji(post: Post, earlier = ''): void {
  const before = emojiNames(earlier);
  const names = emojiNames(post.message).filter((name) => !before.includes(name));
  if (names.length === 0) return;
  const custom = (post.metadata.emojis ?? []).map(({name}) => name);
  readEmojiList()
    .then(() => countEmojiUse(...names.filter((name) => isSystemEmoji(name) || custom.includes(name))))
    // The message itself was sent.
    .catch(() => undefined);
}

function emojiNames(text: string): string[] {
  const inline = parseMarkdown(text).flatMap(({children}) => children ?? []);
  return [...new Set(inline.filter(({type}) => type === 'emoji').map(({content}) => content))];
}
