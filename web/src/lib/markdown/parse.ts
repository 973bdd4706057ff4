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
// URLs are checked when they are rendered. A URL rejected here would appear as Markdown source.
parser.validateLink = () => true;

/**
 * Adds a rule that creates a token `name` for each match of `pattern`, if the character before it matches `before`.
 */
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

/**
 * `$x^2$`, if formulas in text are enabled. Prices and variables aren't formulas, such as `$5 or $6` and
 * `$HOME/$USER`.
 */
const FORMULA = /\$((?:[^\s$\\]|\\[^\n])(?:(?:[^$\\\n]|\\[^\n])*(?:[^\s$\\]|\\[^\n]))?)\$(?![\p{L}\p{N}$])/uy;
parser.inline.ruler.before('escape', 'formula', (state, silent) => {
  if (!state.env.formulas || state.src[state.pos] !== '$') return false;
  if (state.pos > 0 && /[\p{L}\p{N}$]/u.test(state.src[state.pos - 1]!)) return false;
  FORMULA.lastIndex = state.pos;
  const match = FORMULA.exec(state.src);
  if (!match) return false;
  if (!silent) state.push('formula', '', 0).content = match[1]!;
  state.pos += match[0].length;
  return true;
});

/**
 * `![text](url =200x100 "title")`: an image with a size in pixels. Either number may be missing. Only the size is
 * handled here, as attributes of the image; the rest is parsed as usual.
 */
const SIZED_IMAGE = /!\[([^\]\n]*)\]\(\s*([^\s()<>]+)\s+=(\d{0,4})(?:x(\d{0,4}))?(?:\s+"[^"\n]*")?\s*\)/y;
parser.inline.ruler.before('image', 'sized_image', (state, silent) => {
  if (state.src[state.pos] !== '!') return false;
  SIZED_IMAGE.lastIndex = state.pos;
  const match = SIZED_IMAGE.exec(state.src);
  if (!match) return false;
  const [all, text, url, width, height] = match;
  if (!silent) {
    const token = state.push('image', 'img', 0);
    token.attrs = [['src', url!]];
    if (Number(width) > 0) token.attrSet('width', width!);
    if (Number(height) > 0) token.attrSet('height', height!);
    token.content = text!;
    token.children = [];
  }
  state.pos += all.length;
  return true;
});

/**
 * Characters that are shown as emoji: flags, keycaps, and pictographs with their skin tones and joined parts. A
 * character that is usually text, such as ☺ or ©, only counts with a variation selector or a skin tone.
 */
const EMOJI =
  /(?:\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}(?=[\ufe0f\p{Emoji_Modifier}])|\p{Emoji_Modifier_Base}(?=[\ufe0f\p{Emoji_Modifier}]))(?:\ufe0f|\p{Emoji_Modifier})?(?:[\u{e0020}-\u{e007e}]+\u{e007f})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*)/gu;

/** Emoticons, as their emoji. They stand alone, so that `8:)` and `http:/` stay as they are. */
const EMOTICON = /(?<=^|[\s(])(?:[:;]-?\)|:-?[(DPO/|]|:'\(|<\/?3)(?=$|[\s.,!?)])/gi;
const EMOTICONS: Readonly<Record<string, string>> = {
  ':)': '🙂',
  ';)': '😉',
  ':(': '🙁',
  ':D': '😄',
  ':P': '😛',
  ':O': '😮',
  ':/': '😕',
  ':|': '😐',
  ":'(": '😢',
  '<3': '❤️',
  '</3': '💔',
};

/** Separates the matches of a pattern, as emoji characters, from the rest of a text. */
function addCharacters(name: string, pattern: RegExp, toCharacter: (match: string) => string): void {
  parser.core.ruler.push(name, (state) => {
    for (const block of state.tokens) {
      if (!block.children || block.content.search(pattern) < 0) continue;
      block.children = block.children.flatMap((token) => {
        if (token.type !== 'text') return [token];
        const parts: Token[] = [];
        let end = 0;
        for (const match of token.content.matchAll(pattern)) {
          if (match.index > end) parts.push(textToken(token.content.slice(end, match.index)));
          const part = new state.Token('emoji_character', '', 0);
          part.content = toCharacter(match[0]);
          parts.push(part);
          end = match.index + match[0].length;
        }
        if (end === 0) return [token];
        return end < token.content.length ? [...parts, textToken(token.content.slice(end))] : parts;
      });
    }
    function textToken(content: string): Token {
      return Object.assign(new state.Token('text', '', 0), {content});
    }
  });
}
addCharacters('emoji_character', EMOJI, (match) => match);
addCharacters('emoticon', EMOTICON, (match) => EMOTICONS[match.replace('-', '').toUpperCase()]!);

export type {Token};

const cache = new Map<string, Token[]>();
const CACHED = 500;

/**
 * The Markdown of a message as tokens. `$…$` is a formula or text, depending on `formulas`. Cached, because lists
 * often render the same messages.
 */
export function parseMarkdown(text: string, formulas = false): Token[] {
  const key = `${formulas} ${text}`;
  const known = cache.get(key);
  if (known) return known;
  const tokens = parser.parse(text, {formulas});
  cache.set(key, tokens);
  if (cache.size > CACHED) cache.delete(cache.keys().next().value!);
  return tokens;
}

/** Whether a text consists of one to three emoji. These are shown large. */
export function isOnlyEmoji(tokens: readonly Token[]): boolean {
  if (tokens.length !== 3 || tokens[1]!.type !== 'inline') return false;
  const inline = tokens[1]!.children ?? [];
  const isEmoji = ({type}: Token) => type === 'emoji' || type === 'emoji_character';
  const emoji = inline.filter(isEmoji).length;
  return emoji > 0 && emoji <= 3 && inline.every((token) => isEmoji(token) || token.content.trim() === '');
}

/**
 * The text on one line without formatting, links and images, for previews. `getText` can return another text for a token,
 * such as a mention.
 */
export function excerpt(
  text: string,
  getText: (token: Token) => string | undefined = () => undefined,
): string {
  const shown = (token: Token) => getText(token) ?? sourceText(token);
  return parseMarkdown(text)
    .map((token) => (token.type === 'inline' ? (token.children ?? []).map(shown).join('') : token.content))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function sourceText(token: Token): string {
  if (token.type.endsWith('break')) return ' ';
  return token.markup && ['mention', 'channel', 'emoji', 'hashtag'].includes(token.type)
    ? token.markup
    : token.content;
}
