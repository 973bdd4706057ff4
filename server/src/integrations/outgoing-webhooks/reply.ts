import type {PostInput} from '../../messaging/posts/posts.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {isJsonObject} from '../../platform/json/json.ts';

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
  priority: PostInput['priority'];
}

/** Reads an answer. Undefined if there is nothing to post in it; members of a wrong type count as absent. */
export function readReply(body: string): WebhookReply | undefined {
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const text = textOf(value.text);
  const attachments = Array.isArray(value.attachments) ? value.attachments : [];
  if (text.trim() === '' && attachments.length === 0) return undefined;
  const isComment = value.response_type === 'comment';
  return {
    text,
    username: textOf(value.username),
    iconUrl: textOf(value.icon_url),
    props: isJsonObject(value.props) ? value.props : {},
    attachments,
    type: textOf(value.type),
    isComment,
    // Only what begins a thread has one.
    priority: isComment ? undefined : priorityOf(value.priority),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function priorityOf(value: unknown): WebhookReply['priority'] {
  if (!isJsonObject(value) || typeof value.priority !== 'string') return undefined;
  return {
    priority: value.priority,
    requested_ack: value.requested_ack === true,
    persistent_notifications: value.persistent_notifications === true,
  };
}
