/** What decides whether a post sets a hook off. */
export interface TriggerRule {
  /** Empty for every public channel of the team. */
  channelid: string;
  triggerwords: readonly string[];
  /** 0: the first word is a trigger word; 1: it begins with one. */
  triggerwhen: number;
}

/**
 * The trigger word by which a post triggers a webhook; empty if the channel alone does, undefined if nothing does
 * (docs/specification.md#outgoing-webhooks). Case matters.
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
