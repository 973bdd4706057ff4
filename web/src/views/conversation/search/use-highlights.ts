import {type RefObject, useEffect} from 'react';

/** The name of the highlight in `app/page.css`. */
const NAME = 'search';
/** The maximum number of highlighted matches. */
const MAX_MATCHES = 1_000;

/**
 * Highlights words in the list items of an element, including items that are added later. The text itself doesn't
 * change, so that it can be selected, copied and read aloud as usual.
 */
export function useHighlights(container: RefObject<HTMLElement | null>, words: readonly string[]): void {
  const key = words.join('\n');
  useEffect(() => {
    const element = container.current;
    // Not every browser can highlight text without changing it.
    if (!element || key === '' || !('highlights' in CSS)) return;
    const folded = [...new Set(key.split('\n').map(fold))];
    const update = () => {
      const ranges = rangesIn(element, folded);
      CSS.highlights.set(NAME, new Highlight(...ranges));
      showInClosed(element, ranges);
    };
    update();
    element.setAttribute('data-searched', '');
    const observer = new MutationObserver(update);
    observer.observe(element, {childList: true, characterData: true, subtree: true});
    return () => {
      observer.disconnect();
      element.removeAttribute('data-searched');
      CSS.highlights.delete(NAME);
    };
  }, [container, key]);
}

/** In long messages that are cut off, scrolls to the first match. */
function showInClosed(element: HTMLElement, ranges: readonly Range[]): void {
  for (const frame of element.querySelectorAll<HTMLElement>('[data-closed]')) {
    const match = ranges.find((range) => frame.contains(range.startContainer));
    if (!match) continue;
    const {top, height} = frame.getBoundingClientRect();
    const place = match.getBoundingClientRect().top - top + frame.scrollTop;
    // The end of what is shown fades out.
    const isBelow = place > height * 0.75;
    frame.scrollTop = isBelow ? place - height / 2 : 0;
    const isAtEnd = frame.scrollTop + height >= frame.scrollHeight - 1;
    frame.toggleAttribute('data-scrolled', isBelow);
    if (isBelow && isAtEnd) frame.dataset.scrolled = 'end';
  }
}

function rangesIn(element: HTMLElement, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node && ranges.length < MAX_MATCHES; node = nodes.nextNode()) {
    // Without results, a title quotes the words.
    if (!node.parentElement?.closest('li')) continue;
    const text = fold(node.nodeValue ?? '');
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        if (!startsWord(text, at)) continue;
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

/**
 * Whether a word can start at this position. Scripts without spaces don't separate words, so it can start anywhere.
 */
function startsWord(text: string, at: number): boolean {
  return !/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]{2}/u.test(
    text.slice(Math.max(0, at - 1), at + 1),
  );
}

/** Lowercase without accents. Has the same length as the text, so that positions match. */
function fold(text: string): string {
  return text
    .replace(/[^\0-\x7f]/g, (unit) => unit.normalize('NFD')[0]!)
    .replace(/[A-Z\u0080-\uffff]/g, lowerCase);
}

function lowerCase(unit: string): string {
  const lower = unit.toLowerCase();
  return lower.length === 1 ? lower : unit;
}
