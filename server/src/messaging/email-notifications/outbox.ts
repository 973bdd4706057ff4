import type {Config} from '../../platform/config/config.ts';
import type {PostOutbox} from '../posts/posts.ts';
import type {Statuses} from '../statuses/statuses.ts';
import {areEmailNotificationsOn, wantsEmail} from './rules.ts';
import {insertEmailNotifications} from './store.ts';

/**
 * Records who may need an email about a post, in the transaction of the post, so that a crash cannot lose it: mentioned
 * users and followers of the thread who are away or offline. Everything else is decided when the email is sent. If
 * there are no such users, only caches are read.
 */
export function createEmailNotificationOutbox({
  config,
  statuses,
}: {
  config: Config;
  statuses: Statuses;
}): PostOutbox {
  return {
    async entryFor({authorId, type, mentionedUserIds, notifiedFollowerIds, members}) {
      if (type.startsWith('system_') || !areEmailNotificationsOn(config.get())) return undefined;
      const mentions = new Set(mentionedUserIds);
      const followers = notifiedFollowerIds.filter((userId) => userId !== authorId && !mentions.has(userId));
      if (mentions.size === 0 && followers.length === 0) return undefined;
      const inChannel = await members();
      const candidates = [...mentions, ...followers].filter((userId) => {
        const member = inChannel.get(userId);
        if (!member || member.isBot) return false;
        const {notifyProps: account, channelNotifyProps: channel} = member;
        return wantsEmail({account, channel, mentioned: mentions.has(userId)});
      });
      if (candidates.length === 0) return undefined;
      const recipients = (await statuses.byIds(candidates))
        .filter(({status}) => status === 'away' || status === 'offline')
        .map(({user_id}) => ({userId: user_id, mentioned: mentions.has(user_id)}));
      if (recipients.length === 0) return undefined;
      return {write: (tx, postId) => insertEmailNotifications(tx, postId, recipients, Date.now())};
    },
  };
}
