/** Random choices that are the same for the same seed, on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True in that share of cases. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the items, the first ones far more often than the last. */
  pickFavouringFirst<Item>(items: readonly Item[]): Item;
  /** Different items, at most `count` of them, in no order. */
  sample<Item>(items: readonly Item[], count: number): Item[];
}

/** Mulberry32: small, quick, and random enough for made-up conversations. */
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
    pickFavouringFirst: (items) => items[Math.floor(next() ** 2 * items.length)]!,
    sample(items, count) {
      if (count >= items.length) return [...items];
      const chosen = new Set<number>();
      while (chosen.size < count) chosen.add(Math.floor(next() * items.length));
      return [...chosen].map((index) => items[index]!);
    },
  };
}
