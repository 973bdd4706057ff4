import {parseStored} from './parse-stored.ts';
import {tryStore} from './try-store.ts';

/**
 * Texts of dates and times, remembered for the next start of the client. In each new tab, Chromium reads the data of all
 * languages before it uses `Intl`, which takes 40 ms (measured in 156). The first page does without
 * (docs/web-client.md#cold-start).
 */
interface Remembered {
  /** Other browsers, and other versions of one, may format differently. */
  browser: string;
  texts: Record<string, string>;
}

const KEY = 'patchbay:texts';
/** Enough for all times of a day and many days. About 20 bytes each. */
const MAX = 2_000;
/** In milliseconds. While a person scrolls, there is a new text in each frame. */
const SAVE_DELAY = 2_000;

const browser = navigator.userAgent;
let texts: Map<string, string> | undefined;
let saving: ReturnType<typeof setTimeout> | undefined;

function readStored(): Map<string, string> {
  const stored = parseStored<Remembered>(
    localStorage.getItem(KEY),
    (value) =>
      value.browser === browser && Object.values(value.texts).every((text) => typeof text === 'string'),
  );
  return new Map(Object.entries(stored?.texts ?? {}));
}

/** The text with this key, which contains all that the text depends on. The first time, `format` creates it. */
export function rememberedText(key: string, format: () => string): string {
  texts ??= start();
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = format();
  if (texts.size >= MAX) texts.clear();
  texts.set(key, text);
  saving ??= setTimeout(save, SAVE_DELAY);
  return text;
}

function start(): Map<string, string> {
  window.addEventListener('pagehide', () => {
    if (saving !== undefined) save();
  });
  return readStored();
}

function save(): void {
  clearTimeout(saving);
  saving = undefined;
  const remembered: Remembered = {browser, texts: Object.fromEntries(texts!)};
  tryStore(KEY, JSON.stringify(remembered));
}
