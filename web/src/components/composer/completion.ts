/** The part of the text that is being completed. */
export interface CompletionTarget {
  kind: 'mention' | 'channel' | 'emoji' | 'command';
  /** The typed text without the character before it, such as `@`. For a command, the whole text without the slash. */
  term: string;
  start: number;
  end: number;
}

const PATTERNS: [CompletionTarget['kind'], RegExp][] = [
  // A full name has up to three words.
  ['mention', /(?:^|[\s(,])@([\p{L}\p{N}._-]*|[\p{L}\p{N}._-]+(?: [\p{L}\p{N}._-]+){1,2})$/u],
  ['channel', /(?:^|[\s(])~([\p{L}\p{N}_-]*)$/u],
  // Chinese and Japanese keyboards type a wide colon, and one character can be a word. After a plus sign, it is a reaction.
  ['emoji', /(?:^\+?|[\s(])[:：]([\p{L}\p{M}\p{N}_+-]{2,}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])$/u],
];

/**
 * The part of the text before the cursor that can be completed, or undefined. `done` is the start of a mention that is
 * completed: words after it aren't the rest of a name.
 */
export function completionTarget(text: string, cursor: number, done?: number): CompletionTarget | undefined {
  const before = text.slice(0, cursor);
  for (const [kind, pattern] of PATTERNS) {
    const term = pattern.exec(before)?.[1];
    if (term === undefined) continue;
    const start = cursor - term.length - 1;
    if (start !== done || !term.includes(' ')) return {kind, term, start, end: cursor};
  }
  // People and channels can also be arguments.
  if (/^\/[^\n]*$/.test(before)) return {kind: 'command', term: before.slice(1), start: 0, end: cursor};
  return undefined;
}
