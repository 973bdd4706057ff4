import {Plural, Trans} from '@lingui/react/macro';
import {elementScroll, observeElementOffset, useVirtualizer} from '@tanstack/react-virtual';
import {type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState} from 'react';
import {flushSync} from 'react-dom';
import type {PostRow} from '../../data/posts/post-rows.ts';
import {loadedPost} from '../../data/posts/posts.ts';
import {afterPaint} from '../../lib/after-paint.ts';
import {isTouchOnly} from '../../lib/touch.ts';
import {focusMessageBox} from '../keyboard/message-box.ts';
import {moveMessageFocus} from '../keyboard/message-focus.ts';
import {isShortcut} from '../keyboard/shortcuts.ts';
import {Button} from '../ui/button.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {DayButton} from './day-button.tsx';
import styles from './post-list.module.css';
import {ReadingOn, Row, type RowProps} from './post-row.tsx';
import {estimatedHeight, rememberHeights} from './row-heights.ts';
import {useHighlight} from './use-highlight.ts';

interface PostListProps extends RowProps {
  label: string;
  rows: readonly PostRow[];
  /** Where the list opens: at a row by its key, or at its end. */
  startAt?: string;
  /** The message that was jumped to. It is highlighted for some seconds. */
  jumpedToId?: string;
  /** Whether it is hidden at first, until the person opens it. */
  isPrepared?: boolean;
  onAtEnd?: (atEnd: boolean) => void;
  /** Jumps to the latest message, which may not be loaded yet. */
  onJumpToEnd?: () => void;
}

/** Distance in pixels from an end of the loaded messages at which more are loaded. */
const READ_AHEAD = 1200;
/** Stands for the end of the list. No row has this key. */
const END = 'end';
/** Height in pixels of the line above the oldest loaded message. */
const OLDER_HEIGHT = 64;
/** Height in pixels of the floating button with the day, with the space around it. */
const DAY_HEIGHT = 44;
/** How long the floating button with the day stays after the list was scrolled, in milliseconds. */
const DAY_STAYS = 1500;
/** Space in pixels between the latest message and the composer. */
const SPACE_AT_END = 8;
/** The number of rows that are drawn above and below those in view. */
const OVERSCAN = 8;
/** Distance in pixels from the end that counts as being at the end. */
const AT_END = 60;

const windowSize = {width: window.innerWidth, height: window.innerHeight};
/** The size in pixels that lists had last, in each place. */
const frameSizes = {channel: windowSize, thread: windowSize};

/** The posts of a channel or a thread. Draws only the rows in or near view, and stays in place when rows are added. */
export function PostList({
  label,
  rows: all,
  place,
  channelId,
  startAt,
  jumpedToId,
  isPrepared = false,
  beginning,
  failed,
  onReadOn,
  onAtEnd,
  onJumpToEnd,
}: PostListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  // What keeps its place until the person scrolls, while the heights of rows become known: a row, by its key, or the
  // end.
  const held = useRef<string>(undefined);
  // Where the list itself scrolled to last, or was when it began to hold the place.
  const heldTop = useRef(0);
  // The loading line is not one of the virtual rows, so that older messages are inserted below it.
  const hasOlder = all[0]?.kind === 'older';
  const rows = useMemo(() => (hasOlder ? all.slice(1) : all), [all, hasOlder]);
  const highlightedId = useHighlight(
    jumpedToId,
    jumpedToId !== undefined && rows.some((row) => row.kind === 'post' && row.id === jumpedToId),
  );
  // The rows in view are painted first. While the list is hidden, there is time to draw the others too.
  const [isPainted, setPainted] = useState(isPrepared);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  const estimateSize = useCallback(
    (index: number) => estimatedHeight(rows[index]!, place, frameSizes[place].width),
    [rows, place],
  );
  const getItemKey = useCallback((index: number) => rows[index]!.key, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    paddingStart: hasOlder ? OLDER_HEIGHT : 0,
    paddingEnd: SPACE_AT_END,
    getScrollElement: () => frame.current,
    estimateSize,
    getItemKey,
    overscan: isPainted ? OVERSCAN : 1,
    anchorTo: 'end',
    followOnAppend: isAtEnd,
    scrollEndThreshold: AT_END,
    // Render the rows where the list opens first, not the first rows of the list.
    initialRect: frameSizes[place],
    initialOffset: () => estimatedOffset(rows, startAt, estimateSize),
    // When the list itself scrolled to the place that it holds, only other rows in view need to be drawn.
    observeElementOffset: (instance, onOffset) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        const isOwn = held.current !== undefined && Math.abs(offset - heldTop.current) <= 1;
        if (isOwn) flushSync(() => onOffset(offset, false));
        else onOffset(offset, isScrolling);
      }),
    scrollToFn: (offset, options, instance) => {
      elementScroll(offset, options, instance);
      // Rows are measured before the virtualizer knows what scrolls.
      if (!instance.scrollElement) return;
      const {scrollTop, scrollHeight, clientHeight} = instance.scrollElement;
      heldTop.current = scrollTop;
      // A list that fits never scrolls, so no event replaces the estimated position. The virtualizer would wait for one
      // and compute the layout in each frame, for five seconds.
      if (scrollHeight <= clientHeight) instance.scrollOffset = scrollTop;
    },
  });

  function hold(place: string) {
    held.current = place;
    heldTop.current = frame.current!.scrollTop;
  }
  const releasePosition = () => {
    held.current = undefined;
  };
  // The person may scroll without a wheel, a finger or a key in the list, such as with the search of the browser.
  function releaseIfScrolled() {
    if (held.current === undefined || !frame.current) return;
    const {scrollTop, scrollHeight, clientHeight} = frame.current;
    // The browser scrolls up if the list gets too short.
    const expected = Math.min(heldTop.current, scrollHeight - clientHeight);
    if (Math.abs(scrollTop - expected) > 1) releasePosition();
  }
  const holdOn = useRef(() => {});
  holdOn.current = () => {
    releaseIfScrolled();
    // The list may be gone when an observer of its size calls this.
    if (held.current === undefined || !frame.current) return;
    const index = rows.findIndex(({key}) => key === held.current);
    const row = virtualizer.measurementsCache[index];
    if (!row) virtualizer.scrollToEnd();
    else if (held.current === 'new') virtualizer.scrollToIndex(index, {align: 'start'});
    // The beginning of a long message has its author and time, and the day would cover them.
    else if (row.size > frame.current.clientHeight - 2 * DAY_HEIGHT)
      virtualizer.scrollToOffset(row.start - DAY_HEIGHT);
    else virtualizer.scrollToIndex(index, {align: 'center'});
  };

  const hasOpened = useRef(false);
  const last = rows.at(-1);
  const lastKey = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (last?.key === lastKey.current) return;
    lastKey.current = last?.key;
    // Stay at the end when a row is added, and go there after sending a message.
    if (hasOpened.current && (isAtEnd || last?.kind === 'pending')) hold(END);
  });
  const height = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    if (rows.length === 0) return;
    if (!hasOpened.current) {
      hasOpened.current = true;
      hold(startAt !== undefined && rows.some(({key}) => key === startAt) ? startAt : END);
    }
    holdOn.current();
  }, [rows.length === 0, startAt, height]);

  // Keep the last message visible when the composer grows.
  const onResize = useRef(() => {});
  onResize.current = () => {
    // The observer may still call this when the list is gone.
    if (!frame.current) return;
    const {clientWidth: width, clientHeight: height} = frame.current;
    if (height > 0) frameSizes[place] = {width, height};
    // After a click in the list, it may still be at the end. A field in a message stays where it is.
    const isLeft = held.current === undefined && !frame.current.contains(document.activeElement);
    if (hasOpened.current && isAtEnd && isLeft) hold(END);
    holdOn.current();
  };
  useEffect(() => {
    const observer = new ResizeObserver(() => onResize.current());
    observer.observe(frame.current!);
    return () => {
      observer.disconnect();
      rememberHeights(place, virtualizer.itemSizeCache);
    };
  }, [place, virtualizer]);

  function loadIfNearEnd() {
    const element = frame.current;
    if (!element || !hasOpened.current) return;
    // With the line of the button, which must not decide about itself.
    const below = element.scrollHeight - element.scrollTop - element.parentElement!.clientHeight;
    if (element.scrollTop < READ_AHEAD && hasOlder && failed !== 'older') onReadOn?.('older');
    const hasNewer = rows.at(-1)?.kind === 'newer';
    if (below < READ_AHEAD && hasNewer && failed !== 'newer') onReadOn?.('newer');
    const isThere = below <= AT_END && !hasNewer;
    if (isThere && held.current === undefined) hold(END);
    setAtEnd(isThere);
  }
  // The day is shown while the list is scrolled, because it covers messages.
  const day = useRef<HTMLDivElement>(null);
  const dayTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  function showDay(isScrolled: boolean) {
    // Not over a day between the messages, which says the same.
    const top = frame.current?.scrollTop ?? 0;
    const meetsDay = drawn.some(
      ({index, start, end}) => rows[index]?.kind === 'day' && start < top + DAY_HEIGHT && end > top,
    );
    day.current?.toggleAttribute('data-meets-day', meetsDay);
    day.current?.toggleAttribute('data-scrolled', isScrolled);
    clearTimeout(dayTimer.current);
    if (isScrolled) dayTimer.current = setTimeout(showDay, DAY_STAYS, false);
  }
  function onScroll() {
    releaseIfScrolled();
    loadIfNearEnd();
    showDay(true);
  }
  // Also after each render, because a page with few messages never scrolls.
  useEffect(loadIfNearEnd);
  useEffect(() => onAtEnd?.(isAtEnd), [isAtEnd, onAtEnd]);

  // The last row that was there when the person last saw the end, or when the list opened.
  const seenEnd = useRef<string>(undefined);
  useEffect(() => {
    if (isAtEnd || !rows.some(({key}) => key === seenEnd.current)) seenEnd.current = last?.key;
  });
  const unseen = isAtEnd ? 0 : countPostsAfter(rows, seenEnd.current);
  const drawn = virtualizer.getVirtualItems();
  const isNearStart = (drawn[0]?.index ?? 0) === 0;
  const topItem = isAtEnd ? undefined : virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0);
  const topTime = topItem && timeOf(rows[topItem.index]);

  // When the focused message is deleted, the next one takes the focus, or else the one before. When it is scrolled far
  // away, the list does.
  const lastFocused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    if (lastFocused.current?.isConnected !== false || document.activeElement !== document.body) return;
    const index = Number(lastFocused.current.closest('[data-index]')?.getAttribute('data-index'));
    lastFocused.current = undefined;
    const isPost = ({kind}: PostRow) => kind === 'post';
    const next = rows.findIndex((row, at) => at >= index && isPost(row));
    const place = next >= 0 ? next : rows.findLastIndex(isPost);
    const post = frame.current?.querySelector<HTMLElement>(`[data-index="${place}"] [data-post]`);
    // Wait until a dialog that covers the page, such as a confirmation, is closed.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) (post ?? frame.current)?.focus({preventScroll: true});
    });
  });

  return (
    <div className={styles.container} data-place={place}>
      <ScrollArea
        className={styles.frame}
        ref={frame}
        role="region"
        aria-label={label}
        onScroll={onScroll}
        onWheel={releasePosition}
        onTouchMove={releasePosition}
        onPointerDown={releasePosition}
        onFocus={({target}) => {
          lastFocused.current = target.closest('[data-post]') ?? lastFocused.current;
        }}
        onKeyDown={(event) => {
          releasePosition();
          // Most keys don't scroll. If the list is still at the end, it stays there when the composer grows.
          requestAnimationFrame(loadIfNearEnd);
          leaveOnEscape(event);
          moveMessageFocus(event, 'latest');
        }}
      >
        <div className={styles.space} style={{height}}>
          {/* Only near the visible rows, because browsers also run animations that are scrolled out of view. */}
          {hasOlder && isNearStart && (
            <div className={styles.older} style={{height: OLDER_HEIGHT}}>
              <ReadingOn direction="older" failed={failed} onReadOn={onReadOn} />
            </div>
          )}
          {drawn.map((item) => {
            const row = rows[item.index]!;
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                className={styles.row}
                style={{transform: `translateY(${item.start}px)`}}
              >
                <Row
                  row={row}
                  place={place}
                  channelId={channelId}
                  highlighted={row.kind === 'post' && row.id === highlightedId}
                  beginning={beginning}
                  failed={failed}
                  onReadOn={onReadOn}
                />
              </div>
            );
          })}
        </div>
      </ScrollArea>
      {channelId !== undefined && (
        <div className={styles.day} ref={day}>
          <DayButton at={topTime} channelId={channelId} />
        </div>
      )}
      {!isAtEnd && (
        <div className={styles.jump}>
          <Button
            size="small"
            kind={unseen > 0 ? 'primary' : 'secondary'}
            icon="arrowDown"
            onPress={() => {
              onJumpToEnd?.();
              hold(END);
              holdOn.current();
              // The button disappears. On a touch screen, a keyboard would cover messages.
              if (!isTouchOnly()) focusMessageBox(frame.current);
            }}
          >
            {unseen > 0 ? (
              <Plural value={unseen} one="# new message" other="# new messages" />
            ) : (
              <Trans>Jump to latest</Trans>
            )}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The number of messages below the row with this key. */
function countPostsAfter(rows: readonly PostRow[], key: string | undefined): number {
  const index = rows.findIndex((row) => row.key === key);
  return index < 0 ? 0 : rows.slice(index + 1).filter(({kind}) => kind === 'post').length;
}

/** The time of a message; undefined for other rows, such as a date. */
function timeOf(row: PostRow | undefined): number | undefined {
  if (row?.kind === 'post') return loadedPost(row.id)?.create_at;
  if (row?.kind === 'joinLeave') return loadedPost(row.ids[0]!)?.create_at;
  return undefined;
}

/** The distance of a row by its key, or of the end, from the top of the list. */
function estimatedOffset(
  rows: readonly PostRow[],
  key: string | undefined,
  heightOf: (index: number) => number,
): number {
  const index = rows.findIndex((row) => row.key === key);
  const before = index < 0 ? rows : rows.slice(0, index);
  return before.reduce((sum, _, at) => sum + heightOf(at), 0);
}

/** Moves the focus to the message box with Escape, unless a panel or an editor has a use for the key. */
function leaveOnEscape(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  if (isShortcut(event, 'toComposer') && !event.defaultPrevented && !target.closest('aside, textarea')) {
    focusMessageBox(target);
  }
}
