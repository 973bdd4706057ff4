import type {MessageAttachment} from '../../messaging/message-attachments/message-attachments.ts';

/** The most code points that the JSON of a post's props may have when an integration makes it. */
export const PROPS_BUDGET_RUNES = 760_000;

/** One post of several that together say what an integration had to say. */
export interface PostPart {
  message: string;
  attachments: MessageAttachment[];
}

/**
 * Puts attachments under the last of the messages. What does not fit into a post's props moves on to further posts
 * without a message; an attachment that alone is too large loses the end of its text (reference facts, section 2.5).
 * Undefined if even that does not help.
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
  let count = 1;
  for (const _rune of JSON.stringify(value)) count++;
  return count;
}
