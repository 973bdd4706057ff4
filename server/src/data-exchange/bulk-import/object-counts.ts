/** The kinds of objects in lines, in the order in which reports list them. */
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

/** The possible results for an object. */
export const OUTCOMES = ['created', 'updated', 'unchanged', 'skipped'] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** The number of objects by kind and outcome. Kinds that did not occur are left out. */
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
