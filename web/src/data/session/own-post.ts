import type {Post} from '@mattermost/types/posts';
import {me} from './session.ts';

/** Whether the person wrote a post. Webhooks post with the accounts of their owners. */
export function isOwnPost(post: Pick<Post, 'user_id' | 'props'>): boolean {
  return post.user_id === me().id && post.props?.from_webhook !== 'true';
}
