import {createPoller} from '../../platform/concurrency/poller.ts';
import type {Config} from '../../platform/config/config.ts';
import type {Database} from '../../platform/database/database.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import type {Logger} from '../../platform/logging/logger.ts';
import type {Denial, OnBehalf} from '../on-behalf/on-behalf.ts';
import type {Posts} from '../posts/posts.ts';
import type {SCHEDULED_POST_ERRORS} from './schema.ts';
import {
  claimScheduledPost,
  type DuePosition,
  markAsFailed,
  type ScheduledPostRow,
  selectDuePosts,
} from './store.ts';

/** Time between checks for due messages, in milliseconds. */
const POLL_INTERVAL = 5000;
const BATCH = 100;
/** After how long a message that is still due, for example because of an outage, is no longer sent, in milliseconds. */
const MAX_DELAY = 24 * 60 * 60 * 1000;

type ErrorCode = (typeof SCHEDULED_POST_ERRORS)[number];

const CODE_BY_DENIAL: Record<Denial['reason'], ErrorCode> = {
  'account-gone': 'user_missing',
  'account-deactivated': 'user_deleted',
  'channel-gone': 'channel_not_found',
  'channel-archived': 'channel_archived',
  'not-in-team': 'no_channel_member',
  'not-in-channel': 'no_channel_member',
  'cannot-post': 'no_channel_permission',
  'no-permission': 'no_channel_permission',
};

const CODE_BY_ERROR: Record<string, ErrorCode> = {
  'api.post.create_post.root_id.app_error': 'thread_deleted',
  'api.post.create_post.can_not_post_to_deleted.error': 'channel_archived',
};

/** Rolls back a post whose scheduled message changed in the meantime. */
class Superseded extends Error {}

/**
 * Sends scheduled messages at their time. A message is deleted in the transaction that posts it, so it is posted
 * exactly once, even if several nodes try at the same time or a node stops while sending.
 */
export function createDelivery({
  database,
  config,
  log,
  onBehalf,
  posts,
  announce,
}: {
  database: Database;
  config: Config;
  log: Logger;
  onBehalf: OnBehalf;
  posts: Posts;
  /** Publishes that a message was posted or has failed. */
  announce: (change: 'deleted' | 'updated', row: ScheduledPostRow) => Promise<void>;
}) {
  let isStopping = true;
  const poller = createPoller({
    interval: POLL_INTERVAL,
    work: sendDue,
    onError: (error) => log.warn({err: error}, 'could not read scheduled messages; retrying'),
  });

  async function fail(row: ScheduledPostRow, errorCode: ErrorCode): Promise<void> {
    const failed = await markAsFailed(database, row, {errorCode, now: Date.now()});
    if (failed) await announce('updated', failed);
  }

  async function send(row: ScheduledPostRow): Promise<void> {
    if (row.scheduledat < Date.now() - MAX_DELAY) return fail(row, 'unable_to_send');
    const denial = await onBehalf.postDenial(row.userid, row.channelid, 'required');
    if (denial) return fail(row, CODE_BY_DENIAL[denial.reason]);
    try {
      await posts.create({
        ...toPostInput(row),
        async alsoWrite(tx) {
          if (!(await claimScheduledPost(tx, row))) throw new Superseded();
        },
      });
    } catch (error) {
      if (error instanceof Superseded) return;
      if (error instanceof AppError && error.status < 500) {
        return fail(row, CODE_BY_ERROR[error.id] ?? 'invalid_post');
      }
      throw error;
    }
    await announce('deleted', row);
  }

  async function sendDue(): Promise<boolean> {
    if (!config.get().ServiceSettings.ScheduledPosts) return false;
    let after: DuePosition = {scheduledat: 0, id: ''};
    for (;;) {
      const due = await selectDuePosts(database, {now: Date.now(), after, limit: BATCH});
      for (const row of due) {
        if (isStopping) return false;
        try {
          await send(row);
        } catch (error) {
          // One failure must not keep the other messages from being sent.
          log.warn({err: error, scheduledPostId: row.id}, 'could not send a scheduled message; retrying');
        }
        after = row;
      }
      if (due.length < BATCH) return false;
    }
  }

  return {
    /** Sends a message on time if it is due before the next check. */
    scheduleTimer(scheduledAt: number): void {
      // One millisecond later, because a timer can end early, when the message is not due yet.
      const delay = scheduledAt - Date.now() + 1;
      if (!isStopping && delay < POLL_INTERVAL) setTimeout(poller.wake, Math.max(delay, 0)).unref();
    },

    /** Starts sending due messages. */
    start(): void {
      isStopping = false;
      poller.start();
    },

    async stop(): Promise<void> {
      isStopping = true;
      await poller.stop();
    },
  };
}

/** The post to create from a scheduled message. */
export function toPostInput(
  row: Pick<
    ScheduledPostRow,
    'channelid' | 'userid' | 'rootid' | 'message' | 'props' | 'fileids' | 'priority'
  >,
) {
  const {priority, requested_ack} = row.priority;
  return {
    channelId: row.channelid,
    userId: row.userid,
    message: row.message,
    rootId: row.rootid || undefined,
    props: row.props,
    fileIds: JSON.parse(row.fileids) as string[],
    ...(typeof priority === 'string' && priority !== ''
      ? {
          priority: {priority, requested_ack: requested_ack === true},
        }
      : {}),
  };
}
