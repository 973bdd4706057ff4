const pendingIds = new Map<string, string>();

/** Keeps the key of the row of a message that was being sent, so that the same row shows its post. */
export function keepRowKey(postId: string, pendingId: string): void {
  pendingIds.set(postId, pendingId);
}

/** The key of a post's row in lists (`post-rows.ts`). */
export function rowKey(postId: string): string {
  return pendingIds.get(postId) ?? postId;
}
