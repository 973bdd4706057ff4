import type {Post} from '@mattermost/types/posts';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The name and picture that an integration uses for its post, if the server's settings allow them. */
export function getOverrides(
  post: Pick<Post, 'props'>,
  {EnablePostUsernameOverride, EnablePostIconOverride}: Record<string, string>,
): {name?: string; emoji?: string; icon?: string} {
  const {from_webhook, override_username, webhook_display_name, override_icon_emoji, override_icon_url} =
    post.props ?? {};
  if (text(from_webhook) !== 'true') return {};
  const name = text(override_username);
  // The name of a command doesn't need a check: the server only stores it if the settings allow it.
  const ownName = name === '' ? text(webhook_display_name) : '';
  const mayRename = EnablePostUsernameOverride === 'true';
  const mayShow = EnablePostIconOverride === 'true';
  const emoji = text(override_icon_emoji).replace(/^:|:$/g, '');
  return {
    ...(name ? {name: mayRename ? name : 'webhook'} : {}),
    ...(ownName ? {name: ownName} : {}),
    ...(mayShow && emoji ? {emoji} : {}),
    ...(mayShow && !emoji && text(override_icon_url) ? {icon: text(override_icon_url)} : {}),
  };
}

/** Identifies the shown author of a post. Consecutive posts with the same key share one header. */
export function authorKey(post: Pick<Post, 'type' | 'user_id' | 'props'>): string {
  const {from_webhook, override_username, webhook_display_name, override_icon_url, override_icon_emoji} =
    post.props ?? {};
  const names = [from_webhook, override_username, webhook_display_name];
  return [
    post.type === 'system_ephemeral',
    post.user_id,
    ...names,
    override_icon_url,
    override_icon_emoji,
  ].join('\n');
}
