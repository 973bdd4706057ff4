/** The valid parts of a formatted block under a message (docs/specification.md#message-attachments). */
export interface Attachment {
  fallback: string;
  color: string;
  pretext: string;
  authorName: string;
  authorLink: string;
  authorIcon: string;
  title: string;
  titleLink: string;
  text: string;
  fields: readonly AttachmentField[];
  imageUrl: string;
  thumbUrl: string;
  footer: string;
  footerIcon: string;
  actions: readonly AttachmentAction[];
}

export interface AttachmentField {
  title: string;
  value: string;
  short: boolean;
  /** Shown as a bar, from 0 to 1; undefined for no bar. */
  share?: number;
}

export interface AttachmentAction {
  id: string;
  name: string;
  kind: 'button' | 'select';
  style: string;
  dataSource: string;
  options: readonly {text: string; value: string}[];
  defaultOption: string;
  disabled: boolean;
  tooltip: string;
  cookie: string;
  /** Whether it is the person's choice; undefined for a button without a state. */
  isPressed?: boolean;
}

type Raw = Record<string, unknown>;

const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null;

function objects(value: unknown): Raw[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function text(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}

/** The attachments of a post. Invalid parts are left out, because integrations and imports can set anything. */
export function readAttachments(props: Record<string, unknown> | undefined): Attachment[] {
  return objects(props?.attachments).map((raw) => ({
    fallback: text(raw.fallback),
    color: text(raw.color),
    pretext: text(raw.pretext),
    authorName: text(raw.author_name),
    authorLink: text(raw.author_link),
    authorIcon: text(raw.author_icon),
    title: text(raw.title),
    titleLink: text(raw.title_link),
    text: text(raw.text),
    fields: objects(raw.fields).map((field) => ({
      title: text(field.title),
      value: text(field.value),
      short: field.short === true || field.short === 'true',
    })),
    imageUrl: text(raw.image_url),
    thumbUrl: text(raw.thumb_url),
    footer: text(raw.footer),
    footerIcon: text(raw.footer_icon),
    actions: objects(raw.actions)
      .filter((action) => text(action.id) !== '' && text(action.name) !== '')
      .map((action) => ({
        id: text(action.id),
        name: text(action.name),
        kind: action.type === 'select' ? ('select' as const) : ('button' as const),
        style: text(action.style),
        dataSource: text(action.data_source),
        options: objects(action.options).map((option) => ({
          text: text(option.text),
          value: text(option.value),
        })),
        defaultOption: text(action.default_option),
        disabled: action.disabled === true,
        tooltip: text(action.tooltip),
        cookie: text(action.cookie),
      })),
  }));
}

/** An attachment as plain text, for places without formatting. */
export function getFallback({fallback, pretext, title, text: body, fields}: Attachment): string {
  const lines = fields.map((field) => [field.title, field.value].filter(Boolean).join(': '));
  return fallback || [pretext, title, body, ...lines].filter(Boolean).join('\n');
}

/** Whether an attachment has nothing to show except its fallback text. */
export function isBare({fallback, color, fields, actions, ...parts}: Attachment): boolean {
  return fields.length === 0 && actions.length === 0 && Object.values(parts).every((part) => part === '');
}

/** The fields grouped into rows. Two consecutive short fields share a row. */
export function fieldRows(fields: readonly AttachmentField[]): AttachmentField[][] {
  const rows: AttachmentField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.short && last?.length === 1 && last[0]!.short) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

const NAMED_COLORS: Record<string, string> = {
  good: 'var(--color-success)',
  warning: 'var(--color-brass)',
  danger: 'var(--color-danger-solid)',
};

/**
 * The CSS color of the border: one of three names, a hexadecimal color, or otherwise the color of the sidebar header.
 */
export function borderColor(color: string): string {
  const lower = color.trim().toLowerCase();
  const named = NAMED_COLORS[lower];
  if (named) return named;
  return /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.test(lower) ? lower : 'var(--color-sidebar-header)';
}
