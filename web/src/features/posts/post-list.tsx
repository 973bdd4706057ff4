import {useVirtualizer} from '@tanstack/react-virtual';
import {type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState} from 'react';
import {Button} from '../../components/button.tsx';
import {ScrollArea} from '../../components/scroll-area.tsx';
import {LoadingState} from '../../components/state.tsx';
import {useDates} from '../../lib/use-dates.ts';
import {Comings} from './comings.tsx';
import {PendingItem} from './pending-item.tsx';
import {PostItem} from './post-item.tsx';
import styles from './post-list.module.css';
import type {PostRow} from './post-rows.ts';

interface PostListProps {
  label: string;
  rows: readonly PostRow[];
  place: 'channel' | 'thread';
  /** Where the list opens: at a row by its key, or at its end. */
  startAt?: string;
  highlightedId?: string;
  /** What stands at the beginning of a channel. */
  beginning?: ReactNode;
  /** The last attempt to read on in this direction failed. */
  failed?: 'older' | 'newer';
  onReadOn?: (direction: 'older' | 'newer') => void;
  onAtEnd?: (atEnd: boolean) => void;
  /** Jumps to the newest, which may not have been read yet. */
  onJumpToEnd?: () => void;
}

/** Pixels from an end of what has been read at which reading on begins. */
const READ_AHEAD = 1200;
/** Pixels from the end within which one counts as being there. */
const AT_END = 60;

/** Posts of a channel or a thread. Only what is near the window is drawn; it stays put whatever comes above or below. */
export function PostList({
  label,
  rows,
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
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => estimatedHeight(rows[index]!),
    getItemKey: (index) => rows[index]!.key,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
  });

  const hasOpened = useRef(false);
  useLayoutEffect(() => {
    if (hasOpened.current || rows.length === 0) return;
    hasOpened.current = true;
    const index = startAt ? rows.findIndex(({key}) => key === startAt) : -1;
    if (index >= 0) virtualizer.scrollToIndex(index, {align: startAt === 'new' ? 'start' : 'center'});
    else virtualizer.scrollToEnd();
  }, [rows, startAt, virtualizer]);

  // When the field to write in grows, the last message must not go under it.
  const wasAtEnd = useRef(true);
  wasAtEnd.current = isAtEnd;
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (wasAtEnd.current && hasOpened.current) virtualizer.scrollToEnd();
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, [virtualizer]);

  function look() {
    const element = frame.current;
    if (!element || !hasOpened.current) return;
    const below = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (element.scrollTop < READ_AHEAD && rows[0]?.kind === 'older' && failed !== 'older')
      onReadOn?.('older');
    const hasNewer = rows.at(-1)?.kind === 'newer';
    if (below < READ_AHEAD && hasNewer && failed !== 'newer') onReadOn?.('newer');
    setAtEnd(below <= AT_END && !hasNewer);
  }
  // After each drawing too: a page that fills nothing leaves nothing to scroll.
  useEffect(look);
  useEffect(() => onAtEnd?.(isAtEnd), [isAtEnd, onAtEnd]);

  const dates = useDates();
  return (
    <div className={styles.whole}>
      <ScrollArea
        className={styles.frame}
        ref={frame}
        role="region"
        aria-label={label}
        onScroll={look}
        onKeyDown={walk}
      >
        <div className={styles.space} style={{height: virtualizer.getTotalSize()}}>
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
                  day={row.kind === 'day' ? dates.day(row.at) : ''}
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
              virtualizer.scrollToEnd();
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

function Row({
  row,
  place,
  highlighted,
  day,
  beginning,
  failed,
  onReadOn,
}: {
  row: PostRow;
  highlighted: boolean;
  day: string;
} & Pick<PostListProps, 'place' | 'beginning' | 'failed' | 'onReadOn'>) {
  switch (row.kind) {
    case 'post':
      return <PostItem id={row.id} follows={row.follows} place={place} highlighted={highlighted} />;
    case 'comings':
      return <Comings ids={row.ids} />;
    case 'pending':
      return <PendingItem post={row.post} follows={row.follows} />;
    case 'day':
      return (
        <div className={styles.day}>
          <span>{day}</span>
        </div>
      );
    case 'new':
      return (
        <div className={styles.new}>
          <span>New</span>
        </div>
      );
    case 'beginning':
      return <>{beginning}</>;
    default:
      return failed === row.kind ? (
        <div className={styles.failed}>
          These messages could not be read.
          <Button size="small" icon="refresh" onPress={() => onReadOn?.(row.kind as 'older')}>
            Try again
          </Button>
        </div>
      ) : (
        <LoadingState label="Reading messages…" />
      );
  }
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
