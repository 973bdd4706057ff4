import Type from 'typebox';
import type {PostInput} from '../../messaging/posts/posts.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {pickFields} from '../integration-calls/integration-calls.ts';

/** The response to an outgoing webhook (docs/outgoing-webhooks.md#your-response). */
export interface WebhookReply {
  text: string;
  username: string;
  iconUrl: string;
  props: Record<string, unknown>;
  attachments: unknown[];
  type: string;
  /** Whether to reply in the thread of the post that triggered the webhook. */
  isComment: boolean;
  priority: PostInput['priority'];
}

const Reply = Type.Object({
  text: Type.String(),
  username: Type.String(),
  icon_url: Type.String(),
  props: Type.Record(Type.String(), Type.Unknown()),
  attachments: Type.Array(Type.Unknown()),
  type: Type.String(),
  response_type: Type.String(),
  priority: Type.Unknown(),
});

const Priority = Type.Object({
  priority: Type.String(),
  requested_ack: Type.Boolean(),
});

/** Parses a response. Undefined if there is nothing to post. Fields of a wrong type count as absent. */
export function parseReply(body: string): WebhookReply | undefined {
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    return undefined;
  }
  const reply = pickFields(Reply, value);
  const {text = '', attachments = []} = reply;
  if (text.trim() === '' && attachments.length === 0) return undefined;
  const isComment = reply.response_type === 'comment';
  return {
    text,
    username: reply.username ?? '',
    iconUrl: reply.icon_url ?? '',
    props: reply.props ?? {},
    attachments,
    type: reply.type ?? '',
    isComment,
    // Replies have no priority.
    priority: isComment ? undefined : priorityOf(reply.priority),
  };
}

function priorityOf(value: unknown): WebhookReply['priority'] {
  const {priority, requested_ack = false} = pickFields(Priority, value);
  return priority === undefined ? undefined : {priority, requested_ack};
}
