/** Where something goes, relative to another one of a list; `place` is the position that the other one has now. */
export type Side = 'after' | 'before' | 'place';

/** The ids with one of them, or a new one, moved next to another. Unchanged if the other is not in the list. */
export function movedTo(ids: readonly string[], id: string, otherId: string, side: Side): string[] {
  const from = ids.indexOf(id);
  const to = ids.indexOf(otherId);
  if (to < 0 || id === otherId) return [...ids];
  const after = side === 'after' || (side === 'place' && from >= 0 && from < to);
  const rest = ids.filter((one) => one !== id);
  return rest.toSpliced(rest.indexOf(otherId) + (after ? 1 : 0), 0, id);
}
