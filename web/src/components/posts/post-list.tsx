import {useVirtualizer} from '@tanstack/react-virtual';
import {type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState} from 'react';
import type {PostRow} from '../../data/posts/post-rows.ts';
import {Button} from '../ui/button.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import styles from './post-list.module.css';
import {ReadingOn, Row, type RowProps} from './post-row.tsx';

interface PostListProps extends RowProps {
  label: string;
  rows: readonly PostRow[];
  /** Where the list opens: at a row by its key, or at its end. */
  startAt?: string;
  highlightedId?: string;
  onAtEnd?: (atEnd: boolean) => void;
  /** Jumps to the newest, which may not have been read yet. */
  onJumpToEnd?: () => void;
}

/** Pixels from an end of what has been read at which reading on begins. */
const READ_AHEAD = 1200;
/** Stands for the end of the list: no row has this key. */
const END = 'end';
/** Pixels of the line above the oldest message, while there are older ones. */
const OLDER_HEIGHT = 64;
/** Pixels between the newest message and the field to write in. */
const SPACE_AT_END = 8;
/** Pixels from the end within which one counts as being there. */
const AT_END = 60;

/** Posts of a channel or a thread. Only what is near the window is drawn; it stays put whatever comes above or below. */
export function PostList({
  label,
  rows: all,
  place,
  startAt,
  highlightedId,
  beginning,
  failed,
  onReadOn,
  onAtEnd,
  onJumpToEnd,
}: PostListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  // What is held in its place while heights become known, until the person scrolls: the end, or a row by its key.
  const held = useRef<string>(undefined);
  // The line that older ones are being read stands outside of what scrolling holds on to: what comes, comes below it.
  const hasOlder = all[0]?.kind === 'older';
  const rows = useMemo(() => (hasOlder ? all.slice(1) : all), [all, hasOlder]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    paddingStart: hasOlder ? OLDER_HEIGHT : 0,
    paddingEnd: SPACE_AT_END,
    getScrollElement: () => frame.current,
    estimateSize: (index) => estimatedHeight(rows[index]!),
    getItemKey: (index) => rows[index]!.key,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: isAtEnd,
    scrollEndThreshold: AT_END,
  });

  const holdOn = useRef(() => {});
  holdOn.current = () => {
    if (held.current === undefined) return;
    const index = rows.findIndex(({key}) => key === held.current);
    if (index < 0) virtualizer.scrollToEnd();
    else virtualizer.scrollToIndex(index, {align: held.current === 'new' ? 'start' : 'center'});
  };
  const letGo = () => {
    held.current = undefined;
  };

  const hasOpened = useRef(false);
  const last = rows.at(-1);
  const lastKey = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (last?.key === lastKey.current) return;
    lastKey.current = last?.key;
    // Who looks at the end goes on doing so when something is added to it; who writes, wants to see it there.
    if (hasOpened.current && (isAtEnd || last?.kind === 'pending')) held.current = END;
  });
  const height = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    if (rows.length === 0) return;
    if (!hasOpened.current) {
      hasOpened.current = true;
      held.current = rows.some(({key}) => key === startAt) ? startAt : END;
    }
    holdOn.current();
  }, [rows.length === 0, startAt, height]);

  // When the field to write in grows, the last message must not go under it.
  useEffect(() => {
    const observer = new ResizeObserver(() => holdOn.current());
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);

  function look() {
    const element = frame.current;
    if (!element || !hasOpened.current) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (element.scrollTop < READ_AHEAD && hasOlder && failed !== 'older') onReadOn?.('older');
    const hasNewer = rows.at(-1)?.kind === 'newer';
    if (below < READ_AHEAD && hasNewer && failed !== 'newer') onReadOn?.('newer');
    const isThere = below <= AT_END && !hasNewer;
    if (isThere) held.current ??= END;
    setAtEnd(isThere);
  }
  const lastTop = useRef(0);
  function onScroll() {
    const {scrollTop} = frame.current!;
    // Who has begun to scroll up while still near the end goes on doing so.
    if (scrollTop < lastTop.current && held.current === END) letGo();
    lastTop.current = scrollTop;
    look();
  }
  // After each drawing too: a page that fills nothing leaves nothing to scroll.
  useEffect(look);
  useEffect(() => onAtEnd?.(isAtEnd), [isAtEnd, onAtEnd]);

  // A message that goes, deleted or scrolled far away, leaves the focus to its list.
  const lastFocused = useRef<Element>(undefined);
  useLayoutEffect(() => {
    if (lastFocused.current?.isConnected !== false || document.activeElement !== document.body) return;
    lastFocused.current = undefined;
    // A window that covered the page, such as the question whether to delete, is gone only then.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) frame.current?.focus({preventScroll: true});
    });
  });

  return (
    <div className={styles.whole} data-place={place}>
      <ScrollArea
        className={styles.frame}
        ref={frame}
        role="region"
        aria-label={label}
        onScroll={onScroll}
        onWheel={letGo}
        onTouchMove={letGo}
        onPointerDown={letGo}
        onFocus={({target}) => {
          lastFocused.current = target.closest('[data-post]') ?? lastFocused.current;
        }}
        onKeyDown={(event) => {
          letGo();
          walk(event);
        }}
      >
        <div className={styles.space} style={{height}}>
          {hasOlder && (
            <div className={styles.older} style={{height: OLDER_HEIGHT}}>
              <ReadingOn direction="older" failed={failed} onReadOn={onReadOn} />
            </div>
          )}
          {virtualizer.getVirtualItems().map((item) => {
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
      {!isAtEnd && (
        <div className={styles.jump}>
          <Button
            size="small"
            icon="arrowDown"
            onPress={() => {
              onJumpToEnd?.();
              held.current = END;
              holdOn.current();
            }}
          >
            Jump to the newest
          </Button>
        </div>
      )}
    </div>
  );
}

function estimatedHeight(row: PostRow): number {
  if (row.kind === 'post' || row.kind === 'pending') return row.follows ? 30 : 62;
  return row.kind === 'beginning' ? 180 : 36;
}

/** The arrow keys walk from message to message. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement;
  const isOwn = target === event.currentTarget || target.matches('[data-post]');
  if (!isOwn || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
  const posts = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-post]')];
  const rows = posts.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
  const at = rows.indexOf(target);
  const next = at < 0 ? rows.length - 1 : at + (event.key === 'ArrowUp' ? -1 : 1);
  if (!rows[next]) return;
  event.preventDefault();
  rows[next].focus({preventScroll: true});
  rows[next].scrollIntoView({block: 'nearest'});
}
