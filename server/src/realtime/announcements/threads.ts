import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub} from '../hub/hub.ts';

/** Announces changes of threads to each follower. */
export function announceThreads(events: Announcements, hub: Hub): void {
  events.inStreamOrder('thread:updated', ({userId, teamId, thread, ...previous}) =>
    hub.announce({
      event: 'thread_updated',
      data: {
        thread: JSON.stringify(thread),
        previous_unread_replies: previous.previousUnreadReplies,
        previous_unread_mentions: previous.previousUnreadMentions,
      },
      to: {userId, teamId},
    }),
  );
  events.inStreamOrder('thread:follow-changed', ({userId, teamId, threadId, following, replyCount}) =>
    hub.announce({
      event: 'thread_follow_changed',
      data: {thread_id: threadId, state: following, reply_count: replyCount},
      to: {userId, teamId},
    }),
  );
  events.inStreamOrder('thread:read-changed', ({userId, teamId, seenUpTo, thread}) =>
    hub.announce({
      event: 'thread_read_changed',
      data: {
        timestamp: seenUpTo,
        ...(thread && {
          thread_id: thread.id,
          channel_id: thread.channelId,
          unread_replies: thread.unreadReplies,
          unread_mentions: thread.unreadMentions,
          previous_unread_replies: thread.previousUnreadReplies,
          previous_unread_mentions: thread.previousUnreadMentions,
        }),
      },
      to: {userId, teamId},
    }),
  );
}
