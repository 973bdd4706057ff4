import type {ServerChannel} from '@mattermost/types/channels';
import type {Post} from '@mattermost/types/posts';
import {server} from '../../lib/server.ts';
import {otherUserId} from '../channels/addresses.ts';
import {collapsedThreads, loadedChannel, refreshChannels} from '../channels/channels.ts';
import {rememberPeople} from '../people/people.ts';
import {me} from '../session/session.ts';
import {rememberPosts} from './posts.ts';

/** Loads a message, and what its address needs: its channel, and the other person of direct messages. */
export async function loadPost(postId: string): Promise<{post: Post; channel: ServerChannel}> {
  const post = await server.getPost(postId);
  rememberPosts([post]);
  if (!loadedChannel(post.channel_id)) await refreshChannels();
  const channel = loadedChannel(post.channel_id) ?? (await server.getChannel(post.channel_id));
  if (channel.type === 'D') {
    rememberPeople(await server.getProfilesByIds([otherUserId(channel, me().id)]));
  }
  return {post, channel};
}

/** The parameters that lead to a message on the page of its channel. Replies may be in their thread only. */
export function postParameters({id, root_id}: Post): Record<string, string> {
  return root_id !== '' && collapsedThreads() ? {thread: root_id, reply: id} : {post: id};
}
