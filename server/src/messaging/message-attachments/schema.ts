/** The endpoint of an action, which is never sent to clients. */
export interface ActionIntegration {
  url: string;
  context?: Record<string, unknown>;
}

/** A button or menu of an attachment (docs/interactive-messages.md#action-fields). */
export interface AttachmentAction {
  id: string;
  name: string;
  type: 'button' | 'select';
  style?: string;
  data_source?: string;
  options?: {text: string; value: string}[];
  default_option?: string;
  disabled?: boolean;
  tooltip?: string;
  integration?: ActionIntegration;
  cookie?: string;
}

/** A field of an attachment. */
export interface AttachmentField {
  title: string;
  value: string;
  /** Whether it can be shown next to another field. */
  short: boolean;
}

/** A formatted block under a post (docs/message-attachments.md#fields). Empty fields are included. */
export interface MessageAttachment {
  /** The number that the integration chose; 0 if none. */
  id: number;
  fallback: string;
  color: string;
  pretext: string;
  text: string;
  author_name: string;
  author_link: string;
  author_icon: string;
  title: string;
  title_link: string;
  fields: AttachmentField[] | null;
  image_url: string;
  thumb_url: string;
  footer: string;
  footer_icon: string;
  /** Not supported, but official clients expect it. */
  ts: null;
  actions?: AttachmentAction[];
}
