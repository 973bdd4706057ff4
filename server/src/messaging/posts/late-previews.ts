import type {Database} from '../../platform/database/database.ts';
import type {EventBus} from '../../platform/event-bus/event-bus.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import {changeId} from './missed-posts.ts';
import type {WirePost} from './present.ts';
import type {PostQuotes} from './quotes.ts';
import {markUpdated} from './store.ts';

export type LatePreviews = ReturnType<typeof createLatePreviews>;

/** Publishes a post again when metadata of its links has been fetched. The post itself doesn't wait for that. */
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
    // A newer update time, because clients ignore a post that is not newer than theirs, and request changes by time
    // when they reconnect.
    if (!(await markUpdated(database, postId, Date.now()))) return;
    const [post] = await byIds([postId]);
    if (!post) return;
    events.publish('post:edited', {post, quotes: await quotes.getForNewPost(post)}, changeId(post));
  }

  /**
   * Publishes the post as changed, without an edit, if `more` resolves to true because there is new metadata to show.
   */
  return function publishWhenFetched(postId: string, more: Promise<boolean> | undefined): void {
    if (!more) return;
    announce(postId, more).catch((error) =>
      log.warn({err: error}, 'could not publish the preview of a link'),
    );
  };
}
