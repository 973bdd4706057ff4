/** A random generator that returns the same values for the same seed on every machine. */
export interface Random {
  /** A number from 0 to 1, excluding 1. */
  next(): number;
  /** A whole number from `min` to `max`, inclusive. */
  between(min: number, max: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the items; the first ones are much more likely. */
  pickFavoringFirst<Item>(items: readonly Item[]): Item;
  /** At most `count` different items, in no particular order. */
  sample<Item>(items: readonly Item[], count: number): Item[];
}

/** Mulberry32: small, fast, and random enough for sample conversations. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;

  return {
    next,
    between,
    chance: (share) => next() < share,
    pick,
    pickFavoringFirst: (items) => items[Math.floor(next() ** 2 * items.length)]!,
    sample(items, count) {
      if (count >= items.length) return [...items];
      const chosen = new Set<number>();
      while (chosen.size < count) chosen.add(Math.floor(next() * items.length));
      return [...chosen].map((index) => items[index]!);
    },
  };
}
