import type {Post} from '@mattermost/types/posts';
import {changeOffline, deleteOffline, readOffline, writeOffline} from '../../lib/offline-store.ts';
import {tryStore} from '../../lib/try-store.ts';
import {loadedChannel, loadedMembership} from '../channels/channels.ts';
import {loadedPerson} from '../people/people.ts';
import {loadedWindow} from '../posts/channel-window.ts';
import {loadedPost, peopleInPost} from '../posts/posts.ts';
import type {ChannelCopy} from './copy.ts';
import {keyOfChannel, LAST_CHANNEL} from './stored-copy.ts';

/** The key of the ids of the channels whose messages are stored, most recently opened first. */
const RECENT = 'recent-channels';
/** The maximum number of channels, and of messages in each. */
const MAX_CHANNELS = 30;
const MAX_POSTS = 60;

/** Stores the newest messages of an open channel, if they are loaded. */
export async function saveChannel(channelId: string): Promise<void> {
  const window = loadedWindow(channelId);
  if (!window || window.isCopy || window.hasNewer || !loadedMembership(channelId)) return;
  const all = window.ids
    .map(loadedPost)
    .filter((post) => post !== undefined)
    .filter(({state, type}) => state !== 'DELETED' && type !== 'system_ephemeral');
  const posts = all.slice(-MAX_POSTS);
  const authors = [...new Set(posts.flatMap(peopleInPost))].map(loadedPerson);
  const copy: ChannelCopy = {
    id: channelId,
    savedAt: Date.now(),
    posts,
    people: authors.filter((person) => person !== undefined),
    hasOlder: window.hasOlder || all.length > posts.length,
  };
  const recent = [channelId, ...(await recentChannels()).filter((id) => id !== channelId)];
  await writeOffline([
    [keyOfChannel(channelId), copy],
    [RECENT, recent.slice(0, MAX_CHANNELS)],
  ]);
  tryStore(LAST_CHANNEL, channelId);
  for (const id of recent.slice(MAX_CHANNELS)) await deleteOffline(keyOfChannel(id));
}

/** Deletes the messages of channels that the person is no longer in. */
export async function deleteInaccessibleChannels(): Promise<void> {
  const recent = await recentChannels();
  const lost = recent.filter((id) => !loadedChannel(id) || !loadedMembership(id));
  if (lost.length === 0) return;
  await changeOffline<string[]>(RECENT, (ids) => ids.filter((id) => !lost.includes(id)));
  for (const id of lost) await deleteOffline(keyOfChannel(id));
}

/** Updates an edited message, unless the stored version is newer. */
export async function changePostCopy(changed: Post): Promise<void> {
  await changeOffline<ChannelCopy>(keyOfChannel(changed.channel_id), (copy) => ({
    ...copy,
    posts: copy.posts.map((post) =>
      post.id === changed.id && changed.update_at >= post.update_at ? changed : post,
    ),
  }));
}

/** Removes a deleted message and its replies. */
export async function deletePostCopies({id, channel_id}: Post): Promise<void> {
  await changeOffline<ChannelCopy>(keyOfChannel(channel_id), (copy) => ({
    ...copy,
    posts: copy.posts.filter((post) => post.id !== id && post.root_id !== id),
  }));
}

async function recentChannels(): Promise<string[]> {
  return (await readOffline<string[]>(RECENT)) ?? [];
}
