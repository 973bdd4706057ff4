import {setImmediate as yieldToOthers} from 'node:timers/promises';
import {Parser} from 'htmlparser2';
import type {PageMetadata} from '../link-metadata/link-metadata.ts';

/** The maximum length of a text in characters, as on the reference server. */
const MAX_TEXT = 300;
const MAX_URL = 2048;
/** How many characters are parsed before other requests get a turn. */
const CHUNK = 1 << 14;
/** Parsing stops at deeper pages, because the parser searches all open elements for the one that a tag closes. */
const MAX_DEPTH = 200;
/**
 * How many bytes are searched for the encoding that a page declares
 * (https://html.spec.whatwg.org/#determining-the-character-encoding).
 */
const DECLARATION_BYTES = 1024;

/**
 * Reads the metadata in the head of a page: OpenGraph or Twitter properties, or the title and description. Undefined if
 * it has no title.
 *
 * @param html the start of the page
 * @param contentType the value of the `Content-Type` header, which can name the encoding
 * @param url the address of the page, for relative URLs in it
 */
export async function readPageMetadata(
  html: Buffer,
  {contentType, url}: {contentType: string; url: string},
): Promise<PageMetadata | undefined> {
  const found = await readHead(decode(html, contentType));
  const text = (...names: readonly string[]) => plainText(names.map((name) => found.get(name)).find(Boolean));
  const title = text('og:title', 'twitter:title', 'title');
  if (title === '') return undefined;
  const image = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src']
    .map((name) => webUrl(found.get(name), url))
    .find((one) => one !== undefined);
  return {
    type: text('og:type') || 'website',
    url: webUrl(found.get('og:url'), url) ?? url,
    title,
    description: text('og:description', 'twitter:description', 'description'),
    site_name: text('og:site_name') || new URL(url).host,
    images: image === undefined ? [] : [{url: image, secure_url: '', type: '', width: 0, height: 0}],
  };
}

/** The first value of each `<meta>` in the head, by its lower-case name, and of `title`. */
async function readHead(html: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let title: string | undefined;
  let isOver = false;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      if (name === 'body') isOver = true;
      if (name === 'title' && !found.has('title')) title = '';
      const key = (attributes.property ?? attributes.name)?.trim().toLowerCase();
      if (name !== 'meta' || !key || isOver || found.has(key)) return;
      if (/^(?:og|twitter):|^description$/.test(key)) found.set(key, attributes.content ?? '');
    },
    ontext(piece) {
      if (title !== undefined && title.length < MAX_URL) title += piece;
    },
    onclosetag(name) {
      depth--;
      if (name === 'head') isOver = true;
      if (name !== 'title' || title === undefined) return;
      found.set('title', title);
      title = undefined;
    },
  });
  for (let from = 0; from < html.length && !isOver && depth <= MAX_DEPTH; from += CHUNK) {
    parser.write(html.slice(from, from + CHUNK));
    await yieldToOthers();
  }
  parser.end();
  return found;
}

/** Returns one line without control characters and bidirectional marks. */
function plainText(text = ''): string {
  const line = text
    .slice(0, 8 * MAX_TEXT)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= MAX_TEXT ? line : `${characters.slice(0, MAX_TEXT - 1).join('')}…`;
}

function webUrl(text: string | undefined, base: string): string | undefined {
  const found = text ? URL.parse(text.trim(), base) : null;
  if (!found || !/^https?:$/.test(found.protocol) || found.href.length > MAX_URL) return undefined;
  return found.href;
}

/**
 * Decodes a page according to its byte order mark, its header or its own declaration; otherwise as UTF-8 or
 * Windows-1252.
 */
function decode(html: Buffer, contentType: string): string {
  const declaration = html.toString('latin1', 0, DECLARATION_BYTES);
  const labels = [
    markedEncoding(html),
    /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1],
    /<meta\s[^>]*charset\s*=\s*["']?\s*([^\s"'>/;]+)/i.exec(declaration)?.[1],
  ];
  for (const label of labels) {
    const decoder = label && decoderFor(label);
    if (decoder) return decoder.decode(html);
  }
  try {
    // `stream`, because the text may end in the middle of a character.
    return new TextDecoder('utf-8', {fatal: true}).decode(html, {stream: true});
  } catch {
    return new TextDecoder('windows-1252').decode(html);
  }
}

function markedEncoding(html: Buffer): string | undefined {
  if (html[0] === 0xef && html[1] === 0xbb && html[2] === 0xbf) return 'utf-8';
  if (html[0] === 0xff && html[1] === 0xfe) return 'utf-16le';
  return html[0] === 0xfe && html[1] === 0xff ? 'utf-16be' : undefined;
}

function decoderFor(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
