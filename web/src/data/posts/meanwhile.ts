/** The ids of posts that came and went in a place while it was being read. */
export interface Meanwhile {
  readonly come: Set<string>;
  readonly gone: Set<string>;
}

const listening = new Map<string, Set<Meanwhile>>();

/**
 * Reads a place, a channel or a thread, and tells what was heard of it by live events until the answer was there. The
 * answer may be from before those events, so that whoever takes it over has to add the one and take away the other.
 */
export async function readHearing<T>(placeId: string, read: () => Promise<T>): Promise<[T, Meanwhile]> {
  const meanwhile: Meanwhile = {come: new Set(), gone: new Set()};
  const those = listening.get(placeId) ?? new Set();
  listening.set(placeId, those.add(meanwhile));
  try {
    return [await read(), meanwhile];
  } finally {
    those.delete(meanwhile);
    if (those.size === 0) listening.delete(placeId);
  }
}

/** Tells those who are reading the place that a post has come into it. */
export function tellCome(placeId: string, postId: string): void {
  for (const {come} of listening.get(placeId) ?? []) come.add(postId);
}

/** Tells those who are reading the place that a post has gone from it. */
export function tellGone(placeId: string, postId: string): void {
  for (const {gone} of listening.get(placeId) ?? []) gone.add(postId);
}
