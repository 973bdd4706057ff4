import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {changeMembershipWhileSaving} from './channels.ts';
import {showAsRead} from './read-state.ts';

/** Sets the person's notifications for a channel. Restores the old values if the server rejects them. */
export async function setNotifyProps(channelId: string, props: Record<string, string>): Promise<void> {
  await changeMembershipWhileSaving(
    channelId,
    (membership) => ({...membership, notify_props: {...membership.notify_props, ...props}}),
    () => server.updateChannelNotifyProps({channel_id: channelId, user_id: me().id, ...props}),
  );
}

/** Mutes or unmutes a channel. New messages don't show a muted channel as unread, except for mentions. */
export function setMuted(channelId: string, muted: boolean): Promise<void> {
  return setNotifyProps(channelId, {mark_unread: muted ? 'mention' : 'all'});
}

/** Marks channels as read. @throws the server's error if it rejects the change */
export async function markChannelsRead(channelIds: readonly string[]): Promise<void> {
  const now = Date.now();
  await server.readMultipleChannels([...channelIds]);
  for (const channelId of channelIds) showAsRead(channelId, now);
}
