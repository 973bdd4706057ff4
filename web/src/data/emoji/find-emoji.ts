import {loadedSystemEmoji} from './emoji-names.ts';
import {usedEmoji} from './emoji-use.ts';

/** Names that are not offered before other emoji, unless the person uses them. */
const COARSE = new Set(['shit', 'middle_finger', 'reversed_hand_with_middle_finger_extended']);

interface Match {
  name: string;
  rank: number;
  /** The position among the used emoji. */
  use: number;
}

/**
 * The names of the emoji that match a term, best first: the same name, names that start with it, names with a word that
 * starts with it, names that contain it, and coarse names. Among these, the most used come first, and then the shortest
 * names. An emoji with several names is listed with the best one.
 */
export function findEmoji(term: string, custom: readonly string[], most: number): string[] {
  const wanted = term.toLowerCase();
  const used = usedEmoji();
  const all = [...custom.map((name) => [name]), ...loadedSystemEmoji().map(({names}) => names)];
  return all
    .flatMap((names) => names.flatMap((name) => getMatch(name, wanted, used)).toSorted(compare)[0] ?? [])
    .sort(compare)
    .slice(0, most)
    .map(({name}) => name);
}

function getMatch(name: string, wanted: string, used: readonly string[]): Match | [] {
  const at = name.indexOf(wanted);
  if (at < 0) return [];
  const use = used.findIndex((one) => one === name || (one.startsWith(name) && one.endsWith('_skin_tone')));
  if (name === wanted) return {name, rank: 0, use};
  if (use < 0 && COARSE.has(name)) return {name, rank: 4, use: Number.POSITIVE_INFINITY};
  const rank = at === 0 ? 1 : /[_+-]/.test(name[at - 1]!) ? 2 : 3;
  return {name, rank, use: use < 0 ? Number.POSITIVE_INFINITY : use};
}

function compare(a: Match, b: Match): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.use !== b.use) return a.use < b.use ? -1 : 1;
  return a.name.length - b.name.length;
}
