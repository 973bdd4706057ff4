import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {changeId} from './missed-posts.ts';
import type {WirePost} from './present.ts';
import type {PostQuotes} from './quotes.ts';
import {markUpdated} from './store.ts';

export type LatePreviews = ReturnType<typeof createLatePreviews>;

/** Announces posts again when what their links lead to is known. Until then, nothing waits for it. */
export function createLatePreviews({
  database,
  events,
  log,
  quotes,
  byIds,
}: {
  database: Database;
  events: EventBus;
  log: Logger;
  quotes: PostQuotes;
  byIds: (ids: readonly string[]) => Promise<WirePost[]>;
}) {
  async function announce(postId: string, more: Promise<boolean>): Promise<void> {
    if (!(await more)) return;
    // Clients ignore a post that is not newer than theirs, and those that were away ask for what has changed since.
    if (!(await markUpdated(database, postId, Date.now()))) return;
    const [post] = await byIds([postId]);
    if (!post) return;
    events.publish('post:edited', {post, quotes: await quotes.ofNew(post)}, changeId(post));
  }

  /**
   * Announces the post as changed, without an edit, once `more` resolves to true: there is something new to show with it.
   */
  return function announceWhenKnown(postId: string, more: Promise<boolean> | undefined): void {
    if (!more) return;
    announce(postId, more).catch((error) =>
      log.warn({err: error}, 'could not announce the preview of a link'),
    );
  };
}
