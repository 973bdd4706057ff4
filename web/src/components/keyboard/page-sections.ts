import {focusableIn, isAtOrAfter, isVisible, WINDOWS} from './focusable.ts';
import {byPosition, focusInView} from './message-focus.ts';
import {isShortcut} from './shortcuts.ts';

/** The list of messages of the open channel. */
const LIST = 'main [data-place]:not(article, aside *)';

/** The sections of a page with a channel. */
const CHANNEL_SECTIONS = `nav:not(main *), main header:not(article *, aside *), ${LIST}, main [data-message-box]:not(aside *), aside`;
/** The sections of the other pages. */
const PAGE_SECTIONS = 'nav:not(main *), main, aside';

/** What had the focus last in a section to which the person returns, by section. */
const last = new WeakMap<Element, HTMLElement>();

/** Moves the focus between the sections of the page with F6 and Shift+F6, like in other chat tools. */
export function followSectionKeys(): void {
  document.addEventListener('focusin', ({target}) => remember(target as HTMLElement));
  if (document.activeElement) remember(document.activeElement as HTMLElement);
  document.addEventListener('keydown', (event) => {
    if (!event.defaultPrevented && moveBetweenSections(event)) event.preventDefault();
  });
}

/** Moves the focus if a key event is a shortcut for this. Returns whether it is. */
export function moveBetweenSections(event: KeyboardEvent): boolean {
  const isBack = isShortcut(event, 'previousSection');
  if (!isBack && !isShortcut(event, 'nextSection')) return false;
  if (document.querySelector(WINDOWS)) return true;
  const sections = shownSections();
  const at = sections.findLastIndex((one) => isAtOrAfter(document.activeElement!, one));
  // From the beginning of the page, one goes back to the last section.
  const first = isBack ? Math.max(at, 0) - 1 : at + 1;
  for (let offset = 0; offset < sections.length; offset++) {
    const index = first + (isBack ? -offset : offset);
    if (focusSection(sections.at(index % sections.length)!)) break;
  }
  return true;
}

function shownSections(): HTMLElement[] {
  const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isVisible);
  const sections = find(find(LIST).length > 0 ? CHANNEL_SECTIONS : PAGE_SECTIONS);
  return sections.filter((one) => !isCovered(one));
}

/** In narrow windows, the side panel covers what is next to it. */
function isCovered(element: HTMLElement): boolean {
  const aside = document.querySelector('aside');
  if (!aside || element.contains(aside) || aside.contains(element)) return false;
  const [own, covering] = [element.getBoundingClientRect(), aside.getBoundingClientRect()];
  return own.left >= covering.left && own.right <= covering.right;
}

/** Focuses what a person uses first in a section. Returns whether there is something. */
function focusSection(section: HTMLElement): boolean {
  const start = startOf(section);
  if (start) focusInView(start);
  return start !== undefined;
}

function startOf(section: HTMLElement): HTMLElement | undefined {
  if (section instanceof HTMLTextAreaElement) return section;
  const inside = focusableIn(section);
  if (section.tagName === 'NAV') {
    return inside.find((one) => one.matches('[aria-current]:not([aria-current="false"])')) ?? inside[0];
  }
  const remembered = last.get(section);
  if (remembered?.isConnected && isVisible(remembered) && isInView(remembered)) return remembered;
  if (section.matches(LIST)) {
    const posts = [...section.querySelectorAll<HTMLElement>('[data-post]')].filter(isInView);
    return byPosition(posts).at(-1) ?? inside[0];
  }
  if (section.tagName === 'ASIDE') {
    const [box, body] = ['textarea[data-message-box]', '[data-scrolls]'].map((selector) =>
      inside.find((one) => one.matches(selector)),
    );
    return box ?? body ?? inside[0];
  }
  return inside.find((one) => !one.closest('header, aside')) ?? inside[0];
}

/** Whether an element is in view in what scrolls it. */
function isInView(element: HTMLElement): boolean {
  const area = element.parentElement?.closest('[data-scrolls]');
  if (!area) return true;
  const [own, around] = [element.getBoundingClientRect(), area.getBoundingClientRect()];
  return own.bottom > around.top && own.top < around.bottom;
}

/** In a list of messages, the message, because its buttons disappear without the focus. */
function remember(focused: HTMLElement): void {
  const section = focused.closest(`aside, ${LIST}, main`);
  if (section && section !== focused)
    last.set(section, focused.closest<HTMLElement>('[data-post]') ?? focused);
}
