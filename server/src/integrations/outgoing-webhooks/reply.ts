/** What the receiver of an outgoing webhook answers, to be posted (reference facts, section 3). */
export interface WebhookReply {
  text: string;
  username: string;
  iconUrl: string;
  props: Record<string, unknown>;
  attachments: unknown[];
  type: string;
  /** Whether it is a reply to the post that set the hook off. */
  isComment: boolean;
}

/** Reads an answer. Undefined if there is nothing to post in it; members of a wrong type count as absent. */
export function readReply(body: string): WebhookReply | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const text = textOf(value.text);
  const attachments = Array.isArray(value.attachments) ? value.attachments : [];
  if (text.trim() === '' && attachments.length === 0) return undefined;
  return {
    text,
    username: textOf(value.username),
    iconUrl: textOf(value.icon_url),
    props: isObject(value.props) ? value.props : {},
    attachments,
    type: textOf(value.type),
    isComment: value.response_type === 'comment',
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
