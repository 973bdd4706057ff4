import type {Token} from 'markdown-it';
import {escaped} from './escaped.ts';

/** The characters of an emoji with this name; undefined if it has none. */
type EmojiCharacters = (name: string) => string | undefined;

/** The schemes of links. Others could run a script or open a program. */
const LINK = /^(?:https?:\/\/|mailto:)[^\s]+$/i;
/** The maximum depth of quotes, lists and their items. What is deeper is shown at this depth. */
const MAX_DEPTH = 16;

const CODE = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:14px';
const MARGIN = 'margin:0 0 8px';
const CELL = 'padding:4px 8px;border:1px solid #8a96a0;text-align:start;vertical-align:top';

/** The style of each element. Elements that aren't listed become text. */
const STYLES: Readonly<Record<string, string>> = {
  p: MARGIN,
  strong: '',
  em: '',
  s: '',
  ul: `${MARGIN};padding-inline-start:24px`,
  ol: `${MARGIN};padding-inline-start:24px`,
  li: 'margin:0',
  blockquote: 'margin:0 0 8px;padding-inline-start:12px;border-inline-start:3px solid #8a96a0',
  table: `${MARGIN};border-collapse:collapse`,
  thead: '',
  tbody: '',
  tr: '',
  th: CELL,
  td: CELL,
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((level) => [
      `h${level}`,
      `${MARGIN};font-weight:600;font-size:${level < 3 ? 18 : 16}px`,
    ]),
  ),
};

/**
 * The Markdown of a message as HTML for mail programs. All styles are inline. It contains no pictures, because loading
 * them would tell others that the email was opened: their description is a link.
 */
export async function markdownHtml(text: string, emojiCharacters: EmojiCharacters): Promise<string> {
  parser ??= loadParser();
  return blocks((await parser).parse(text, {}), emojiCharacters);
}

async function loadParser() {
  const {default: MarkdownIt} = await import('markdown-it');
  const markdown = new MarkdownIt({html: false, linkify: true, breaks: true});
  markdown.linkify.set({fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false});
  // Links are checked below. One that the parser rejects would appear as its source.
  markdown.validateLink = () => true;
  return markdown;
}

let parser: ReturnType<typeof loadParser> | undefined;

function blocks(tokens: readonly Token[], emojiCharacters: EmojiCharacters): string {
  let depth = 0;
  const html = tokens.map((token) => {
    const {type, tag, nesting, content} = token;
    if (type === 'inline') return inline(token.children ?? [], emojiCharacters);
    if (type === 'fence' || type === 'code_block') {
      return `<pre class="code" style="${MARGIN};padding:8px;border-radius:4px;background:#e2e7e9;white-space:pre-wrap;overflow-wrap:anywhere;${CODE}" dir="ltr">${escaped(content)}</pre>`;
    }
    if (type === 'hr') return '<hr style="margin:8px 0;border:0;border-top:1px solid #8a96a0">';
    if (token.hidden || STYLES[tag] === undefined) return '';
    const nests = /^(?:ul|ol|li|blockquote)$/.test(tag);
    if (nesting < 0 && nests) depth--;
    const isTooDeep = nests && depth >= MAX_DEPTH;
    if (nesting > 0 && nests) depth++;
    if (isTooDeep) return '';
    if (nesting < 0) return `</${tag}>`;
    const start = tag === 'ol' ? Number(token.attrGet('start') ?? 1) : 1;
    return `<${tag}${start === 1 ? '' : ` start="${start}"`}${styled(STYLES[tag])}>`;
  });
  return html.join('');
}

function inline(tokens: readonly Token[], emojiCharacters: EmojiCharacters): string {
  // Whether the links that are open have an address that is allowed.
  const links: boolean[] = [];
  return tokens
    .map((token) => {
      const {type, tag, nesting, content} = token;
      switch (type) {
        case 'text':
          return named(content, emojiCharacters);
        case 'softbreak':
        case 'hardbreak':
          return '<br>\n';
        case 'code_inline':
          return `<code class="code" style="padding:1px 4px;border-radius:4px;background:#e2e7e9;${CODE}">${escaped(content)}</code>`;
        case 'link_open': {
          const address = String(token.attrGet('href') ?? '');
          links.push(LINK.test(address));
          return links.at(-1) ? linkStart(address) : '';
        }
        case 'link_close':
          return links.pop() ? '</a>' : '';
        case 'image': {
          const address = String(token.attrGet('src') ?? '');
          const label = escaped(content || address);
          // A link can't contain another.
          return LINK.test(address) && !links.includes(true) ? `${linkStart(address)}${label}</a>` : label;
        }
        default:
          if (STYLES[tag] === undefined) return escaped(content);
          return nesting < 0 ? `</${tag}>` : `<${tag}${styled(STYLES[tag])}>`;
      }
    })
    .join('');
}

const linkStart = (address: string) =>
  `<a class="link" href="${escaped(address)}" rel="noopener noreferrer nofollow" style="color:#0b5a6b">`;

const styled = (style: string) => (style === '' ? '' : ` style="${style}"`);

/** A text in which mentions stand out, and the names of emoji are their characters. */
function named(text: string, emojiCharacters: EmojiCharacters): string {
  return text
    .split(/(:[a-z0-9_+-]{1,64}:|(?<![\w@/.])@[a-z0-9][a-z0-9._-]{0,63})/i)
    .map((part, index) => {
      if (index % 2 === 0) return escaped(part);
      if (part.startsWith(':')) return emojiCharacters(part.slice(1, -1)) ?? escaped(part);
      return `<strong>${escaped(part)}</strong>`;
    })
    .join('');
}
