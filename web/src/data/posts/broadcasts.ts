import type {Post} from '@mattermost/types/posts';
import {useEffect} from 'react';
import {server} from '../../lib/server.ts';
import {loadedPost, rememberPosts, usePost} from './posts.ts';

/** If a post in the channel shows a reply: the ids of the reply and of the first post of its thread. */
export function readBroadcast({props}: Pick<Post, 'props'>): {replyId: string; rootId: string} | undefined {
  const {broadcast_reply_id: replyId, broadcast_thread_id: rootId} = props ?? {};
  return typeof replyId === 'string' && typeof rootId === 'string' ? {replyId, rootId} : undefined;
}

/** The reply that a post shows, if it is loaded; otherwise the post itself. */
export function displayedPost(post: Post): Post {
  const replyId = readBroadcast(post)?.replyId;
  return (replyId && loadedPost(replyId)) || post;
}

/** Returns a post, and loads it if necessary. */
export function useLoadedPost(id: string): Post | undefined {
  const post = usePost(id);
  const isMissing = post === undefined;
  useEffect(() => {
    if (!isMissing) return;
    server
      .getPost(id)
      .then((loaded) => rememberPosts([loaded]))
      .catch(() => {});
  }, [id, isMissing]);
  return post;
}
