/** The settings that determine whether a post triggers a webhook. */
export interface TriggerRule {
  /** Empty for every public channel of the team. */
  channelid: string;
  triggerwords: readonly string[];
  /** 0: the first word is a trigger word. 1: it starts with one. */
  triggerwhen: number;
}

/**
 * The trigger word with which a post triggers a webhook: empty if the channel alone does, undefined if the post does
 * not trigger it (docs/specification.md#outgoing-webhooks). Case-sensitive.
 */
export function triggerWordOf(
  {channelid, triggerwords, triggerwhen}: TriggerRule,
  post: {channelId: string; message: string},
): string | undefined {
  if (channelid !== '' && channelid !== post.channelId) return undefined;
  if (triggerwords.length === 0) return channelid === '' ? undefined : '';
  const first = /\S+/.exec(post.message)?.[0];
  if (first === undefined) return undefined;
  return triggerwords.find((word) => (triggerwhen === 1 ? first.startsWith(word) : first === word));
}
