import type {Database} from '../../../platform/database/database.ts';
import {AppError} from '../../../platform/errors/app-error.ts';
import type {EventBus} from '../../../platform/event-bus/event-bus.ts';
import {type Channels, updateMemberUnread} from '../../channels/channels.ts';
import {type MessageAttachment, mentionTexts} from '../../message-attachments/message-attachments.ts';
import type {ChannelAudience} from '../creation/channel-audience.ts';
import {findMentions, indexMembers} from '../creation/mentions.ts';
import {UNCOUNTED_TYPES} from '../creation/rules.ts';
import {postNotFound} from '../post-errors.ts';
import {selectPosts} from '../store.ts';
import {
  countMessagesFrom,
  deleteAcknowledgement,
  insertAcknowledgement,
  type MentioningRow,
  selectAcknowledgedAt,
  selectPostsByOthers,
  selectRepliesByOthers,
} from './store.ts';

declare module '../../../platform/event-bus/event-bus.ts' {
  interface Events {
    /** A member marked a post and all later ones as unread. */
    'post:unread': {
      userId: string;
      postId: string;
      channelId: string;
      teamId: string;
      lastViewedAt: number;
      msgCount: number;
      msgCountRoot: number;
      mentionCount: number;
      mentionCountRoot: number;
      urgentMentionCount: number;
    };
    /** A user acknowledged a post of the channel, or removed their acknowledgment. */
    'post:acknowledgements-changed': {channelId: string};
  }
}

/** The maximum number of posts in which mentions are recounted. */
const MAX_COUNTED_POSTS = 1000;
/** How long an acknowledgment can be removed, in milliseconds. */
const UNACKNOWLEDGE_MS = 5 * 60_000;

/** Lets users mark posts as unread and acknowledge them. */
export function createReadState({
  database,
  events,
  channels,
  audience,
}: {
  database: Database;
  events: EventBus;
  channels: Channels;
  audience: ChannelAudience;
}) {
  async function countMentions(
    channel: {id: string; type: 'O' | 'P' | 'D' | 'G'},
    posts: readonly MentioningRow[],
    userId: string,
  ): Promise<{mentions: number; rootMentions: number; urgentMentions: number}> {
    const member = (await audience.members(channel.id)).get(userId);
    const index = indexMembers(member ? [member] : []);
    const mentioning = posts.filter(({type, message, props}) => {
      if (type.startsWith('system_')) return props.addedUserId === userId && type === 'system_add_to_channel';
      if (channel.type === 'D' || channel.type === 'G') return true;
      const texts = [message, ...mentionTexts((props.attachments ?? []) as MessageAttachment[])];
      const {userIds, everyone} = findMentions(texts, index);
      return userIds.has(userId) || (everyone && index.channelWide.length > 0);
    });
    const roots = mentioning.filter((post) => post.rootid === '');
    return {
      mentions: mentioning.length,
      rootMentions: roots.length,
      urgentMentions: roots.filter((post) => post.urgent).length,
    };
  }

  return {
    /**
     * Marks a post and all later ones in its channel as unread by the member.
     *
     * @throws AppError 400 if the user is not in the channel, 404 if the post doesn't exist.
     */
    async markUnread(userId: string, postId: string) {
      const [post] = await selectPosts(database, [postId]);
      if (!post || post.deleteat > 0) throw postNotFound(postId);
      const channel = await channels.byId(post.channelid);
      const from = post.createat;
      const [count, others] = await Promise.all([
        countMessagesFrom(database, {channelId: channel.id, from, uncountedTypes: [...UNCOUNTED_TYPES]}),
        selectPostsByOthers(database, {channelId: channel.id, from, userId, limit: MAX_COUNTED_POSTS}),
      ]);
      const member = await updateMemberUnread(database, {
        channelId: channel.id,
        userId,
        lastViewedAt: from - 1,
        messages: count.messages,
        roots: count.roots,
        ...(await countMentions(channel, others, userId)),
        now: Date.now(),
      });
      if (!member) {
        throw new AppError({
          id: 'app.channel.get_member.missing.app_error',
          message: "This person isn't in the channel of the message.",
          explanation: `The user ${userId} is not in the channel of the post ${postId}.`,
          status: 400,
        });
      }
      const unread = {
        userId,
        channelId: channel.id,
        teamId: channel.teamid,
        lastViewedAt: member.lastviewedat,
        msgCount: member.msgcount,
        msgCountRoot: member.msgcountroot,
        mentionCount: member.mentioncount,
        mentionCountRoot: member.mentioncountroot,
        urgentMentionCount: member.urgentmentioncount,
      };
      events.publish('post:unread', {...unread, postId});
      return unread;
    },

    /** The number of replies in a thread that were created after a time (milliseconds) and mention the user. */
    async mentionsInThread(userId: string, rootId: string, after: number): Promise<number> {
      const [root] = await selectPosts(database, [rootId]);
      if (!root) throw postNotFound(rootId);
      const replies = await selectRepliesByOthers(database, {
        rootId,
        after,
        userId,
        limit: MAX_COUNTED_POSTS,
      });
      return (await countMentions(await channels.byId(root.channelid), replies, userId)).mentions;
    },

    /** Records that the user acknowledged the post, unless they already did. Returns the time in milliseconds. */
    async acknowledge(userId: string, postId: string, channelId: string): Promise<number> {
      const at = await insertAcknowledgement(database, {postId, userId, channelId, now: Date.now()});
      events.publish('post:acknowledgements-changed', {channelId});
      return at;
    },

    /** Removes an acknowledgment. @throws AppError 403 if it is older than five minutes. */
    async unacknowledge(userId: string, postId: string, channelId: string): Promise<void> {
      const at = await selectAcknowledgedAt(database, postId, userId);
      if (at > 0 && Date.now() - at > UNACKNOWLEDGE_MS) {
        throw new AppError({
          id: 'api.acknowledgement.delete.deadline.app_error',
          message: 'An acknowledgment can only be removed within five minutes.',
          status: 403,
        });
      }
      await deleteAcknowledgement(database, postId, userId);
      events.publish('post:acknowledgements-changed', {channelId});
    },
  };
}
