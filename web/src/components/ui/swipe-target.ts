/** The direction of a swipe: from the start of a line of text toward its end, back, or down. */
export type SwipeDirection = 'toEnd' | 'toStart' | 'down';

/** What a swipe moves. */
export interface SwipeTarget {
  /** The distance in pixels over which the finger moves it. */
  distance: number;
  /** Moves it with the finger. `share` is how much of the distance the finger has moved, from 0 to 1. */
  follow: (share: number) => void;
  /** Called when the finger is lifted: whether the swipe is completed, or everything goes back. */
  end: (isCompleted: boolean) => void;
}

/** An element that a swipe moves out of the window, such as a panel that covers the page. */
export interface SwipedAway {
  away: HTMLElement;
  /** Called when it is out of the window, and not if it goes back. */
  onGone: () => void;
  /** Called when it moves, with the share of the distance from 0 to 1. */
  onMove?: (share: number) => void;
}

/** Returns what a swipe in this direction moves; undefined if it has no effect here. */
export type OnSwipe = (direction: SwipeDirection) => SwipeTarget | SwipedAway | undefined;

export interface SwipeOptions {
  /**
   * Whether a swipe down can begin on contents that scroll, if they are not scrolled down. The browser must not scroll then,
   * so it asks the page before it scrolls anything in this element. Only for small elements.
   */
  overScroll?: boolean;
}

/** Whether text runs from right to left. Then positive distances of a swipe are to the left. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl';
}
