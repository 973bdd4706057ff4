import {readOffline} from '../../lib/offline-store.ts';
import {rememberPeople} from '../people/people.ts';
import {loadedWindow, showCopiedWindow} from '../posts/channel-window.ts';
import {rememberPosts} from '../posts/posts.ts';
import {type ChannelCopy, isExpired} from './copy.ts';
import {keyOfChannel} from './stored-copy.ts';

/** Shows the messages of a channel that are stored in this browser, unless it already shows messages. */
export async function readChannelCopy(channelId: string): Promise<void> {
  if (!loadedWindow(channelId)) showChannelCopy(await readOffline<ChannelCopy>(keyOfChannel(channelId)));
}

export function showChannelCopy(copy: ChannelCopy | undefined): void {
  if (!copy || isExpired(copy) || loadedWindow(copy.id)) return;
  rememberPeople(copy.people);
  rememberPosts(copy.posts);
  showCopiedWindow(
    copy.id,
    copy.posts.map(({id}) => id),
    copy.hasOlder,
  );
}
