/** The part of the text that is being completed. */
export interface CompletionTarget {
  kind: 'mention' | 'channel' | 'emoji' | 'command';
  /** The typed text without the character before it, such as `@`. For a command, the whole text without the slash. */
  term: string;
  start: number;
  end: number;
}

const PATTERNS: [CompletionTarget['kind'], RegExp][] = [
  ['mention', /(?:^|[\s(])@([\p{L}\p{N}._-]*)$/u],
  ['channel', /(?:^|[\s(])~([\p{L}\p{N}_-]*)$/u],
  // Chinese and Japanese keyboards type a wide colon, and one character can be a word. After a plus sign, it is a reaction.
  ['emoji', /(?:^\+?|[\s(])[:：]([\p{L}\p{M}\p{N}_+-]{2,}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])$/u],
];

/** The part of the text before the cursor that can be completed, or undefined. */
export function completionTarget(text: string, cursor: number): CompletionTarget | undefined {
  const before = text.slice(0, cursor);
  if (/^\/[^\n]*$/.test(before)) return {kind: 'command', term: before.slice(1), start: 0, end: cursor};
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(before);
    if (match) return {kind, term: match[1]!, start: cursor - match[1]!.length - 1, end: cursor};
  }
  return undefined;
}

/** The text with the chosen suggestion inserted, and the new cursor position. */
export function complete(
  text: string,
  {start, end}: CompletionTarget,
  chosen: string,
): {text: string; cursor: number} {
  const rest = text.slice(end);
  const space = rest.startsWith(' ') || chosen.endsWith(' ') ? '' : ' ';
  const before = text.slice(0, start) + chosen + space;
  return {text: before + rest, cursor: before.length + (rest.startsWith(' ') ? 1 : 0)};
}
