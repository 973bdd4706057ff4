import {listUrl, sheet} from 'virtual:emoji-list';
import type {CustomEmoji} from '@mattermost/types/emojis';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect} from 'react';
import {atomFamily} from '../../lib/atom-family.ts';
import {batched} from '../../lib/batched.ts';
import {MissingFile, server} from '../../lib/server.ts';
import {onLive} from '../system/live.ts';

export interface SystemEmoji {
  names: readonly string[];
  character: string;
  category: string;
  /** Where its picture is in the sheet. */
  column: number;
  row: number;
}

/** The emoji that every server has; undefined until they are loaded. */
const $systemEmoji = atom<readonly SystemEmoji[] | undefined>(undefined);
/** The same by each of their names. Set before `$systemEmoji`. */
const systemByName = new Map<string, SystemEmoji>();
/** Ids of custom emoji by name: empty if there is none, undefined until it is known. */
const $customId = atomFamily(() => atom<string | undefined>());

let reading: Promise<void> | undefined;

/** Names, the character itself, the category, and the place in the sheet of sheet. */
type ListedEmoji = [names: string[], character: string, category: string, column: number, row: number];

/** Loads the list of emoji, once. It is a file of its own, because the first page does without. */
export function readEmojiList(): Promise<void> {
  reading ??= loadEmojiList().catch((error) => {
    // The next caller tries again.
    reading = undefined;
    throw error;
  });
  return reading;
}

async function loadEmojiList(): Promise<void> {
  const response = await fetch(listUrl);
  if (!response.ok) throw new MissingFile(response.status);
  const list = (await response.json()) as ListedEmoji[];
  const all = list.map(([names, character, category, column, row]) => ({
    names,
    character,
    category,
    column,
    row,
  }));
  for (const emoji of all) for (const name of emoji.names) systemByName.set(name, emoji);
  $systemEmoji.set(all);
}

export function useSystemEmoji(): readonly SystemEmoji[] | undefined {
  useEffect(() => void readEmojiList(), []);
  return useStore($systemEmoji);
}

/** Remembers custom emoji that came with something else, such as a post. */
export function rememberCustomEmoji(list: readonly CustomEmoji[]): void {
  for (const {name, id} of list) $customId(name).set(id);
}

const loadCustom = batched(async (names) => {
  const found = await server.getCustomEmojisByNames(names);
  rememberCustomEmoji(found);
  for (const name of names) if (!found.some((emoji) => emoji.name === name)) $customId(name).set('');
});

export function emojiSheet(): {url: string; columns: number} {
  return sheet;
}

/** A system emoji or the image of a custom one, by name. Null if there is none, undefined until it is known. */
export function useEmoji(name: string): SystemEmoji | {image: string} | null | undefined {
  const list = useSystemEmoji();
  const system = list && systemByName.get(name);
  const customId = useStore($customId(name));
  const isUnknown = list !== undefined && system === undefined && customId === undefined;
  useEffect(() => {
    if (isUnknown) loadCustom(name);
  }, [isUnknown, name]);
  if (system !== undefined) return system;
  if (customId) return {image: server.getCustomEmojiImageUrl(customId)};
  return customId === '' ? null : undefined;
}

/** The best matches for a term: names that start with it first. */
export function findSystemEmoji(term: string, most: number): SystemEmoji[] {
  const lower = term.toLowerCase();
  const list = $systemEmoji.get() ?? [];
  const begin = list.filter(({names}) => names.some((name) => name.startsWith(lower)));
  const contain = list.filter(
    ({names}) => !names.some((name) => name.startsWith(lower)) && names.some((name) => name.includes(lower)),
  );
  return [...begin, ...contain].slice(0, most);
}

/** Updates the custom emoji on live events. */
export function followEmoji(): void {
  onLive('emoji_added', ({data}) => rememberCustomEmoji([JSON.parse(data.emoji)]));
}
