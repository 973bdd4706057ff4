import type {Config} from '../../../platform/config/config.ts';
import type {Groups} from '../../groups/groups.ts';
import {type MessageAttachment, mentionTexts} from '../../message-attachments/message-attachments.ts';
import type {Permissions} from '../../permissions/permissions.ts';
import type {Statuses} from '../../statuses/statuses.ts';
import {collapsedThreadsMode} from '../collapsed-threads.ts';
import type {ChannelAudience} from './channel-audience.ts';
import {findMentions} from './mentions.ts';
import type {ThreadRootRow} from './store.ts';

/** The maximum number of members of a channel in which `@channel`, `@all` and `@here` notify anyone. */
const MAX_NOTIFIED_MEMBERS = 1000;

/** The maximum number of groups that a message can mention, because their members are read for each message. */
const MAX_MENTIONED_GROUPS = 50;

/** The data of a post that determines whom it mentions. */
export interface MentioningPost {
  channel: {id: string; type: 'O' | 'P' | 'D' | 'G'};
  author: {userId: string; roles: readonly string[]};
  message: string;
  type: string;
  props: Record<string, unknown>;
  isWebhook: boolean;
  root?: ThreadRootRow;
}

export type MentionedMembers = ReturnType<typeof createMentionedMembers>;

/** Finds the users that a post mentions, based on its text and the members' settings. */
export function createMentionedMembers({
  config,
  permissions,
  statuses,
  groups,
  audience,
}: {
  config: Config;
  permissions: Permissions;
  statuses: Statuses;
  groups: Groups;
  audience: ChannelAudience;
}) {
  /** Members who want notifications about replies in threads that they started or replied to. */
  async function findReplySubscribers(
    channelId: string,
    {rootuserid, participants}: ThreadRootRow,
  ): Promise<string[]> {
    // With collapsed threads, following a thread replaces this setting.
    if (!['never', 'off'].includes(collapsedThreadsMode(config.get()))) return [];
    const members = await audience.members(channelId);
    return [...new Set([rootuserid, ...(participants ?? [])])].filter((userId) => {
      const comments = members.get(userId)?.notifyProps.comments;
      return comments === 'any' || (comments === 'root' && userId === rootuserid);
    });
  }

  async function filterOnline(userIds: readonly string[]): Promise<string[]> {
    const found = await statuses.byIds(userIds);
    return found.filter(({status}) => status === 'online').map(({user_id}) => user_id);
  }

  /** The members of the channel who are in these groups, if the author may mention groups. */
  async function findGroupMembers(
    groupIds: readonly string[],
    {channel, author}: Pick<MentioningPost, 'channel' | 'author'>,
  ): Promise<string[]> {
    if (!(await permissions.can(author, 'use_group_mentions', {channelId: channel.id}))) return [];
    const members = await audience.members(channel.id);
    return (await groups.memberIds(groupIds)).filter((userId) => members.has(userId));
  }

  /** The ids of the mentioned members. An author can only be mentioned by their own webhook. */
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
      const {userIds, everyone, here, groupIds} = findMentions(texts, index, await groups.mentionable());
      for (const userId of userIds) mentioned.add(userId);
      if (groupIds.size > 0) {
        const first = [...groupIds].slice(0, MAX_MENTIONED_GROUPS);
        for (const userId of await findGroupMembers(first, post)) mentioned.add(userId);
      }
      const mayNotifyAll =
        (everyone || here) &&
        index.memberCount <= MAX_NOTIFIED_MEMBERS &&
        (await permissions.can(author, 'use_channel_mentions', {channelId: channel.id}));
      if (mayNotifyAll) {
        const all = everyone ? index.channelWide : await filterOnline(index.channelWide);
        for (const userId of all) mentioned.add(userId);
      }
    }
    if (post.root) {
      for (const userId of await findReplySubscribers(channel.id, post.root)) mentioned.add(userId);
    }
    if (!post.isWebhook) mentioned.delete(author.userId);
    return [...mentioned];
  };
}
