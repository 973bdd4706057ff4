import {server} from '../../lib/server.ts';
import {loadedPost, rememberPosts} from './posts.ts';

/** Loads these posts, unless they are known. Live events keep them up to date. Lists are useful without them. */
export async function loadMissingPosts(ids: readonly string[]): Promise<void> {
  const missing = ids.filter((id) => !loadedPost(id));
  if (missing.length > 0) rememberPosts(await server.getPostsByIds(missing).catch(() => []));
}
