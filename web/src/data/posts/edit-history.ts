import type {Post} from '@mattermost/types/posts';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {rememberPosts} from './posts.ts';

const historyKey = (postId: string) => ['edit-history', postId];

/** The earlier versions of a message, newest first. */
export function useEditHistory(postId: string) {
  return useQuery({
    queryKey: historyKey(postId),
    queryFn: () => server.getPostEditHistory(postId),
    // Always loaded again, because every edit adds a version.
    staleTime: 0,
  });
}

/**
 * Replaces the text and files of the person's message with those of an earlier version.
 *
 * @throws the server's error if it rejects the change
 */
export async function restoreVersion(post: Post, version: Post): Promise<void> {
  const {data} = await server.restorePostVersion(post.id, version.id, '');
  rememberPosts([data]);
  await queries.invalidateQueries({queryKey: historyKey(post.id)});
}
