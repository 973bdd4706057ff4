import {memo, type ReactNode} from 'react';
import type {PostRow} from '../../data/posts/post-rows.ts';
import {useDates} from '../../data/preferences/display.ts';
import {useWhilePassing} from '../../lib/use-while-passing.ts';
import {Button} from '../ui/button.tsx';
import {LoadingState} from '../ui/state.tsx';
import {JoinLeaveNotice} from './join-leave-notice.tsx';
import {PendingItem} from './pending-item.tsx';
import {PostItem} from './post-item.tsx';
import styles from './post-row.module.css';

/** What the lines of a list have in common. */
export interface RowProps {
  place: 'channel' | 'thread';
  /** What stands at the beginning of a channel. */
  beginning?: ReactNode;
  /** The last attempt to read on in this direction failed. */
  failed?: 'older' | 'newer';
  onReadOn?: (direction: 'older' | 'newer') => void;
}

/** One line; scrolling, which draws the list anew with every frame, leaves it alone. */
export const Row = memo(function Row({
  row,
  place,
  highlighted,
  beginning,
  failed,
  onReadOn,
}: RowProps & {row: PostRow; highlighted: boolean}) {
  switch (row.kind) {
    case 'post':
      return <PostItem id={row.id} follows={row.follows} place={place} highlighted={highlighted} />;
    case 'joinLeave':
      return <JoinLeaveNotice ids={row.ids} />;
    case 'pending':
      return <PendingItem post={row.post} follows={row.follows} />;
    case 'day':
      return <Day at={row.at} />;
    case 'new':
      return (
        // biome-ignore lint/a11y/useSemanticElements: a rule has no place for words.
        <div className={styles.new} role="separator" aria-label="New messages">
          <span>New messages</span>
        </div>
      );
    case 'beginning':
      return <>{beginning}</>;
    default:
      return <ReadingOn direction={row.kind} failed={failed} onReadOn={onReadOn} />;
  }
});

function Day({at}: {at: number}) {
  const dates = useDates();
  const day = useWhilePassing(() => dates.day(at));
  return (
    <div className={styles.day}>
      <span>{day}</span>
    </div>
  );
}

export function ReadingOn({
  direction,
  failed,
  onReadOn,
}: {direction: 'older' | 'newer'} & Pick<RowProps, 'failed' | 'onReadOn'>) {
  if (failed !== direction) return <LoadingState label="Reading messages…" />;
  return (
    <div className={styles.failed}>
      These messages could not be read.
      <Button size="small" icon="refresh" onPress={() => onReadOn?.(direction)}>
        Try again
      </Button>
    </div>
  );
}
