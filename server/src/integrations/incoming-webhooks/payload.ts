import type {PostInput} from '../../messaging/posts/posts.ts';
import {storableText} from '../../platform/database/storable-text.ts';
import {AppError} from '../../platform/errors/app-error.ts';
import {parseJson} from '../../platform/http/json-body.ts';
import {isJsonObject} from '../../platform/json/json.ts';
import {blocksToText} from '../block-kit/block-kit.ts';
import {mendJson} from './tolerant-json.ts';

/** What a sender asks for, parsed once (specification, Incoming webhook payload). Absent members are not there. */
export interface WebhookPayload {
  text: string;
  channel?: string;
  username?: string;
  iconUrl?: string;
  iconEmoji?: string;
  /** As sent, keys in lower case; normalised where posts are made. */
  attachments: unknown[];
  props: Record<string, unknown>;
  type?: string;
  rootId?: string;
  priority?: PostInput['priority'];
}

const MULTIPART = 'multipart/form-data';
const FORM = 'application/x-www-form-urlencoded';

/**
 * Reads the body of a request to a webhook: JSON whatever its content type, a form whose field `payload` holds
 * JSON, or a multipart form whose fields are the payload's members (reference facts, section 2.2).
 *
 * @throws AppError 400 with the specification's text when it cannot be parsed; its `path` says where.
 */
export async function parseWebhookBody(
  contentType: string | undefined,
  body: Buffer,
): Promise<WebhookPayload> {
  const mediaType = mediaTypeOf(contentType);
  if (mediaType === MULTIPART) return toPayload(await readMultipart(contentType!, body));
  const text = body.toString('utf8');
  // `curl -d '{…}'` calls its JSON a form.
  const isForm = mediaType === FORM && !text.trimStart().startsWith('{');
  if (isForm) return toPayload(parseObject(fieldPayload(text)));
  return toPayload(parseObject(text));
}

function fieldPayload(form: string): string {
  const payload = new URLSearchParams(form).get('payload');
  if (payload === null) throw unparsable('The form has no field "payload", which holds the JSON.');
  return payload;
}

// `type/subtype`, then parameters; anything else is malformed and refused, as on the reference server.
const MEDIA_TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;.*)?$/;

function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType.trim() === '') return '';
  const match = MEDIA_TYPE.exec(contentType);
  if (!match) throw unparsable(`The content type "${contentType}" is malformed.`);
  return match[1]!.toLowerCase();
}

async function readMultipart(contentType: string, body: Buffer): Promise<Record<string, unknown>> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), {headers: {'content-type': contentType}}).formData();
  } catch (error) {
    throw new AppError({
      id: 'api.webhook.incoming.error',
      message: 'Could not decode the multipart payload of incoming webhook.',
      status: 400,
      cause: error,
    });
  }
  const payload = form.get('payload');
  if (typeof payload === 'string') return parseObject(payload);
  const members: Record<string, unknown> = {};
  const attachments: Record<string, string>[] = [];
  for (const [rawName, rawValue] of form) {
    if (typeof rawValue !== 'string') continue;
    // What is sent as JSON has no characters either that PostgreSQL cannot store.
    const [name, value] = [storableText(rawName), storableText(rawValue)];
    const [member, index, field] = name.toLowerCase().split('.') as [string, string?, string?];
    if (member === 'attachments' && field !== undefined) {
      const position = Number(index);
      // One form has at most a hundred fields or so: a position beyond is no list but an attack.
      if (Number.isInteger(position) && position >= 0 && position < 100) {
        attachments[position] = {...attachments[position], [field]: value};
      }
    } else members[MULTIPART_NAMES.get(member) ?? member] = value;
  }
  return attachments.length > 0 ? {...members, attachments} : members;
}

// The reference server's own names of these members inside a multipart form.
const MULTIPART_NAMES: ReadonlyMap<string, string> = new Map([
  ['iconurl', 'icon_url'],
  ['iconemoji', 'icon_emoji'],
  ['channelname', 'channel'],
]);

/** The first JSON value as an object with keys in lower case; `null` is an empty one. */
function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    try {
      value = parseJson(mendJson(text));
    } catch (error) {
      throw unparsable((error as AppError).message);
    }
  }
  if (value === null) return {};
  if (!isJsonObject(value)) throw unparsable(`The payload is a JSON object, and not ${kindOf(value)}.`);
  return lowerKeys(value);
}

function toPayload(raw: Record<string, unknown>): WebhookPayload {
  const {attachments} = raw;
  if (attachments != null && !Array.isArray(attachments))
    throw unparsable(`"attachments" is a list, and not ${kindOf(attachments)}.`, 'attachments');
  const {props} = raw;
  if (props != null && !isJsonObject(props)) {
    throw unparsable(`"props" is an object, and not ${kindOf(props)}.`, 'props');
  }
  const text = textMember(raw, 'text') ?? '';
  const fromBlocks = blocksToText(raw.blocks);
  return {
    text: fromBlocks || text,
    channel: textMember(raw, 'channel'),
    username: textMember(raw, 'username'),
    iconUrl: textMember(raw, 'icon_url'),
    iconEmoji: textMember(raw, 'icon_emoji'),
    attachments: (attachments ?? []).filter(isJsonObject).map(attachmentKeys).filter(showsSomething),
    props: props ?? {},
    type: textMember(raw, 'type'),
    rootId: textMember(raw, 'root_id'),
    priority: priorityMember(raw.priority),
  };
}

function textMember(raw: Record<string, unknown>, name: string): string | undefined {
  const value = raw[name];
  if (value == null || value === '') return undefined;
  if (typeof value !== 'string') throw unparsable(`"${name}" is a text, and not ${kindOf(value)}.`, name);
  return value;
}

function priorityMember(value: unknown): WebhookPayload['priority'] {
  if (value == null) return undefined;
  if (!isJsonObject(value)) {
    throw unparsable(`"priority" is an object, and not ${kindOf(value)}.`, 'priority');
  }
  const raw = lowerKeys(value);
  const priority = textMember(raw, 'priority');
  if (priority === undefined) throw unparsable('"priority.priority" is missing.', 'priority.priority');
  return {
    priority,
    requested_ack: raw.requested_ack === true,
    persistent_notifications: raw.persistent_notifications === true,
  };
}

/** An attachment with its keys, and those of its fields and actions, in lower case; its blocks become its text. */
function attachmentKeys(raw: Record<string, unknown>): Record<string, unknown> {
  const attachment = lowerKeys(raw);
  for (const list of ['fields', 'actions']) {
    const members = attachment[list];
    if (Array.isArray(members)) attachment[list] = members.filter(isJsonObject).map(lowerKeys);
  }
  const fromBlocks = blocksToText(attachment.blocks);
  return fromBlocks === '' ? attachment : {...attachment, text: fromBlocks};
}

/** What an attachment can show; one without any of it would be an empty frame. */
const SHOWN = [
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

function showsSomething(attachment: Record<string, unknown>): boolean {
  return SHOWN.some((name) => {
    const value = attachment[name];
    return Array.isArray(value) ? value.length > 0 : value != null && value !== '';
  });
}

function lowerKeys(raw: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key.toLowerCase(), value]));
}

/** A wrong value by its kind alone: what it holds may be a secret. */
function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isJsonObject(value)) return 'an object';
  return typeof value === 'boolean'
    ? 'true or false'
    : `a ${typeof value === 'string' ? 'text' : typeof value}`;
}

function unparsable(explanation: string, path?: string): AppError {
  return new AppError({
    id: 'model.incoming_hook.parse_data.app_error',
    message: 'Unable to parse incoming data',
    status: 400,
    explanation,
    path,
  });
}
