import type {Post} from '@mattermost/types/posts';
import {isIncluded} from '../../lib/changes-during-load.ts';

/** The ids of posts that were added to and removed from a place while it was being loaded. */
export interface ChangesDuringLoad {
  readonly added: Set<string>;
  readonly removed: Set<string>;
}

/** The changes of each place during each of its loads, with the time of its request. */
const loading = new Map<string, Map<ChangesDuringLoad, number>>();
/** When each place was requested first, in milliseconds since 1970. */
const requestedAt = new Map<string, number>();

/**
 * Loads a place (a channel or a thread), and collects the posts that live events add and remove until the response
 * arrives. The response may be older than those events, so the caller applies them.
 */
export async function readWithChanges<T>(
  placeId: string,
  read: () => Promise<T>,
): Promise<[T, ChangesDuringLoad]> {
  const changes: ChangesDuringLoad = {added: new Set(), removed: new Set()};
  const now = Date.now();
  const ofPlace = loading.get(placeId) ?? new Map<ChangesDuringLoad, number>();
  loading.set(placeId, ofPlace.set(changes, now));
  try {
    const response = await read();
    if (!requestedAt.has(placeId)) requestedAt.set(placeId, now);
    return [response, changes];
  } finally {
    ofPlace.delete(changes);
    if (ofPlace.size === 0) loading.delete(placeId);
  }
}

/** Whether a response that was requested at that time can't lack the post. None contains an ephemeral post. */
const isPostIncluded = ({type}: Post, at: number | undefined) =>
  type !== 'system_ephemeral' && isIncluded(at);

/**
 * Records that a post was added to the place, in case the place is being loaded. Returns false if the loaded place
 * already includes the post, or is newer than its deletion.
 */
export function recordAdded(placeId: string, post: Post): boolean {
  for (const [{added}, at] of loading.get(placeId) ?? []) {
    if (!isPostIncluded(post, at)) added.add(post.id);
  }
  return !isPostIncluded(post, requestedAt.get(placeId));
}

/** Records that a post was removed from the place, in case the place is being loaded. */
export function recordRemoved(placeId: string, postId: string): void {
  for (const {removed} of loading.get(placeId)?.keys() ?? []) removed.add(postId);
}
