import {server} from '../../lib/server.ts';
import {me} from '../session/session.ts';
import {changeMembership, knownMembership} from './channels.ts';

/** Sets what the person is notified of in a channel; puts the old values back if the server refuses. */
export async function setNotifyProps(channelId: string, props: Record<string, string>): Promise<void> {
  const before = knownMembership(channelId)?.notify_props;
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

/** Whether new messages of a channel show it as unread; mentions always do. */
export function setMuted(channelId: string, muted: boolean): Promise<void> {
  return setNotifyProps(channelId, {mark_unread: muted ? 'mention' : 'all'});
}
