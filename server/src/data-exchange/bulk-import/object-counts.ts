/** The kinds of things that lines bring, in the order in which summaries name them. */
export const OBJECT_KINDS = [
  'scheme',
  'role',
  'emoji',
  'team',
  'channel',
  'user',
  'team membership',
  'channel membership',
  'bot',
  'post',
  'direct channel',
  'direct post',
  'reply',
  'reaction',
  'attachment',
] as const;

export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** What became of things of one kind. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** How many things of each kind had each outcome. Kinds that did not occur are left out. */
export type ObjectCounts = Partial<Record<ObjectKind, Partial<Record<Outcome, number>>>>;

export function addCount(counts: ObjectCounts, kind: ObjectKind, outcome: Outcome, number = 1): void {
  if (number === 0) return;
  counts[kind] ??= {};
  const ofKind = counts[kind];
  ofKind[outcome] = (ofKind[outcome] ?? 0) + number;
}

/** Adds all numbers of `more` to `counts`. */
export function addCounts(counts: ObjectCounts, more: ObjectCounts): void {
  for (const kind of OBJECT_KINDS) {
    for (const outcome of OUTCOMES) addCount(counts, kind, outcome, more[kind]?.[outcome] ?? 0);
  }
}

/** `1,234 posts`; the plural of every kind ends in s, but for those in -y. */
export function numberOf(count: number, kind: string): string {
  const plural = kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : kind === 'emoji' ? kind : `${kind}s`;
  return `${count.toLocaleString('en')} ${count === 1 ? kind : plural}`;
}
