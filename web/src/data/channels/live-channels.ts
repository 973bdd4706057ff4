import type {ChannelMembership, ServerChannel} from '@mattermost/types/channels';
import {me} from '../session/session.ts';
import {onLive, onMissedEvents} from '../system/live.ts';
import {refreshChannelMembers} from './channel-members.ts';
import {changeChannel, changeMembership, refreshChannels, removeChannel} from './channels.ts';
import {showAsRead} from './read-state.ts';

/** Updates channels and memberships on live events. `live-posts.ts` handles the events of posts. */
export function followChannels(): void {
  const refresh = () => void refreshChannels();
  for (const event of [
    'channel_created',
    'direct_added',
    'group_added',
    'channel_restored',
    'channel_converted',
    'gm_converted',
  ]) {
    onLive(event, refresh);
  }
  onLive('user_added', ({data}) => {
    if (data.user_id === me().id) refresh();
  });
  onLive('user_added', ({broadcast}) => void refreshChannelMembers(broadcast.channel_id));
  onLive('user_removed', ({data, broadcast}) => {
    if (data.channel_id) removeChannel(data.channel_id);
    else if (data.user_id === me().id) removeChannel(broadcast.channel_id);
    void refreshChannelMembers(data.channel_id ?? broadcast.channel_id);
  });
  onLive('channel_updated', ({data}) => {
    const channel = JSON.parse(data.channel) as ServerChannel;
    // After a reload, the server sends events that the stored copy may already include. The page would follow a channel
    // to an address that it no longer has.
    changeChannel(channel.id, (before) =>
      channel.update_at < before.update_at ? before : {...before, ...channel},
    );
  });
  onLive('channel_deleted', ({data}) =>
    changeChannel(data.channel_id, (channel) => ({...channel, delete_at: data.delete_at})),
  );
  onLive('channel_member_updated', ({data}) => {
    const membership = JSON.parse(data.channelMember) as ChannelMembership;
    changeMembership(membership.channel_id, () => membership);
  });
  onLive('multiple_channels_viewed', ({data}) => {
    for (const [id, at] of Object.entries<number>(data.channel_times)) showAsRead(id, at);
  });
  onLive('post_unread', ({data, broadcast}) =>
    changeMembership(broadcast.channel_id, (membership) => ({
      ...membership,
      msg_count: data.msg_count,
      msg_count_root: data.msg_count_root,
      mention_count: data.mention_count,
      mention_count_root: data.mention_count_root,
      last_viewed_at: data.last_viewed_at,
    })),
  );
  onMissedEvents(() => {
    refresh();
    void refreshChannelMembers();
  });
}
