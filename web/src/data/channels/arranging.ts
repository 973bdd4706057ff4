/** Where to move an item relative to another item of the list. `place` is the current position of the other item. */
export type Side = 'after' | 'before' | 'place';

/**
 * Returns the ids with `id`, which may be new, moved next to `otherId`. Unchanged if `otherId` is not in the list.
 */
export function movedTo(ids: readonly string[], id: string, otherId: string, side: Side): string[] {
  const from = ids.indexOf(id);
  const to = ids.indexOf(otherId);
  if (to < 0 || id === otherId) return [...ids];
  const after = side === 'after' || (side === 'place' && from >= 0 && from < to);
  const rest = ids.filter((one) => one !== id);
  return rest.toSpliced(rest.indexOf(otherId) + (after ? 1 : 0), 0, id);
}
