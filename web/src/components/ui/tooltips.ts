import {atom} from 'nanostores';
import type {ReactNode, RefCallback} from 'react';

/** The tooltip that is open: the element it is about, what it says, and how many were opened before it. */
export interface OpenTooltip {
  element: Element;
  content: ReactNode;
  number: number;
}

export const $tooltip = atom<OpenTooltip | undefined>();

/** In milliseconds. A pointer that only crosses an element opens no tooltip. */
const DELAY = 500;
/** In milliseconds. Shortly after a tooltip was open, the pointer opens the next one at once. */
const WARM = 500;
/** In milliseconds. After a tap, browsers move a mouse to where the finger was. */
const AFTER_TOUCH = 1000;

const contents = new WeakMap<Element, ReactNode>();
let hovered: Element | undefined;
let focused: Element | undefined;
/** The element that was pressed last. Its tooltip would cover what it opened. */
let pressed: Element | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let number = 0;
let closedAt = Number.NEGATIVE_INFINITY;
let touchedAt = Number.NEGATIVE_INFINITY;

/**
 * A `ref` that gives an element a tooltip: a short text, shown while the element is hovered or has the focus of the
 * keyboard. All elements share one tooltip, because most are never hovered. A text must be the name of its element.
 */
export function withTooltip(content: ReactNode): RefCallback<Element> {
  return (element) => {
    if (!element) return;
    contents.set(element, content);
    const open = $tooltip.get();
    if (open?.element === element && open.content !== content) $tooltip.set({...open, content});
    // React also calls this before each new `ref`.
    return () => queueMicrotask(() => element.isConnected || forget(element));
  };
}

/** Opens and closes tooltips as the pointer and the focus move. Returns a function that stops it. */
export function followTooltips(): () => void {
  const stopped = new AbortController();
  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, {capture: true, signal: stopped.signal});
  listen('pointerover', onPointerOver);
  listen('pointerout', onPointerOut);
  listen('pointerdown', ({target}) => press(target));
  listen('focusin', onFocusIn);
  listen('focusout', onFocusOut);
  listen('keydown', onKeyDown);
  return () => {
    stopped.abort();
    closeTooltip();
  };
}

export function closeTooltip(): void {
  clearTimeout(timer);
  if (!$tooltip.get()) return;
  closedAt = performance.now();
  $tooltip.set(undefined);
}

function openSoon(element: Element, delay: number): void {
  if ($tooltip.get()?.element === element) return;
  closeTooltip();
  if (element === pressed) return;
  const open = () => {
    if (isExpanded(element)) return;
    number += 1;
    $tooltip.set({element, content: contents.get(element), number});
  };
  if (delay === 0 || performance.now() - closedAt < WARM) open();
  else timer = setTimeout(open, delay);
}

function onPointerOver({target, pointerType, timeStamp}: PointerEvent): void {
  if (pointerType === 'touch' || timeStamp - touchedAt < AFTER_TOUCH) return;
  hover(withContent(target));
}

/** The pointer left the window, or the finger left the screen. */
function onPointerOut({pointerType, relatedTarget, timeStamp}: PointerEvent): void {
  if (pointerType === 'touch') touchedAt = timeStamp;
  else if (relatedTarget === null) hover(undefined);
}

function hover(element: Element | undefined): void {
  if (element === hovered) return;
  release(hovered);
  hovered = element;
  if (element) openSoon(element, DELAY);
  else if (!focused || $tooltip.get()?.element !== focused) closeTooltip();
}

function onFocusIn({target}: FocusEvent): void {
  const element = withContent(target);
  if (!element?.matches(':focus-visible')) return;
  focused = element;
  openSoon(element, 0);
}

function onFocusOut(): void {
  if (!focused) return;
  release(focused);
  if ($tooltip.get()?.element === focused) closeTooltip();
  focused = undefined;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.key === 'Enter' || event.key === ' ') press(event.target);
  // What is around the element closes too. A tooltip must not cost another Escape.
  if (event.key === 'Escape') closeTooltip();
}

function press(target: EventTarget | null): void {
  const element = withContent(target);
  if (!element) return;
  closeTooltip();
  pressed = element;
}

/**
 * The pointer or the focus leaves an element. They also leave a button for the menu that it opened: then, the tooltip
 * doesn't open when they return.
 */
function release(element: Element | undefined): void {
  if (!element) return;
  if (isExpanded(element)) pressed = element;
  else if (element === pressed) pressed = undefined;
}

function forget(element: Element): void {
  if (hovered === element) hovered = undefined;
  if (focused === element) focused = undefined;
  if ($tooltip.get()?.element === element) closeTooltip();
}

function isExpanded(element: Element): boolean {
  return element.getAttribute('aria-expanded') === 'true';
}

/** The closest element around the target that has a tooltip. */
function withContent(target: EventTarget | null): Element | undefined {
  let element = target instanceof Element ? target : null;
  while (element && !contents.has(element)) element = element.parentElement;
  return element ?? undefined;
}
