import type {Page, Route} from 'playwright-core';

/** A compiled text as stored by Lingui: strings, and placeholders with their kind and forms. */
type Compiled = string | [name: string, kind?: string, forms?: {[form: string]: Compiled[] | number}];

const ACCENTED: {[letter: string]: string} = {
  ...{a: 'á', c: 'ç', e: 'é', i: 'í', n: 'ñ', o: 'ó', s: 'š', u: 'ú', y: 'ý', z: 'ž'},
  ...{A: 'Á', C: 'Ç', E: 'É', I: 'Í', N: 'Ñ', O: 'Ó', S: 'Š', U: 'Ú', Y: 'Ý', Z: 'Ž'},
};

/** Makes a text two fifths longer, like texts in other languages can be, and adds accents to translated parts. */
export function pseudo(text: string): string {
  const accented = text.replaceAll(/<[^>]*>|[a-z]/gi, (found) => ACCENTED[found] ?? found);
  const words = text.replaceAll(/<[^>]*>/g, '').trim();
  return (
    accented + (words === '' ? '' : 'ž'.repeat(Math.ceil(words.length * 0.4)).replaceAll(/ž{6}/g, '$& '))
  );
}

function pseudoMessage(parts: Compiled[]): Compiled[] {
  return parts.map((part) => {
    // `#` is the number in a plural form.
    if (part === '#') return part;
    if (typeof part === 'string') return pseudo(part);
    const [name, kind, forms] = part;
    if (!kind || !forms) return part;
    const entries = Object.entries(forms).map(([form, value]) => [
      form,
      typeof value === 'number' ? value : pseudoMessage(value),
    ]);
    return [name, kind, Object.fromEntries(entries)];
  });
}

const CATALOG =
  /\/assets\/(?:administration|conversation|errors|files|first-steps|integrations|main|pages|settings)-[\w-]+\.js$/;
const MESSAGES = /JSON\.parse\(([`'])([\s\S]*)\1\)/;

/** Shows the texts of an English page in a made-up language. Call it before the page loads. */
export async function showPseudoLanguage(page: Page): Promise<void> {
  await page.route(CATALOG, async (route: Route) => {
    const response = await route.fetch();
    const code = await response.text();
    const body = code.replace(MESSAGES, (_, _quote: string, quoted: string) => {
      // The build uses the quotation marks that need the fewest escapes.
      const json = quoted.replaceAll(/\\([\\`'$])/g, '$1');
      const messages = Object.entries(JSON.parse(json) as {[id: string]: Compiled[]});
      const changed = Object.fromEntries(messages.map(([id, parts]) => [id, pseudoMessage(parts)]));
      return `JSON.parse(${JSON.stringify(JSON.stringify(changed))})`;
    });
    await route.fulfill({response, body});
  });
}

/** Runs in the page, with the names as `known`. */
const FIND_FAULTS = String.raw`
  const faults = new Set();
  const isShown = (element) =>
    element.checkVisibility({visibilityProperty: true, opacityProperty: true}) &&
    !element.closest('code, kbd, pre, time, .visually-hidden');
  const words = new Set(known.flatMap((name) => name.split(/\W+/)));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!isShown(node.parentElement)) continue;
    // A translated text has an accent somewhere, at least in the letters that make it longer.
    const text = node.textContent.trim();
    if (/[áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ]/.test(text)) continue;
    const rest = (text.match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !words.has(word));
    if (rest.length > 0) faults.add('not translated: ' + text);
  }
  for (const control of document.querySelectorAll('button, a, [role="tab"], th, h1, h2, label')) {
    if (!isShown(control) || control.scrollWidth <= control.clientWidth + 1) continue;
    const {overflowX, textOverflow, display, clipPath} = getComputedStyle(control);
    // Clipped elements are only for screen readers.
    if (clipPath !== 'none' || display === 'inline' || overflowX === 'visible' || textOverflow === 'ellipsis') continue;
    faults.add('cut off: ' + control.textContent);
  }
  const {scrollWidth, clientWidth} = document.scrollingElement;
  if (scrollWidth > clientWidth) faults.add(scrollWidth - clientWidth + ' px wider than the window');
  return [...faults];
`;

/**
 * Finds texts of a page that were not translated, and elements that are cut off or wider than the window. `names`
 * contains words that were chosen by people and the server.
 */
export function layoutFaults(page: Page, names: readonly string[]): Promise<string[]> {
  return page.evaluate<string[]>(`((known) => {${FIND_FAULTS}})(${JSON.stringify(names)})`);
}
