import MarkdownIt, {type StateInline, type Token} from 'markdown-it';

const parser = new MarkdownIt({html: false, linkify: true, breaks: true});
// Some file extensions are also top-level domains, so only text with a scheme or `www.` becomes a link.
parser.linkify.set({fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false});
parser.linkify.add('www.', {
  validate: (text: string, position: number) =>
    /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#][^\s<>]*[^\s<>.,:;!?'")\]])?/i.exec(text.slice(position))?.[0]
      .length ?? 0,
  normalize: (match: {url: string}) => {
    match.url = `http://${match.url}`;
  },
});
// URLs are checked where they are shown. A URL rejected here would appear as Markdown source.
parser.validateLink = () => true;

/** A rule that creates a token `name` for each match of `pattern`, if the character before it allows one. */
function addRule(name: string, first: string, pattern: RegExp, before: RegExp): void {
  parser.inline.ruler.before('emphasis', name, (state: StateInline, silent: boolean) => {
    if (state.src[state.pos] !== first) return false;
    if (state.pos > 0 && !before.test(state.src[state.pos - 1]!)) return false;
    pattern.lastIndex = state.pos;
    const match = pattern.exec(state.src);
    if (!match) return false;
    if (!silent) {
      const token = state.push(name, '', 0);
      token.content = match[1]!;
      token.markup = match[0];
    }
    state.pos += match[0].length;
    return true;
  });
}

const NO_WORD = /[^\p{L}\p{N}_@/]/u;
addRule('mention', '@', /@([a-z0-9][a-z0-9._-]*)/iy, NO_WORD);
addRule('channel', '~', /~([a-z0-9][a-z0-9_-]*)/iy, NO_WORD);
addRule('hashtag', '#', /(#\p{L}[\p{L}\p{N}_.-]*[\p{L}\p{N}])/uy, /[\s(]/);
addRule('emoji', ':', /:([a-z0-9_+-]+):/iy, /[^\p{L}\p{N}]/u);

export type {Token};

const cache = new Map<string, Token[]>();
const CACHED = 500;

/** The Markdown of a message as tokens. Cached, because lists render the same messages often. */
export function parseMarkdown(text: string): Token[] {
  const known = cache.get(text);
  if (known) return known;
  const tokens = parser.parse(text, {});
  cache.set(text, tokens);
  if (cache.size > CACHED) cache.delete(cache.keys().next().value!);
  return tokens;
}

/** Whether a text consists of one to three emoji, which are shown large. */
export function isOnlyEmoji(tokens: readonly Token[]): boolean {
  if (tokens.length !== 3 || tokens[1]!.type !== 'inline') return false;
  const inline = tokens[1]!.children ?? [];
  const emoji = inline.filter((token) => token.type === 'emoji').length;
  const others = inline.filter((token) => token.type !== 'emoji' && token.content.trim() !== '');
  const typed = others.map((token) => token.content).join('');
  if (emoji > 3) return false;
  if (typed === '') return emoji > 0;
  return /^(?:\s*\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic}|\ufe0f)*){1,3}\s*$/u.test(
    typed,
  );
}

/** The text on one line, without formatting, links and images, for previews. */
export function excerpt(text: string): string {
  return parseMarkdown(text)
    .map((token) => (token.type === 'inline' ? (token.children ?? []).map(wordsOf).join('') : token.content))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function wordsOf(token: Token): string {
  if (token.type.endsWith('break')) return ' ';
  return token.markup && ['mention', 'channel', 'emoji', 'hashtag'].includes(token.type)
    ? token.markup
    : token.content;
}
