import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {changeMembership, loadedMembership} from './channels.ts';
import {showAsRead} from './read-state.ts';

/** Sets the person's notifications for a channel. Restores the old values if the server rejects them. */
export async function setNotifyProps(channelId: string, props: Record<string, string>): Promise<void> {
  const before = loadedMembership(channelId)?.notify_props;
  changeMembership(channelId, (membership) => ({
    ...membership,
    notify_props: {...membership.notify_props, ...props},
  }));
  try {
    await server.updateChannelNotifyProps({channel_id: channelId, user_id: me().id, ...props});
  } catch (error) {
    changeMembership(channelId, (membership) => ({...membership, notify_props: before ?? {}}));
    throw error;
  }
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
