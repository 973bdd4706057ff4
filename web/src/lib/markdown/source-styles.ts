/**
 * How a part of Markdown source looks. A `mark` formats other characters. Where several apply, the later one in this list
 * counts.
 */
export const SOURCE_STYLES = [
  'quote',
  'strong',
  'emphasis',
  'strike',
  'code',
  'link',
  'mention',
  'emoji',
  'mark',
] as const;

export type SourceStyle = (typeof SOURCE_STYLES)[number];

/** Reports a part of a text that has a style. Not for empty parts. */
type Paint = (start: number, end: number, style: SourceStyle) => void;

const QUOTE_MARKS = /^(?: {0,3}>)+ ?/;
const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING_MARK = /^ {0,3}#{1,6}(?=[ \t]|$)/;
const RULE = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const LIST_MARK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+\[[ xX]\])?(?=[ \t])/;

/**
 * Finds what is formatted in Markdown source, for a field in which people write it. Reports parts in any order, and they can
 * contain each other.
 *
 * Unlike the parser of messages, it knows where everything is in the source, and reads a text in linear time while it is
 * typed. It leaves out what is rare in messages: formulas, tables, links by reference, code by indentation, and formatting
 * that spans several quoted lines.
 */
export function styleSource(text: string, onStyle: Paint): void {
  const paint: Paint = (start, end, style) => {
    if (start < end) onStyle(start, end, style);
  };
  let fence: {mark: string; isQuoted: boolean} | undefined;
  let paragraph: {start: number; end: number; isQuoted: boolean} | undefined;
  const endParagraph = () => {
    if (!paragraph) return;
    const {start: offset, end} = paragraph;
    styleInline(text.slice(offset, end), (from, to, style) => paint(offset + from, offset + to, style));
    paragraph = undefined;
  };
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const line = text.slice(start, end);
    const isUnquotedCode = fence?.isQuoted === false;
    const quoteMarks = isUnquotedCode ? 0 : (QUOTE_MARKS.exec(line)?.[0].length ?? 0);
    const isQuoted = quoteMarks > 0;
    const from = start + quoteMarks;
    const body = line.slice(quoteMarks);
    if (isQuoted) {
      paint(start, from, 'mark');
      paint(start, end, 'quote');
    }
    // A quote ends with its lines, also within code.
    if (fence?.isQuoted && !isQuoted) fence = undefined;
    const opened = FENCE.exec(body)?.[1];
    if (fence) {
      const isEnd = opened?.startsWith(fence.mark) && body.trim() === opened;
      paint(from, end, 'code');
      if (!isEnd) continue;
      paint(from, end, 'mark');
      fence = undefined;
    } else if (opened) {
      endParagraph();
      fence = {mark: opened, isQuoted};
      paint(from, end, 'code');
      paint(from, end, 'mark');
    } else if (body.trim() === '') {
      endParagraph();
    } else if (RULE.test(body)) {
      endParagraph();
      paint(from, end, 'mark');
    } else {
      const heading = HEADING_MARK.exec(body)?.[0].length ?? 0;
      const mark = heading || (LIST_MARK.exec(body)?.[0].length ?? 0);
      if (mark > 0 || isQuoted) endParagraph();
      paint(from, from + mark, 'mark');
      if (heading > 0) paint(from + mark, end, 'strong');
      // A line without marks continues a paragraph, and its quote.
      if (paragraph?.isQuoted) paint(start, end, 'quote');
      paragraph ??= {start: from + mark, end, isQuoted};
      paragraph.end = end;
      if (heading > 0) endParagraph();
    }
  }
  endParagraph();
}

const ESCAPE = /\\[!-/:-@[-`{-~]/y;
const TICKS = /`+/y;
const ADDRESS = /(?:https?|ftp):\/\/[^\s<>]+|mailto:[^\s<>]+|www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s<>]*/iy;
const DESTINATION =
  /\(\s*(?:<[^<>\n]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)(?:\s+=\d{0,4}(?:x\d{0,4})?)?(?:\s+"[^"\n]*")?\s*\)/y;
const DELIMITERS = /\*+|_+|~{2,}/y;
const NAME = /[a-z0-9][a-z0-9._-]*/iy;
const CHANNEL = /~[a-z0-9][a-z0-9_-]*/iy;
const HASHTAG = /#\p{L}[\p{L}\p{N}_.-]*[\p{L}\p{N}]/uy;
const EMOJI_NAME = /:[a-z0-9_+-]+:/iy;

/** What can be before a mention, an emoji, or an address. */
const NO_WORD = /[^\p{L}\p{N}_@/]/u;
const NO_LETTER = /[^\p{L}\p{N}]/u;
const NO_SCHEME = /[^a-z0-9.+-]/i;

/** Where a pattern that matches at `at` ends; `at` if it doesn't match. */
function endOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(source) ? pattern.lastIndex : at;
}

/** Styles the text of a paragraph. */
function styleInline(source: string, paint: Paint): void {
  const delimiters: Delimiter[] = [];
  const ticks = closingTicks(source);
  const brackets: number[] = [];

  /** Styles what starts at a character. Returns where it ends; `at` if nothing does. */
  function styleAt(at: number): number {
    const before = source[at - 1] ?? ' ';
    switch (source[at]) {
      case '\\': {
        const end = endOf(ESCAPE, source, at);
        if (end > at) paint(at, at + 1, 'mark');
        return end;
      }
      case '`': {
        const open = endOf(TICKS, source, at);
        const close = ticks(open, open - at);
        if (close === undefined) return open;
        const end = close + open - at;
        paint(at, end, 'code');
        paint(at, open, 'mark');
        paint(close, end, 'mark');
        return end;
      }
      case '[':
        brackets.push(at);
        return at + 1;
      case ']': {
        const open = brackets.pop();
        if (open === undefined) return at + 1;
        const end = endOf(DESTINATION, source, at + 1);
        if (end === at + 1) return end;
        const isImage = source[open - 1] === '!';
        paint(isImage ? open - 1 : open, open + 1, 'mark');
        paint(open + 1, at, 'link');
        paint(at, end, 'mark');
        // A link can't contain another one.
        if (!isImage) brackets.length = 0;
        return end;
      }
      case '@': {
        if (!NO_WORD.test(before)) return at;
        const end = endOf(NAME, source, at + 1);
        // The period of a sentence isn't a part of the name.
        let nameEnd = end;
        while (/[._-]/.test(source[nameEnd - 1]!)) nameEnd--;
        if (end > at + 1) paint(at, nameEnd, 'mention');
        return end;
      }
      case ':': {
        if (!NO_LETTER.test(before)) return at;
        const end = endOf(EMOJI_NAME, source, at);
        paint(at, end, 'emoji');
        return end;
      }
      case '#': {
        const end = /[\s(]/.test(before) ? endOf(HASHTAG, source, at) : at;
        paint(at, end, 'mention');
        return end;
      }
      case '~': {
        const channel = NO_WORD.test(before) ? endOf(CHANNEL, source, at) : at;
        paint(at, channel, 'mention');
        return channel > at ? channel : delimit(at);
      }
      case '*':
      case '_':
        return delimit(at);
      default: {
        const end = addressEnd(source, at);
        paint(at, end, 'link');
        return end;
      }
    }
  }

  function delimit(at: number): number {
    const end = endOf(DELIMITERS, source, at);
    if (end > at) delimiters.push(createDelimiter(source, at, end));
    return end;
  }

  for (let at = 0; at < source.length; ) at = Math.max(styleAt(at), at + 1);
  pairDelimiters(delimiters, (open, close, count) => {
    paint(open, open + count, 'mark');
    paint(close, close + count, 'mark');
    paint(open + count, close, source[open] === '~' ? 'strike' : count === 2 ? 'strong' : 'emphasis');
  });
}

/** Where the address at `at` ends, without the punctuation of its sentence. `at` if there is none. */
function addressEnd(source: string, at: number): number {
  if (!'hfmwHFMW'.includes(source[at]!) || !NO_SCHEME.test(source[at - 1] ?? ' ')) return at;
  let end = endOf(ADDRESS, source, at);
  const isEnclosed = !source.slice(at, end).includes('(');
  while (end > at && (isEnclosed ? /[.,:;!?'")\]*]/ : /[.,:;!?'"\]*]/).test(source[end - 1]!)) end--;
  return end;
}

/**
 * A function that finds the next run of exactly `count` backticks from `from` on. It must be called with increasing
 * positions, so that all calls together go through the text once.
 */
function closingTicks(source: string): (from: number, count: number) => number | undefined {
  const runs = new Map<number, number[]>();
  for (const {0: run, index} of source.matchAll(/`+/g)) {
    const same = runs.get(run.length);
    if (same) same.push(index);
    else runs.set(run.length, [index]);
  }
  const next = new Map<number, number>();
  return (from, count) => {
    const same = runs.get(count) ?? [];
    let index = next.get(count) ?? 0;
    while (index < same.length && same[index]! < from) index++;
    next.set(count, index);
    return same[index];
  };
}

/** A run of characters that start or end formatting, such as `**`. */
interface Delimiter {
  char: string;
  /** Where the characters are that aren't paired yet. */
  start: number;
  end: number;
  /** The length of the whole run. */
  length: number;
  opens: boolean;
  closes: boolean;
}

/** What CommonMark calls left-flanking and right-flanking. */
function createDelimiter(source: string, start: number, end: number): Delimiter {
  const char = source[start]!;
  const before = source[start - 1] ?? ' ';
  const after = source[end] ?? ' ';
  const isSpace = (one: string) => /\s/.test(one);
  const isPunctuation = (one: string) => /[\p{P}\p{S}]/u.test(one);
  const left = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
  const right = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
  // Within a word, such as a variable, underscores are text.
  const opens = left && (char !== '_' || !right || isPunctuation(before));
  const closes = right && (char !== '_' || !left || isPunctuation(after));
  return {char, start, end, length: end - start, opens, closes};
}

/** Reports the pairs of delimiters: where both start, and how many characters each of them has. Like in CommonMark. */
function pairDelimiters(
  delimiters: readonly Delimiter[],
  onPair: (open: number, close: number, count: number) => void,
): void {
  const open: Delimiter[] = [];
  /** For each kind of closing delimiter, how many of the open ones don't match it. They aren't tried again. */
  const tried = new Map<string, number>();

  function shorten(length: number): void {
    open.length = length;
    for (const [kind, count] of tried) if (count > length) tried.set(kind, length);
  }

  for (const closing of delimiters) {
    const least = closing.char === '~' ? 2 : 1;
    const kind = `${closing.char} ${closing.opens} ${closing.length % 3}`;
    while (closing.closes && closing.end - closing.start >= least) {
      const first = tried.get(kind) ?? 0;
      let index = open.length - 1;
      while (index >= first && !isPair(open[index]!, closing)) index--;
      if (index < first) {
        tried.set(kind, open.length);
        break;
      }
      const opening = open[index]!;
      const both = Math.min(opening.end - opening.start, closing.end - closing.start);
      const count = both >= 2 ? 2 : 1;
      opening.end -= count;
      onPair(opening.end, closing.start, count);
      closing.start += count;
      shorten(opening.end - opening.start >= least ? index + 1 : index);
    }
    if (closing.opens && closing.end - closing.start >= least) open.push(closing);
  }
}

function isPair(opening: Delimiter, closing: Delimiter): boolean {
  if (opening.char !== closing.char) return false;
  if (opening.char === '~' || (!closing.opens && !opening.closes)) return true;
  // `**a*b*c**`: the single ones are within the double ones.
  return (
    (opening.length + closing.length) % 3 !== 0 || (opening.length % 3 === 0 && closing.length % 3 === 0)
  );
}
