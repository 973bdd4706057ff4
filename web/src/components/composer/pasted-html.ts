import TurndownService from 'turndown';

/** The maximum number of characters of HTML that is converted. Longer text is pasted without formatting. */
const MAX_HTML = 1_000_000;
/** The maximum number of elements that are converted. */
const MAX_ELEMENTS = 20_000;

/** Elements without text that a reader sees. */
const INVISIBLE =
  'script, title, template, noscript, iframe, object, svg, math, video, audio, select, textarea';
/** Elements whose formatting Markdown can express. */
const FORMATTED =
  'a, b, strong, i, em, s, del, strike, code, pre, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, hr';

/**
 * The Markdown for HTML from the clipboard, or undefined if it has no formatting, or is too large. The HTML is parsed in
 * a document without scripts and network requests, and only text and the addresses of links are taken from it.
 */
export function markdownOfHtml(html: string): string | undefined {
  if (html.length > MAX_HTML) return undefined;
  const body = parse(html);
  if (body.getElementsByTagName('*').length > MAX_ELEMENTS) return undefined;
  clean(body);
  if (!body.querySelector(FORMATTED)) return undefined;
  return turndown.turndown(body).replaceAll('\u00a0', ' ').trim();
}

/** Whether a code editor has copied this HTML. */
export function isFromCodeEditor(html: string): boolean {
  if (html.length > MAX_HTML) return false;
  const body = parse(html);
  const elements = [...body.children].filter(({tagName}) => !/^(?:META|TEMPLATE|BR)$/.test(tagName));
  const [only] = elements;
  if (elements.length !== 1 || !only) return false;
  const {fontFamily, whiteSpace} = styleOf(only);
  // VS Code copies a `div`, and the editors of JetBrains a `pre`.
  return (
    (only.tagName === 'PRE' || whiteSpace.startsWith('pre')) && /mono|consol|menlo|courier/i.test(fontFamily)
  );
}

/** Parses HTML. Styles are in the attribute `data-style`, because the Content-Security-Policy blocks inline styles. */
function parse(html: string): HTMLElement {
  const inert = html
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/(\s)(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'))
    .replace(/<(\/?)style\b/gi, '<$1template');
  return new DOMParser().parseFromString(inert, 'text/html').body;
}

function styleOf(element: Element): CSSStyleDeclaration {
  const {style} = document.createElement('span');
  style.cssText = element.getAttribute('data-style') ?? '';
  return style;
}

/** Changes what programs copy to the elements that mean the same. */
function clean(body: HTMLElement): void {
  for (const element of body.querySelectorAll(INVISIBLE)) element.remove();
  for (const element of body.querySelectorAll('[data-style]')) {
    const style = styleOf(element);
    if (style.display === 'none') element.remove();
    else expressStyle(element, style);
  }
  for (const element of body.querySelectorAll('[data-mention]')) {
    const name = element.getAttribute('data-mention')!;
    if (/^[a-z0-9._-]+$/.test(name)) element.textContent = `@${name}`;
  }
  for (const element of body.querySelectorAll('img, [role="img"]')) {
    const label = element.getAttribute('alt') ?? element.getAttribute('aria-label') ?? '';
    // Emoji from Patchbay and similar programs. Other pictures are only a label.
    if (/^:[a-z0-9_+-]+:$/i.test(label) || element.tagName === 'IMG') element.replaceWith(label);
  }
  for (const link of body.querySelectorAll('a')) {
    if (!/^(?:https?|mailto):/i.test(link.getAttribute('href') ?? '')) unwrap(link);
  }
  // Word marks the items of a list by their style only.
  for (const item of body.querySelectorAll<HTMLElement>('p[data-style*="mso-list"]')) listItem(item);
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    list.previousElementSibling?.append(list);
  }
  for (const paragraph of body.querySelectorAll('li > p:first-child')) unwrap(paragraph);
  for (const pre of body.querySelectorAll('pre')) {
    if (pre.firstElementChild?.tagName === 'CODE' && pre.childElementCount === 1) continue;
    const code = document.createElement('code');
    code.textContent = textOfLines(pre);
    pre.replaceChildren(code);
  }
  // The code blocks of Patchbay.
  for (const code of body.querySelectorAll('code')) {
    if (!code.closest('pre') && code.textContent?.includes('\n')) wrapInPre(code);
  }
  for (const table of body.querySelectorAll('table')) cleanTable(table);
  for (const bold of body.querySelectorAll(':is(h1, h2, h3, h4, h5, h6, th) :is(b, strong)')) unwrap(bold);
}

/** Adds elements for a style: Google Docs has only styles, and also takes bold back with one. */
function expressStyle(element: Element, style: CSSStyleDeclaration): void {
  const {fontWeight, fontStyle, textDecorationLine} = style;
  const isBold = fontWeight === 'bold' || Number(fontWeight) >= 600;
  const isPlainBold = /^(?:B|STRONG)$/.test(element.tagName) && fontWeight !== '' && !isBold;
  const isPlainItalic = /^(?:I|EM)$/.test(element.tagName) && fontStyle === 'normal';
  if (isPlainBold || isPlainItalic) unwrap(element);
  if (!/^(?:SPAN|FONT)$/.test(element.tagName)) return;
  if (isBold) wrapContent(element, 'strong');
  if (fontStyle === 'italic') wrapContent(element, 'em');
  if (/line-through/.test(textDecorationLine)) wrapContent(element, 'del');
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes);
}

function wrapContent(element: Element, tag: string): void {
  const wrapper = document.createElement(tag);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}

function wrapInPre(code: Element): void {
  const pre = document.createElement('pre');
  code.replaceWith(pre);
  pre.append(code);
}

/** Moves a paragraph that Word shows as an item into a list, at its level. */
function listItem(paragraph: HTMLElement): void {
  const level = Number(/level(\d)/.exec(paragraph.getAttribute('data-style')!)?.[1] ?? 1);
  const mark = paragraph.querySelector('[data-style*="mso-list"]');
  const tag = /^\s*[a-z0-9]{1,3}[.)]/i.test(mark?.textContent ?? '') ? 'ol' : 'ul';
  mark?.remove();
  let list: Element | null = paragraph.previousElementSibling;
  if (!list?.hasAttribute('data-word')) {
    list = document.createElement(tag);
    list.setAttribute('data-word', '');
    paragraph.before(list);
  }
  for (let depth = 1; depth < level; depth++) {
    const parent: Element | null = list.lastElementChild;
    if (!parent) break;
    let inner: Element | null = parent.querySelector(':scope > :is(ul, ol)');
    if (!inner) {
      inner = document.createElement(tag);
      parent.append(inner);
    }
    list = inner;
  }
  const item = document.createElement('li');
  item.append(...paragraph.childNodes);
  list.append(item);
  paragraph.remove();
}

/** Gives a table a heading, which Markdown requires, and cells on one line. Tables for layout become their content. */
function cleanTable(table: HTMLTableElement): void {
  const isLayout = table.querySelector('table') !== null || table.querySelectorAll('td, th').length < 2;
  if (isLayout) {
    for (const part of [...table.querySelectorAll('td, th')]) {
      if (part.closest('table') === table) part.before(document.createElement('br'));
    }
    for (const part of [...table.querySelectorAll('thead, tbody, tfoot, tr, td, th')]) {
      if (part.closest('table') === table) unwrap(part);
    }
    unwrap(table);
    return;
  }
  for (const part of table.querySelectorAll('caption, colgroup')) part.remove();
  // Cells that span columns would move those after them.
  for (const cell of table.querySelectorAll<HTMLTableCellElement>('td[colspan], th[colspan]')) {
    for (let column = 1; column < Math.min(cell.colSpan, 50); column++) {
      cell.after(document.createElement(cell.tagName));
    }
  }
}

/** The text of an element in which each line may be an element of its own, or end with `br`. */
function textOfLines(element: Element): string {
  for (const lineBreak of element.querySelectorAll('br')) lineBreak.replaceWith('\n');
  for (const line of element.querySelectorAll('div, p')) if (line.nextSibling) line.append('\n');
  return element.textContent ?? '';
}

const turndown = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '_',
  // In messages, a line break needs no spaces before it.
  br: '',
});

// The default would also escape characters that have no meaning where they are, such as in `snake_case`.
turndown.escape = (text) =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~])|[`]|\*(?=\S)|(?<=\S)\*|~~|\[(?=[^\]]*\]\()/g, (mark) =>
      [...mark].map((character) => `\\${character}`).join(''),
    )
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^(#{1,6} |>|[-+] |=+$)/, '\\$1')
    .replace(/^(\d+)([.)] )/, '$1\\$2');

// Turndown's plugin for tables and the other extensions of GitHub keeps tables with lists or code as HTML, which
// messages don't have.
turndown.addRule('strikethrough', {
  filter: ['del', 's', 'strike'] as never,
  replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
});

turndown.addRule('link', {
  filter: 'a',
  replacement: (content, node) => {
    const address = (node as HTMLElement).getAttribute('href')!.trim();
    const label = content.replace(/\s+/g, ' ').trim();
    if (label === '') return '';
    const plain = (node.textContent ?? '').trim();
    if (plain === address || `mailto:${plain}` === address || `${plain}/` === address) return address;
    const target = address.replace(/[()\s<>\\]/g, (character) =>
      character === '(' ? '%28' : character === ')' ? '%29' : encodeURIComponent(character),
    );
    return `[${label}](${target})`;
  },
});

turndown.addRule('listItem', {
  filter: 'li',
  replacement: (content, node) => {
    const list = node.parentNode as Element;
    const position = [...list.children].filter(({tagName}) => tagName === 'LI').indexOf(node as Element);
    const start = Number(list.getAttribute('start') ?? 1);
    const box = (node as Element).querySelector(':scope > input[type="checkbox"], :scope > label > input');
    const mark = list.tagName === 'OL' ? `${start + position}. ` : '- ';
    const done = box ? (box.hasAttribute('checked') ? '[x] ' : '[ ] ') : '';
    const text = content.replace(/^\s+|\s+$/g, '').replace(/\n{2,}/g, '\n');
    return `${mark}${done}${text.replaceAll('\n', `\n${' '.repeat(mark.length)}`)}${node.nextSibling ? '\n' : ''}`;
  },
});

turndown.addRule('tableCell', {
  filter: ['td', 'th'],
  replacement: (content) =>
    ` ${content
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/(?<!\\)\|/g, '\\|')} |`,
});

turndown.addRule('tableRow', {
  filter: 'tr',
  replacement: (content, node) => {
    const row = node as HTMLTableRowElement;
    const isFirst = row.closest('table')?.querySelector('tr') === row;
    return `\n|${content.trim() === '' ? ' |' : content}${isFirst ? `\n|${' --- |'.repeat(row.cells.length)}` : ''}`;
  },
});

turndown.addRule('tableSection', {
  filter: ['thead', 'tbody', 'tfoot'],
  replacement: (content) => content,
});

turndown.addRule('table', {
  filter: 'table',
  replacement: (content) => `\n\n${content.trim()}\n\n`,
});
