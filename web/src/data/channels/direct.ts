import type {ServerChannel} from '@mattermost/types/channels';
import {errorMessage, server} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {setPreferences} from '../preferences/preferences.ts';
import {me} from '../session/session.ts';
import {channelPath} from './channel-names.ts';
import {addChannel, knownChannels} from './channels.ts';

/**
 * Opens the channel with these people: a direct channel for one, a group channel for more, and the person's own notes
 * for none. Returns the path of its page. If it can't be opened, shows the server's error and returns undefined.
 */
export async function openDirect(
  team: {name: string},
  userIds: readonly string[],
): Promise<string | undefined> {
  try {
    return channelPath(team, await createDirect(userIds), me());
  } catch (error) {
    showError(errorMessage(error));
    return undefined;
  }
}

/** Creates the channel with these people unless it exists, and shows it in the sidebar. Throws the server's error. */
export async function createDirect(userIds: readonly string[]): Promise<ServerChannel> {
  const own = me();
  const others = userIds.filter((id) => id !== own.id);
  const channel =
    others.length > 1
      ? await server.createGroupChannel([own.id, ...others])
      : await server.createDirectChannel([own.id, others[0] ?? own.id]);
  if (!knownChannels()[channel.id]) await addChannel(channel);
  await showDirect(channel, others[0] ?? own.id);
  return channel;
}

/** The preference that shows a direct or group channel in the sidebar. */
export function shownPreference(channel: {type: string; id: string}, otherId: string) {
  return channel.type === 'G'
    ? {category: 'group_channel_show', name: channel.id}
    : {category: 'direct_channel_show', name: otherId};
}

async function showDirect(channel: {type: string; id: string}, otherId: string): Promise<void> {
  await setPreferences([{...shownPreference(channel, otherId), value: 'true'}]);
}

/** Hides a direct or group channel from the sidebar until its next message. */
export async function hideDirect(channel: {type: string; id: string}, otherId: string): Promise<void> {
  await setPreferences([{...shownPreference(channel, otherId), value: 'false'}]);
}
