import type {Readable} from 'node:stream';
import {Parser} from 'htmlparser2';
import type {TextCollector} from './text-collector.ts';

/** Reading stops at this depth, because the parser remembers each open element. */
const MAX_DEPTH = 2_000;

/** How the elements of a format become text. Names are without their namespace. */
export interface MarkupFormat {
  xml: boolean;
  /** The elements whose text is read; all if undefined. */
  text?: ReadonlySet<string>;
  /** Elements without text for readers, such as scripts. */
  skipped?: ReadonlySet<string>;
  /** Whether a line ends after the element. */
  endsLine(name: string): boolean;
  /** Elements that separate words. */
  spaces?: ReadonlySet<string>;
  /** Whether an element with these attributes is skipped. */
  isSkipped?(name: string, attributes: Readonly<Record<string, string>>): boolean;
}

/**
 * Adds the text of HTML or XML, up to the limit. The parser knows no document types, so entities that a document
 * declares are never expanded, and nothing outside the document is read.
 */
export async function readMarkup(
  content: Readable,
  collector: TextCollector,
  {xml, text, skipped, spaces, endsLine, isSkipped}: MarkupFormat,
): Promise<void> {
  let depth = 0;
  let inText = 0;
  // The depth of the outermost skipped element.
  let skippedAt = 0;
  const parser = new Parser(
    {
      onopentag(fullName, attributes) {
        depth++;
        const name = localName(fullName);
        if (skippedAt === 0 && (skipped?.has(name) || isSkipped?.(name, attributes))) skippedAt = depth;
        if (text?.has(name)) inText++;
        if (spaces?.has(name)) collector.add(' ');
      },
      ontext(piece) {
        if (skippedAt === 0 && (text === undefined || inText > 0)) collector.add(piece);
      },
      onclosetag(fullName) {
        const name = localName(fullName);
        if (skippedAt === depth) skippedAt = 0;
        depth--;
        if (text?.has(name)) inText--;
        if (endsLine(name)) collector.add('\n');
      },
    },
    {xmlMode: xml, decodeEntities: true},
  );
  const decoder = new TextDecoder();
  try {
    for await (const chunk of content) {
      parser.write(decoder.decode(chunk as Buffer, {stream: true}));
      if (collector.isFull() || depth > MAX_DEPTH) return;
    }
    parser.end();
  } finally {
    content.destroy();
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** HTML pages, without their scripts and styles. */
export const HTML: MarkupFormat = {
  xml: false,
  skipped: new Set(['script', 'style', 'template', 'noscript', 'svg', 'math']),
  endsLine: (name) => !INLINE.has(name),
  spaces: new Set(['td', 'th', 'img']),
};

/** The text of all elements of other XML. */
export const XML: MarkupFormat = {xml: true, endsLine: () => true};
