import type {Post} from '@mattermost/types/posts';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The name and picture that an integration set for its post, if the server's settings allow them. */
export function overridesOf(
  post: Pick<Post, 'props'>,
  {EnablePostUsernameOverride, EnablePostIconOverride}: Record<string, string>,
): {name?: string; emoji?: string; icon?: string} {
  const {from_webhook, override_username, override_icon_emoji, override_icon_url} = post.props ?? {};
  if (text(from_webhook) !== 'true') return {};
  const name = text(override_username);
  const mayRename = EnablePostUsernameOverride === 'true';
  const mayShow = EnablePostIconOverride === 'true';
  const emoji = text(override_icon_emoji).replace(/^:|:$/g, '');
  return {
    ...(name ? {name: mayRename ? name : 'webhook'} : {}),
    ...(mayShow && emoji ? {emoji} : {}),
    ...(mayShow && !emoji && text(override_icon_url) ? {icon: text(override_icon_url)} : {}),
  };
}

/** Identifies the shown author of a post. Consecutive posts with the same key share one header. */
export function authorKey(post: Post): string {
  const {from_webhook, override_username, override_icon_url, override_icon_emoji} = post.props ?? {};
  return [post.user_id, from_webhook, override_username, override_icon_url, override_icon_emoji].join('\n');
}
