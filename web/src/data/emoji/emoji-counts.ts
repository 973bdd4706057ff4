import type {Post} from '@mattermost/types/posts';
import {parseMarkdown} from '../../lib/markdown/parse.ts';
import {setPreferences} from '../preferences/preferences.ts';
import {me} from '../session/session.ts';
import {isSystemEmoji, readEmojiList} from './emoji-names.ts';
import {CATEGORY, MAX_USED, type Use, uses} from './emoji-use.ts';

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
