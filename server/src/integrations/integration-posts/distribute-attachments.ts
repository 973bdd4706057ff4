import type {MessageAttachment} from '../../messaging/message-attachments/message-attachments.ts';
import {countCodePoints} from '../../platform/formats/code-points.ts';

/** The most code points that the JSON of a post's props may have when an integration makes it. */
export const PROPS_BUDGET_RUNES = 760_000;

/** One post of several that together say what an integration had to say. */
export interface PostPart {
  message: string;
  attachments: MessageAttachment[];
}

/**
 * Puts attachments under the last message. Those that don't fit into a post's props go on further posts without a
 * message. An attachment that is too large by itself loses the end of its text (docs/specification.md#long-messages).
 * Undefined if even that doesn't help.
 *
 * @param reserved code points that the other props take
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
  // A character that JSON escapes takes more than one there, so that cutting the excess is always enough.
  return {...attachment, text: text.slice(0, text.length - excess).join('')};
}

/** Code points of the value's JSON, and of the comma behind it. */
export function jsonRunes(value: unknown): number {
  return countCodePoints(JSON.stringify(value)) + 1;
}
