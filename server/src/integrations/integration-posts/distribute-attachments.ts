import type {MessageAttachment} from '../../messaging/message-attachments/message-attachments.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';

/** The maximum size of the props of an integration's post, in code points of JSON. */
export const PROPS_BUDGET_RUNES = 760_000;

/** One of the posts that make up an integration's message. */
export interface PostPart {
  message: string;
  attachments: MessageAttachment[];
}

/**
 * Adds attachments to the last message. Those that exceed the limit of a post's props go to additional posts without a
 * message. An attachment that is too large by itself is truncated (docs/specification.md#long-messages). Undefined if
 * that is not enough.
 *
 * @param reserved code points that other props use
 */
export function distributeAttachments(
  messages: readonly string[],
  attachments: readonly MessageAttachment[],
  reserved: number,
  budget: number = PROPS_BUDGET_RUNES,
): PostPart[] | undefined {
  const parts: PostPart[] = messages.map((message) => ({message, attachments: []}));
  let last = parts.at(-1)!;
  let used = reserved;
  for (const attachment of attachments) {
    const fitting = fitInto(attachment, budget - reserved);
    if (!fitting) return undefined;
    const size = jsonRunes(fitting);
    if (used + size > budget && last.attachments.length > 0) {
      last = {message: '', attachments: []};
      parts.push(last);
      used = reserved;
    }
    last.attachments.push(fitting);
    used += size;
  }
  return parts;
}

function fitInto(attachment: MessageAttachment, budget: number): MessageAttachment | undefined {
  const excess = jsonRunes(attachment) - budget;
  if (excess <= 0) return attachment;
  const text = [...(attachment.text ?? '')];
  if (text.length <= excess) return undefined;
  // Escaping makes characters longer in JSON, so removing the excess is always enough.
  return {...attachment, text: text.slice(0, text.length - excess).join('')};
}

/** The number of code points of a value as JSON, with a comma. */
export function jsonRunes(value: unknown): number {
  return countCodePoints(JSON.stringify(value)) + 1;
}
