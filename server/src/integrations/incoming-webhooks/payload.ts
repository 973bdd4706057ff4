import Type, {type Static, type TObject} from 'typebox';
import {Compile, type Validator} from 'typebox/compile';
import type {PostInput} from '../../messaging/posts/posts.ts';
import {featureNotAvailable} from '../../platform/errors/app-error.ts';
import {isJsonObject} from '../../platform/formats/json.ts';
import {blocksToText} from '../integration-posts/integration-posts.ts';
import {unparsable} from './errors.ts';

/** The parsed payload of a request (docs/webhooks.md#message-fields). Absent fields are left out. */
export interface WebhookPayload {
  text: string;
  channel?: string;
  username?: string;
  iconUrl?: string;
  iconEmoji?: string;
  /** As sent, with keys in lower case. They are normalized when posts are created. */
  attachments: unknown[];
  props: Record<string, unknown>;
  type?: string;
  rootId?: string;
  priority?: PostInput['priority'];
}

const Text = Type.Optional(Type.String());

// In the order in which errors are reported. Other fields are ignored or read separately.
const Payload = Compile(
  Type.Object({
    attachments: Type.Optional(Type.Array(Type.Unknown())),
    props: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    text: Text,
    channel: Text,
    username: Text,
    icon_url: Text,
    icon_emoji: Text,
    type: Text,
    root_id: Text,
    priority: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  }),
);

const Priority = Compile(Type.Object({priority: Text}));

/**
 * Parses the fields of a payload. Null and empty text count as absent.
 *
 * @param raw keys in lower case
 * @throws AppError 400 with the first field of a wrong type
 */
export function parsePayload(raw: Record<string, unknown>): WebhookPayload {
  const payload = checked(Payload, raw);
  const {attachments = [], props = {}, priority} = payload;
  return {
    text: blocksToText(raw.blocks) || payload.text || '',
    channel: payload.channel || undefined,
    username: payload.username || undefined,
    iconUrl: payload.icon_url || undefined,
    iconEmoji: payload.icon_emoji || undefined,
    attachments: attachments.filter(isJsonObject).map(attachmentKeys).filter(hasContent),
    props,
    type: payload.type || undefined,
    rootId: payload.root_id || undefined,
    priority: priority && parsePriority(lowerKeys(priority)),
  };
}

function parsePriority(raw: Record<string, unknown>): WebhookPayload['priority'] {
  const {priority} = checked(Priority, raw);
  if (!priority) throw unparsable('"priority.priority" is missing.', 'priority.priority');
  if (raw.persistent_notifications === true) {
    throw featureNotAvailable('persistent notifications', 'priority.persistent_notifications');
  }
  return {priority, requested_ack: raw.requested_ack === true};
}

const KINDS: Record<string, string> = {string: 'text', array: 'a list', object: 'an object'};

function checked<Schema extends TObject>(
  validator: Validator<Record<never, never>, Schema>,
  raw: Record<string, unknown>,
): Static<Schema> {
  const present = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
  if (validator.Check(present)) return present;
  const [fault] = validator.Errors(present);
  const name = fault!.instancePath.slice(1);
  // Only types can be wrong.
  const {type} = fault!.params as {type: string};
  throw unparsable(`"${name}" must be ${KINDS[type]}, not ${kindOf(present[name])}.`, name);
}

/** Converts the keys of an attachment, its fields and its actions to lower case. Its blocks become its text. */
function attachmentKeys(raw: Record<string, unknown>): Record<string, unknown> {
  const attachment = lowerKeys(raw);
  for (const list of ['fields', 'actions']) {
    const members = attachment[list];
    if (Array.isArray(members)) attachment[list] = members.filter(isJsonObject).map(lowerKeys);
  }
  const fromBlocks = blocksToText(attachment.blocks);
  return fromBlocks === '' ? attachment : {...attachment, text: fromBlocks};
}

/** The visible content of an attachment. Without any of it, the attachment would be an empty frame. */
const VISIBLE_FIELDS = [
  'fallback',
  'pretext',
  'author_name',
  'title',
  'text',
  'fields',
  'image_url',
  'thumb_url',
  'footer',
  'actions',
];

function hasContent(attachment: Record<string, unknown>): boolean {
  return VISIBLE_FIELDS.some((name) => {
    const value = attachment[name];
    return Array.isArray(value) ? value.length > 0 : value != null && value !== '';
  });
}

export function lowerKeys(raw: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key.toLowerCase(), value]));
}

/** The kind of a value. The value itself may be a secret. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  return typeof value === 'string' ? 'text' : `a ${typeof value}`;
}
