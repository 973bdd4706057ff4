import {addQuotes, type Quote, type WirePost} from '../../messaging/posts/posts.ts';
import type {Announcements} from '../../platform/event-bus/event-bus.ts';
import type {Hub, Listener} from '../hub/hub.ts';

/** Announces posts and their changes to the members of the channel. */
export function announcePosts(events: Announcements, hub: Hub): void {
  events.inStreamOrder(
    'post:created',
    ({post, quotes, channel, senderName, mentionedUserIds, notifiedFollowerIds, setOnline}) => {
      const postFor = postsByListener(post, quotes);
      const mentioned = new Set(mentionedUserIds);
      // Clients notify people who are listed here.
      const followers = new Set(notifiedFollowerIds);
      hub.announce({
        event: 'posted',
        data: {
          channel_display_name: channel.displayName,
          channel_name: channel.name,
          channel_type: channel.type,
          ...(quotes ? {} : {post: JSON.stringify(post)}),
          sender_name: senderName,
          set_online: setOnline,
          team_id: channel.teamId,
          ...fileFlags(post),
        },
        to: {channelId: channel.id},
        // Adds only the listener's own mention, so that other mentions are not revealed.
        personalize: (listener: Listener) => {
          const {userId} = listener;
          const self = JSON.stringify([userId]);
          const isMentioned = mentioned.has(userId);
          const follows = followers.has(userId);
          const own = postFor?.(listener);
          return isMentioned || follows
            ? {...own, ...(isMentioned ? {mentions: self} : {}), ...(follows ? {followers: self} : {})}
            : own;
        },
      });
    },
  );

  events.inStreamOrder('post:edited', ({post, quotes}) =>
    hub.announce({
      event: 'post_edited',
      data: quotes ? {} : {post: JSON.stringify(post)},
      to: {channelId: post.channel_id},
      personalize: postsByListener(post, quotes),
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

/**
 * Personalizes an event about a post: adds the quotes from channels that the listener can read. Undefined if all
 * listeners see the same post.
 */
function postsByListener(
  post: WirePost,
  quotes: readonly Quote[] | undefined,
): ((listener: Listener) => {post: string}) | undefined {
  if (!quotes) return undefined;
  const variants = new Map<string, {post: string}>();
  return ({channelIds, teamIds, openTeamIds, readsAllTeams}) => {
    const isOpen = (teamId: string) => readsAllTeams || (teamIds.has(teamId) && openTeamIds.has(teamId));
    const visible = quotes.filter(
      ({channelId, publicTeamId}) => channelIds.has(channelId) || (publicTeamId && isOpen(publicTeamId)),
    );
    const key = visible.map(({embed}) => embed.data.post_id).join();
    let variant = variants.get(key);
    if (!variant) {
      variant = {post: JSON.stringify(addQuotes(post, visible))};
      variants.set(key, variant);
    }
    return variant;
  };
}

/** Whether the post has images or other files, for notification texts. */
function fileFlags({metadata}: WirePost): Record<string, string> {
  const isImage = metadata.files.map((file) => (file as {mime_type: string}).mime_type.startsWith('image/'));
  return {
    ...(isImage.includes(true) ? {image: 'true'} : {}),
    ...(isImage.includes(false) ? {otherFile: 'true'} : {}),
  };
}
