import {memo, useLayoutEffect, useMemo, useRef} from 'react';
import {usePreference} from '../../data/preferences/preferences.ts';
import {SOURCE_STYLES, type SourceStyle, styleSource} from '../../lib/markdown/source-styles.ts';
import styles from './styled-source.module.css';

/** Texts that are longer are shown without formatting, because each key press styles the whole text. In characters. */
const LONGEST = 8000;

/** Texts with more formatting are shown without it, because browsers take long to draw that many highlights. */
const MOST_PARTS = 1000;

interface StyledSourceProps {
  text: string;
  /** The class of the text area, so that both have the same lines. */
  className: string | undefined;
}

/**
 * Shows the text of a text area with its formatting, on top of it. It comes right before the text area in the same
 * cell of a grid. The text area hides its own text, and still does everything else.
 *
 * The formatting consists of highlights, because unlike elements they can't move a character: the cursor is in the
 * text area.
 */
export default function StyledSource({text, className = ''}: StyledSourceProps) {
  const isFormatted = usePreference('advanced_settings', 'formatting', 'true') !== 'false';
  const isShown = text !== '' && text.length <= LONGEST && isFormatted && highlights !== undefined;
  const lines = useMemo(() => (isShown ? styledLines(text) : undefined), [isShown, text]);
  if (!lines) return null;
  return (
    <div className={`${className} ${styles.text}`} aria-hidden dir="auto">
      {lines.map((line, index) => (
        <StyledLine key={index} text={line.text} parts={line.parts} />
      ))}
    </div>
  );
}

/** A part of a line. */
interface StyledPart {
  style: SourceStyle;
  start: number;
  end: number;
}

interface StyledLineProps {
  text: string;
  parts: readonly StyledPart[];
}

/** The lines of a text; undefined if it has too much formatting. */
function styledLines(text: string): StyledLineProps[] | undefined {
  // A text area has no other line breaks.
  const normal = text.replace(/\r\n?/g, '\n');
  const lineAt = new Uint16Array(normal.length);
  const lines: {text: string; first: number; parts: StyledPart[]}[] = [];
  let first = 0;
  for (const line of normal.split('\n')) {
    lineAt.fill(lines.length, first, first + line.length + 1);
    lines.push({text: line, first, parts: []});
    first += line.length + 1;
  }
  let count = 0;
  styleSource(normal, (start, end, style) => {
    for (let index = lineAt[start]!; index <= lineAt[end - 1]!; index++) {
      const line = lines[index]!;
      const part = {
        style,
        start: Math.max(start - line.first, 0),
        end: Math.min(end - line.first, line.text.length),
      };
      if (part.start >= part.end) continue;
      line.parts.push(part);
      count++;
    }
  });
  if (count > MOST_PARTS) return undefined;
  return lines.map((line) => ({...line, parts: withoutMarks(line.parts)}));
}

/** Styles that a mark within them can't take away, because all highlights of a character draw theirs. */
const DRAWN: ReadonlySet<SourceStyle> = new Set(['strong', 'emphasis', 'strike']);

/** The parts of a line, with only the words bold, underlined or crossed out: marks and addresses of links are quiet. */
function withoutMarks(parts: readonly StyledPart[]): StyledPart[] {
  const marks = parts.filter(({style}) => style === 'mark').sort((a, b) => a.start - b.start);
  return parts.flatMap((part) => (DRAWN.has(part.style) ? outside(part, marks) : [part]));
}

/** What is left of a part outside of marks, which are in their order. */
function outside(part: StyledPart, marks: readonly StyledPart[]): StyledPart[] {
  const left: StyledPart[] = [];
  let {start} = part;
  for (const mark of marks) {
    if (mark.end <= start || mark.start >= part.end) continue;
    if (mark.start > start) left.push({...part, start, end: mark.start});
    start = mark.end;
  }
  if (start < part.end) left.push({...part, start});
  return left;
}

/** One line. Only those that change are drawn again, because drawing many highlights takes long. */
const StyledLine = memo(function StyledLine({text, parts}: StyledLineProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => highlight(element.current!.firstChild!, parts));
  return <div ref={element}>{text || <br />}</div>;
}, isSameLine);

function isSameLine(a: StyledLineProps, b: StyledLineProps): boolean {
  return (
    a.text === b.text &&
    a.parts.length === b.parts.length &&
    a.parts.every(({style, start, end}, index) => {
      const other = b.parts[index]!;
      return style === other.style && start === other.start && end === other.end;
    })
  );
}

const highlights = createHighlights();

/** The highlights of the page for each style, in their order. Undefined in browsers without highlights. */
function createHighlights(): Readonly<Record<SourceStyle, Highlight>> | undefined {
  if (!('highlights' in CSS)) return undefined;
  const created = SOURCE_STYLES.map((style, index) => {
    const one = new Highlight();
    one.priority = index;
    CSS.highlights.set(`source-${style}`, one);
    return [style, one];
  });
  return Object.fromEntries(created);
}

/** Highlights parts of a text. Returns a function that ends it. */
function highlight(node: Node, parts: readonly StyledPart[]): () => void {
  const added = parts.map(({style, start, end}) => {
    const range = new StaticRange({
      startContainer: node,
      startOffset: start,
      endContainer: node,
      endOffset: end,
    });
    highlights![style].add(range);
    return () => highlights![style].delete(range);
  });
  return () => {
    for (const remove of added) remove();
  };
}
