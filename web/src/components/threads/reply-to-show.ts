let shown: string | undefined;

/** Makes the next thread that opens start at one of its replies, and highlight it. */
export function showReplyNext(replyId: string): void {
  shown = replyId;
}

/** The reply where a thread that opens starts, if any. */
export const replyToShow = (): string | undefined => shown;

/** Threads that are opened later start as usual. */
export function forgetReplyToShow(): void {
  shown = undefined;
}
