/** The text of a document, up to a limit. */
export interface TextCollector {
  add(text: string): void;
  /** Whether the limit is reached, so that the rest of the document needn't be read. */
  isFull(): boolean;
  /** The text, without repeated spaces and empty lines. */
  text(): string;
}

/** @param maxLength in UTF-16 units */
export function createTextCollector(maxLength: number): TextCollector {
  const pieces: string[] = [];
  let length = 0;
  return {
    add(text) {
      if (length >= maxLength || text === '') return;
      pieces.push(text.slice(0, maxLength - length));
      length += text.length;
    },
    isFull: () => length >= maxLength,
    text: () =>
      pieces
        .join('')
        .replace(/[^\S\n]+/g, ' ')
        .replace(/ ?\n\s*/g, '\n')
        .trim(),
  };
}
