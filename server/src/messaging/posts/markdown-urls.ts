import {hash} from 'node:crypto';
import {setImmediate as yieldToOthers} from 'node:timers/promises';
import {LRUCache} from 'lru-cache';
import {limitConcurrency} from '../../platform/concurrency/limit-concurrency.ts';

/** The URLs in a Markdown text, in order. */
export interface MarkdownUrls {
  images: string[];
  /** Bare URLs. Targets of links with a text are not included, as on the reference server. */
  links: string[];
}

/** The maximum number of URLs per text. */
const MAX_URLS = 20;
/** The maximum length of a URL, the same as for stored metadata (messaging/link-metadata). */
const MAX_URL = 2048;
/** The maximum total length of all cached URLs and their keys: about 100,000 texts. */
const MAX_CACHED_LENGTH = 8 << 20;
const KEY_LENGTH = 64;

// By hash. Large enough that the texts of many pages are parsed once, because texts designed to slow down the parser
// take milliseconds.
const cache = new LRUCache<string, MarkdownUrls>({
  maxSize: MAX_CACHED_LENGTH,
  sizeCalculation: ({images, links}) => KEY_LENGTH + [...images, ...links].join('').length,
});
const inFlight = new Map<string, Promise<MarkdownUrls>>();
const oneByOne = limitConcurrency(1);

/** The size in `![text](url =200x100)`, a Markdown extension. */
const IMAGE_SIZE = /(\]\([^\s()]{1,2048}) =\d{0,4}(?:x\d{0,4})?(?=[\s)])/g;

/** The first URLs of images and links in a text of bounded length. Skips URLs that are too long to be cached. */
export function urlsInMarkdown(text: string): Promise<MarkdownUrls> {
  const key = hash('sha256', text, 'base64url');
  const cached = cache.get(key);
  if (cached) return Promise.resolve(cached);
  let parsing = inFlight.get(key);
  if (!parsing) {
    // Parses one text at a time, so that a page of slow texts doesn't block other requests.
    parsing = oneByOne(() => parse(text)).finally(() => inFlight.delete(key));
    inFlight.set(key, parsing);
    parsing.then((urls) => cache.set(key, urls)).catch(() => {});
  }
  return parsing;
}

async function parse(text: string): Promise<MarkdownUrls> {
  await yieldToOthers();
  parser ??= loadParser();
  const tokens = (await parser)
    .parse(text.replace(IMAGE_SIZE, '$1'), {})
    .flatMap(({children}) => children ?? []);
  const images = tokens.filter(({type}) => type === 'image').map((image) => String(image.attrGet('src')));
  const links = tokens
    .filter(({type, markup}) => type === 'link_open' && (markup === 'linkify' || markup === 'autolink'))
    .map((link) => String(link.attrGet('href')));
  return {images: firstUnique(images), links: firstUnique(links)};
}

const firstUnique = (urls: readonly string[]) =>
  [...new Set(urls)].filter(({length}) => length <= MAX_URL).slice(0, MAX_URLS);

// Loaded on first use, because many servers rarely need it and it takes memory.
async function loadParser() {
  const {default: MarkdownIt} = await import('markdown-it');
  const markdown = new MarkdownIt({linkify: true});
  // Recognizes only URLs with a scheme, because other words with a dot are rarely meant as links.
  markdown.linkify.set({fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false});
  return markdown;
}

let parser: ReturnType<typeof loadParser> | undefined;
