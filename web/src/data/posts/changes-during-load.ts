/** The ids of posts that were added to and removed from a place while it was being loaded. */
export interface ChangesDuringLoad {
  readonly added: Set<string>;
  readonly removed: Set<string>;
}

const loading = new Map<string, Set<ChangesDuringLoad>>();

/**
 * Loads a place (a channel or a thread), and collects the posts that live events add and remove until the response
 * arrives. The response may be older than those events, so the caller applies them.
 */
export async function readWithChanges<T>(
  placeId: string,
  read: () => Promise<T>,
): Promise<[T, ChangesDuringLoad]> {
  const changes: ChangesDuringLoad = {added: new Set(), removed: new Set()};
  const ofPlace = loading.get(placeId) ?? new Set();
  loading.set(placeId, ofPlace.add(changes));
  try {
    return [await read(), changes];
  } finally {
    ofPlace.delete(changes);
    if (ofPlace.size === 0) loading.delete(placeId);
  }
}

/** Records that a post was added to the place, in case the place is being loaded. */
export function recordAdded(placeId: string, postId: string): void {
  for (const {added} of loading.get(placeId) ?? []) added.add(postId);
}

/** Records that a post was removed from the place, in case the place is being loaded. */
export function recordRemoved(placeId: string, postId: string): void {
  for (const {removed} of loading.get(placeId) ?? []) removed.add(postId);
}
