import {keywordUrls} from 'virtual:emoji-keywords';
import {language} from '../../lib/language.ts';
import {MissingFile} from '../../lib/server.ts';
import {loadedSystemEmoji, readEmojiList, setSystemEmoji} from './emoji-names.ts';
import {type LocalWords, withLocalWords} from './local-words.ts';

/** By language, keywords that were requested. */
const reading = new Map<string, Promise<void>>();

/**
 * Loads all emoji, with their keywords in the language of the page. Only a search needs those, and without them it still
 * finds emoji by name and by English keywords, so it doesn't fail if they can't be loaded.
 */
export async function readEmojiKeywords(): Promise<void> {
  await readEmojiList();
  const wanted = language();
  const known = reading.get(wanted) ?? loadKeywords(wanted);
  reading.set(wanted, known);
  await known.catch(() => reading.delete(wanted));
}

async function loadKeywords(wanted: string): Promise<void> {
  const url = keywordUrls[wanted];
  if (url === undefined) return;
  const response = await fetch(url);
  if (!response.ok) throw new MissingFile(response.status);
  const words = (await response.json()) as LocalWords[];
  setSystemEmoji(withLocalWords(loadedSystemEmoji(), words));
}
