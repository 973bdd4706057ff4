import {foldText} from './fold-text.ts';

/**
 * How well a name matches: it is the text, starts with it, its words do, another name (which isn't shown) matches, it
 * contains the text, one of its words starts with the text except for one typo, or it doesn't match.
 */
export const RANK = {exact: 0, start: 1, words: 2, other: 3, part: 4, typo: 5, none: 6};

/** In characters. Shorter texts are one typo away from too many words. */
const MIN_TYPO_LENGTH = 4;

/** In characters. Shorter texts are inside too many words. */
const MIN_PART_LENGTH = 3;

/** Writing systems without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The rank (`RANK`) of the best of these names for a text from `foldText`. */
export function matchRank(names: readonly string[], term: string): number {
  const folded = names.map(foldText);
  if (folded.includes(term)) return RANK.exact;
  if (folded.some((name) => name.startsWith(term))) return RANK.start;
  const wanted = term.split(/\s+/);
  const words = folded.map((name) => name.split(/[^\p{L}\p{N}]+/u));
  const hasWanted = (name: string[]) => wanted.every((start) => name.some((word) => word.startsWith(start)));
  if (words.some(hasWanted)) return RANK.words;
  const hasParts = term.length >= MIN_PART_LENGTH || UNSPACED.test(term);
  if (hasParts && folded.some((name) => name.includes(term))) return RANK.part;
  if (term.length < MIN_TYPO_LENGTH) return RANK.none;
  return words.flat().some((word) => startsWithTypo(word, term)) ? RANK.typo : RANK.none;
}

/** Whether a word starts with the text if one letter after the first is wrong, missing, too many or swapped. */
function startsWithTypo(word: string, text: string): boolean {
  let at = 0;
  while (at < text.length && word[at] === text[at]) at++;
  if (at === 0) return false;
  const goesOn = (inWord: number, inText: number) =>
    word.slice(at + inWord).startsWith(text.slice(at + inText));
  const isSwapped = word[at] === text[at + 1] && word[at + 1] === text[at];
  return goesOn(1, 1) || goesOn(1, 0) || goesOn(0, 1) || (isSwapped && goesOn(2, 2));
}
