import {loadedSystemEmoji} from './emoji-names.ts';
import {usedEmoji} from './emoji-use.ts';
import {rankEmoji} from './rank-emoji.ts';

/** The names of the emoji that match a term, best first. */
export function findEmoji(term: string, custom: readonly string[], most: number): string[] {
  return rankEmoji({term, custom, emoji: loadedSystemEmoji(), used: usedEmoji()}).slice(0, most);
}
