import {newId} from '../../platform/database/ids.ts';
import {isJsonObject, type JsonObject} from '../../platform/formats/json.ts';
import type {ActionIntegration, AttachmentAction, AttachmentField, MessageAttachment} from './schema.ts';

export type {ActionIntegration, AttachmentAction, MessageAttachment} from './schema.ts';

const NAMED_COLORS = new Set(['good', 'warning', 'danger']);
const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

// Allowed schemes of links. Links that a browser would execute or open from disk are dropped.
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:']);
const IMAGE_SCHEMES = new Set(['http:', 'https:']);

/**
 * Normalizes attachments for storage and sending. Drops unknown fields, the value of `ts`, unsafe URLs, and links
 * without the text they belong to. Converts numbers to text and adds missing fields and action ids. Accepts any value
 * and never throws. A value that isn't a list results in no attachments (docs/specification.md#message-attachments).
 */
export function normalizeAttachments(value: unknown): MessageAttachment[] {
  return objectsIn(value).map(normalizeAttachment);
}

function normalizeAttachment(raw: JsonObject): MessageAttachment {
  const text = (value: unknown) => toText(value) ?? '';
  const link = (value: unknown, schemes = IMAGE_SCHEMES) => safeUrl(value, schemes) ?? '';
  const authorName = text(raw.author_name);
  const title = text(raw.title);
  const fields = objectsIn(raw.fields).map(normalizeField);
  const actions = objectsIn(raw.actions).map(normalizeAction);
  return {
    id: typeof raw.id === 'number' && Number.isSafeInteger(raw.id) ? raw.id : 0,
    fallback: text(raw.fallback),
    color: normalizeColor(raw.color) ?? '',
    pretext: text(raw.pretext),
    author_name: authorName,
    author_link: authorName && link(raw.author_link, LINK_SCHEMES),
    author_icon: link(raw.author_icon),
    title,
    title_link: title && link(raw.title_link, LINK_SCHEMES),
    text: text(raw.text),
    fields: fields.length > 0 ? fields : null,
    image_url: link(raw.image_url),
    thumb_url: link(raw.thumb_url),
    footer: text(raw.footer),
    footer_icon: link(raw.footer_icon),
    ts: null,
    ...(actions.length > 0 ? {actions} : {}),
  };
}

const EMPTY_ATTACHMENT = normalizeAttachment({});

/** Adds the fields that official clients expect and that attachments from imports or earlier versions lack. */
export function completeAttachment(stored: JsonObject): JsonObject {
  return {...EMPTY_ATTACHMENT, ...stored};
}

function normalizeField(raw: JsonObject): AttachmentField {
  return {
    title: toText(raw.title) ?? '',
    value: fieldText(raw.value),
    short: raw.short === true || raw.short === 'true',
  };
}

function normalizeAction(raw: JsonObject): AttachmentAction {
  const options = objectsIn(raw.options).map((option) => ({
    text: toText(option.text) ?? '',
    value: toText(option.value) ?? '',
  }));
  return withoutUndefined({
    id: toText(raw.id) ?? newId(),
    name: toText(raw.name) ?? '',
    type: raw.type === 'select' ? ('select' as const) : ('button' as const),
    style: toText(raw.style),
    data_source: toText(raw.data_source),
    options: options.length > 0 ? options : undefined,
    default_option: toText(raw.default_option),
    disabled: raw.disabled === true ? true : undefined,
    tooltip: toText(raw.tooltip),
    integration: normalizeIntegration(raw.integration),
    cookie: toText(raw.cookie),
  });
}

function normalizeIntegration(value: unknown): ActionIntegration | undefined {
  if (!isJsonObject(value)) return undefined;
  const url = toText(value.url);
  if (url === undefined) return undefined;
  return withoutUndefined({url, context: isJsonObject(value.context) ? value.context : undefined});
}

/**
 * The texts that can contain mentions (docs/specification.md#message-attachments). Titles, footers and the fallback
 * can't.
 */
export function mentionTexts(attachments: readonly MessageAttachment[]): string[] {
  return attachments
    .flatMap(({pretext, text, fields}) => [pretext, text, ...(fields ?? []).map((field) => field.value)])
    .filter((text) => text !== '');
}

/** The plain text of attachments for places without formatting, such as notifications. */
export function fallbackText(attachments: readonly MessageAttachment[]): string {
  return attachments
    .map(({fallback, pretext, title, text}) => fallback || [pretext, title, text].filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n');
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Returns text, or a number or boolean as text; undefined for an empty text or any other value. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

// Field values can be of any type. Values other than text are shown as JSON.
function fieldText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value == null ? '' : (JSON.stringify(value) ?? '');
}

function normalizeColor(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const color = value.trim().toLowerCase();
  return NAMED_COLORS.has(color) || HEX_COLOR.test(color) ? color : undefined;
}

// A path on this server is always safe. `//host` is another server.
const OWN_PATH = /^\/(?![/\\])/;

function safeUrl(value: unknown, schemes: ReadonlySet<string>): string | undefined {
  const text = toText(value)?.trim();
  if (text === undefined) return undefined;
  if (OWN_PATH.test(text)) return text;
  const url = URL.parse(text);
  return url && schemes.has(url.protocol) ? text : undefined;
}

function withoutUndefined<T extends object>(members: T): T {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;
}
