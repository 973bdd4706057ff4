import type {Config} from '../../../platform/config/config.ts';
import {type MessageAttachment, mentionTexts} from '../../message-attachments/message-attachments.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import type {Statuses} from '../../statuses/statuses.ts';
import {usualCollapsedThreads} from '../collapsed-threads.ts';
import type {ChannelAudience} from './channel-audience.ts';
import {findMentions} from './mentions.ts';
import type {ThreadRootRow} from './store.ts';

/** In a channel with more members `@channel`, `@all` and `@here` notify nobody. */
const MAX_NOTIFIED_MEMBERS = 1000;

/** What decides who is mentioned by a post. */
export interface MentioningPost {
  channel: {id: string; type: 'O' | 'P' | 'D' | 'G'};
  author: {userId: string; roles: readonly string[]};
  message: string;
  type: string;
  props: Record<string, unknown>;
  isWebhook: boolean;
  root?: ThreadRootRow;
}

/** Tells whom a post mentions, by text and by the members' settings. */
export function createMentionedMembers({
  config,
  permissions,
  statuses,
  audience,
}: {
  config: Config;
  permissions: Permissions;
  statuses: Statuses;
  audience: ChannelAudience;
}) {
  /** Members who want to hear of replies in threads that they began or wrote in. */
  async function wantReplies(
    channelId: string,
    {rootuserid, participants}: ThreadRootRow,
  ): Promise<string[]> {
    // With collapsed threads this setting has no say: there, one follows a thread or not.
    if (!['never', 'off'].includes(usualCollapsedThreads(config.get()))) return [];
    const members = await audience.members(channelId);
    return [...new Set([rootuserid, ...(participants ?? [])])].filter((userId) => {
      const comments = members.get(userId)?.notifyProps.comments;
      return comments === 'any' || (comments === 'root' && userId === rootuserid);
    });
  }

  async function online(userIds: readonly string[]): Promise<string[]> {
    const found = await statuses.byIds(userIds);
    return found.filter(({status}) => status === 'online').map(({user_id}) => user_id);
  }

  /** The members' ids. Authors mention themselves only through a webhook, which speaks in their name. */
  return async function mentionedMembers(post: MentioningPost): Promise<string[]> {
    const {channel, author, type, props} = post;
    if (type.startsWith('system_')) {
      return type === 'system_add_to_channel' && typeof props.addedUserId === 'string'
        ? [props.addedUserId]
        : [];
    }
    const mentioned = new Set<string>();
    if (channel.type === 'D' || channel.type === 'G') {
      for (const userId of (await audience.members(channel.id)).keys()) mentioned.add(userId);
    } else {
      const texts = [post.message, ...mentionTexts((props.attachments ?? []) as MessageAttachment[])];
      const index = await audience.mentionIndex(channel.id);
      const {userIds, everyone, here} = findMentions(texts, index);
      for (const userId of userIds) mentioned.add(userId);
      const mayNotifyAll =
        (everyone || here) &&
        index.memberCount <= MAX_NOTIFIED_MEMBERS &&
        (await permissions.can(author, 'use_channel_mentions', {channelId: channel.id}));
      if (mayNotifyAll) {
        const all = everyone ? index.channelWide : await online(index.channelWide);
        for (const userId of all) mentioned.add(userId);
      }
    }
    if (post.root) {
      for (const userId of await wantReplies(channel.id, post.root)) mentioned.add(userId);
    }
    if (!post.isWebhook) mentioned.delete(author.userId);
    return [...mentioned];
  };
}
