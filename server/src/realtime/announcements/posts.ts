import type {Static} from 'typebox';
import type {Post} from '../../messaging/posts/schema.ts';
import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub, Listener} from '../hub/hub.ts';

/** Announces posts and their changes to the members of the channel. */
export function announcePosts(events: Announcements, hub: Hub): void {
  events.inStreamOrder(
    'post:created',
    ({post, channel, senderName, mentionedUserIds, followerIds, setOnline}) => {
      const mentioned = new Set(mentionedUserIds);
      const followers = new Set(followerIds);
      hub.announce({
        event: 'posted',
        data: {
          channel_display_name: channel.displayName,
          channel_name: channel.name,
          channel_type: channel.type,
          post: JSON.stringify(post),
          sender_name: senderName,
          set_online: setOnline,
          team_id: channel.teamId,
          ...filesOf(post),
        },
        to: {channelId: channel.id},
        // Doesn't reveal which other users are mentioned.
        personalize: ({userId}: Listener) => {
          const self = JSON.stringify([userId]);
          const isMentioned = mentioned.has(userId);
          const follows = followers.has(userId);
          return isMentioned || follows
            ? {...(isMentioned ? {mentions: self} : {}), ...(follows ? {followers: self} : {})}
            : undefined;
        },
      });
    },
  );

  events.inStreamOrder('post:edited', ({post}) =>
    hub.announce({
      event: 'post_edited',
      data: {post: JSON.stringify(post)},
      to: {channelId: post.channel_id},
    }),
  );
  events.inStreamOrder('post:deleted', ({post, deletedBy}) => {
    const forAdministrators = {delete_by: deletedBy};
    hub.announce({
      event: 'post_deleted',
      data: {post: JSON.stringify(post)},
      to: {channelId: post.channel_id},
      personalize: ({isAdministrator}) => (isAdministrator ? forAdministrators : undefined),
    });
  });
  events.inStreamOrder('post:ephemeral', ({userId, post}) =>
    hub.announce({
      event: 'ephemeral_message',
      data: {post: JSON.stringify(post)},
      to: {userId, channelId: post.channel_id},
    }),
  );
  events.inStreamOrder('post:unread', ({userId, channelId, teamId, ...unread}) =>
    hub.announce({
      event: 'post_unread',
      data: {
        post_id: unread.postId,
        msg_count: unread.msgCount,
        msg_count_root: unread.msgCountRoot,
        mention_count: unread.mentionCount,
        mention_count_root: unread.mentionCountRoot,
        urgent_mention_count: unread.urgentMentionCount,
        last_viewed_at: unread.lastViewedAt,
      },
      to: {userId, channelId, teamId},
    }),
  );

  const reactions = {'reaction:added': 'reaction_added', 'reaction:removed': 'reaction_removed'} as const;
  for (const [name, event] of Object.entries(reactions)) {
    events.inStreamOrder(name as keyof typeof reactions, ({reaction, channelId}) =>
      hub.announce({event, data: {reaction: JSON.stringify(reaction)}, to: {channelId}}),
    );
  }
}

/** Whether there are images and other files, for notification texts. */
function filesOf({metadata}: Static<typeof Post>): Record<string, string> {
  const isImage = metadata.files.map((file) => (file as {mime_type: string}).mime_type.startsWith('image/'));
  return {
    ...(isImage.includes(true) ? {image: 'true'} : {}),
    ...(isImage.includes(false) ? {otherFile: 'true'} : {}),
  };
}
