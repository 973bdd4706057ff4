import type {Post} from '@mattermost/types/posts';
import {isIncluded} from '../../lib/changes-during-load.ts';

/** The ids of posts that were added to and removed from a place while it was being loaded. */
export interface ChangesDuringLoad {
  readonly added: Set<string>;
  readonly removed: Set<string>;
  /** When the place was requested, in milliseconds since 1970. */
  readonly requestedAt: number;
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
  const changes: ChangesDuringLoad = {added: new Set(), removed: new Set(), requestedAt: Date.now()};
  const ofPlace = loading.get(placeId) ?? new Set();
  loading.set(placeId, ofPlace.add(changes));
  try {
    return [await read(), changes];
  } finally {
    ofPlace.delete(changes);
    if (ofPlace.size === 0) loading.delete(placeId);
  }
}

/** Whether a response that was requested at that time can't lack the post. None contains an ephemeral post. */
const isPostIncluded = ({type}: Post, requestedAt: number | undefined) =>
  type !== 'system_ephemeral' && isIncluded(requestedAt);

/**
 * Records that a post was added to the place, in case the place is being loaded. Returns false if the place, which was
 * requested at that time, already includes the post, or is newer than its deletion.
 */
export function recordAdded(placeId: string, post: Post, requestedAt: number | undefined): boolean {
  for (const changes of loading.get(placeId) ?? []) {
    if (!isPostIncluded(post, changes.requestedAt)) changes.added.add(post.id);
  }
  return !isPostIncluded(post, requestedAt);
}

/** Records that a post was removed from the place, in case the place is being loaded. */
export function recordRemoved(placeId: string, postId: string): void {
  for (const {removed} of loading.get(placeId) ?? []) removed.add(postId);
}
