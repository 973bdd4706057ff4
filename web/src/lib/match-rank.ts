import {foldText} from './fold-text.ts';

/** How well a name matches: it is the text, starts with it, its words do, it contains the text, or it doesn't. */
export const RANK = {exact: 0, start: 1, words: 2, part: 3, none: 4};

/** The rank (`RANK`) of the best of these names for a text from `foldText`. */
export function matchRank(names: readonly string[], term: string): number {
  const folded = names.map(foldText);
  if (folded.includes(term)) return RANK.exact;
  if (folded.some((name) => name.startsWith(term))) return RANK.start;
  const wanted = term.split(/\s+/);
  const hasWords = (name: string) => {
    const words = name.split(/[^\p{L}\p{N}]+/u);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  if (folded.some(hasWords)) return RANK.words;
  return folded.some((name) => name.includes(term)) ? RANK.part : RANK.none;
}
