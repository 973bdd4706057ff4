import {listUrl, sheet} from 'virtual:emoji-list';
import type {CustomEmoji} from '@mattermost/types/emojis';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {useEffect} from 'react';
import {atomFamily} from '../../lib/atom-family.ts';
import {batched} from '../../lib/batched.ts';
import {MissingFile, server} from '../../lib/server.ts';
import {onLive} from '../system/live.ts';
import {type EmojiFile, readEmoji, type SystemEmoji, TONES} from './emoji-file.ts';

/** The emoji that every server has; undefined until they are loaded. */
const $systemEmoji = atom<readonly SystemEmoji[] | undefined>(undefined);
/** System emoji by each of their names, including skin tones. Set before `$systemEmoji`. */
const systemByName = new Map<string, SystemEmoji>();
/** System emoji by character, without variation selectors. */
const systemByCharacter = new Map<string, SystemEmoji>();
/** Ids of custom emoji by name: an empty string if none has the name, undefined until loaded. */
const $customId = atomFamily(() => atom<string | undefined>());

let reading: Promise<void> | undefined;

/** Loads the list of emoji once. It is a separate file, because the first page doesn't need it. */
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
  const file = (await response.json()) as EmojiFile;
  const all = readEmoji(file);
  for (const [at, emoji] of all.entries()) {
    index(emoji);
    const [, , , , , , ...toned] = file.all[at]!;
    for (const [tones, character, column, row] of toned) {
      const suffix = tones
        .split('-')
        .map((tone) => TONES[tone])
        .join('_');
      index({...emoji, names: emoji.names.map((name) => `${name}_${suffix}`), character, column, row});
    }
  }
  $systemEmoji.set(all);
}

/** Replaces the loaded emoji with the same ones that have more words. */
export function setSystemEmoji(emoji: readonly SystemEmoji[]): void {
  $systemEmoji.set(emoji);
}

function index(emoji: SystemEmoji): void {
  for (const name of emoji.names) systemByName.set(name, emoji);
  systemByCharacter.set(withoutSelectors(emoji.character), emoji);
}

function withoutSelectors(character: string): string {
  return character.replaceAll('\ufe0f', '');
}

/** A system emoji by its character, such as `👍🏽`. Null if there is none, undefined until loaded. */
export function useEmojiCharacter(character: string): SystemEmoji | null | undefined {
  return useSystemEmoji() && (systemByCharacter.get(withoutSelectors(character)) ?? null);
}

export function useSystemEmoji(): readonly SystemEmoji[] | undefined {
  useEffect(() => void readEmojiList(), []);
  return useStore($systemEmoji);
}

/** Stores custom emoji that were part of another response, such as a post. */
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

/** A system emoji or the image of a custom one, by name. Null if there is none, undefined until loaded. */
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

/** The emoji that every server has; none until they are loaded. */
export function loadedSystemEmoji(): readonly SystemEmoji[] {
  return $systemEmoji.get() ?? [];
}

/** The character of a system emoji by its name, if loaded. */
export function emojiCharacter(name: string): string | undefined {
  return systemByName.get(name)?.character;
}

export function isSystemEmoji(name: string): boolean {
  return systemByName.has(name);
}

/** Whether a name is that of a system emoji, or of a custom one that was shown or suggested. */
export function isKnownEmoji(name: string): boolean {
  return isSystemEmoji(name) || Boolean($customId(name).get());
}

/** The main name of an emoji that has several. */
export function mainEmojiName(name: string): string {
  return systemByName.get(name)?.names[0] ?? name;
}

/** Updates the custom emoji on live events. */
export function followEmoji(): void {
  onLive('emoji_added', ({data}) => rememberCustomEmoji([JSON.parse(data.emoji)]));
}
