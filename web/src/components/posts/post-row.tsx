import {t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import {memo, type ReactNode} from 'react';
import type {PostRow} from '../../data/posts/post-rows.ts';
import {useDates} from '../../data/preferences/display.ts';
import {useTimeDependent} from '../../lib/use-time-dependent.ts';
import {Button} from '../ui/button.tsx';
import {LoadingState} from '../ui/state.tsx';
import {DayButton} from './day-button.tsx';
import {JoinLeaveNotice} from './join-leave-notice.tsx';
import {PostItem} from './post-item.tsx';
import styles from './post-row.module.css';

/** Props that all rows of a list share. */
export interface RowProps {
  place: 'channel' | 'thread';
  /** The channel whose days lead to other days; undefined in a thread. */
  channelId?: string | undefined;
  /** Shown at the beginning of a channel. */
  beginning?: ReactNode;
  /** The direction in which loading failed. */
  failed?: 'older' | 'newer';
  onReadOn?: (direction: 'older' | 'newer') => void;
}

/** One row. Memoized, because scrolling renders the list for every frame. */
export const Row = memo(function Row({
  row,
  place,
  channelId,
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
      return <PostItem id={row.post.id} pending={row.post} follows={row.follows} place={place} />;
    case 'day':
      return (
        <div className={styles.day}>
          {channelId === undefined ? <Day at={row.at} /> : <DayButton at={row.at} channelId={channelId} />}
        </div>
      );
    case 'replies':
      return <Replies replies={row.count} />;
    case 'new':
      return (
        // biome-ignore lint/a11y/useSemanticElements: an <hr> can't contain text.
        <div className={styles.new} role="separator" aria-label={t`New messages`}>
          <span>
            <Trans>New messages</Trans>
          </span>
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
  return <span>{useTimeDependent(() => dates.day(at))}</span>;
}

function Replies({replies}: {replies: number}) {
  return (
    <div className={styles.replies}>
      <span>
        <Plural value={replies} one="# reply" other="# replies" />
      </span>
    </div>
  );
}

export function ReadingOn({
  direction,
  failed,
  onReadOn,
}: {direction: 'older' | 'newer'} & Pick<RowProps, 'failed' | 'onReadOn'>) {
  if (failed !== direction) return <LoadingState label={t`Loading messages…`} />;
  return (
    <div className={styles.failed}>
      <Trans>Messages couldn't be loaded.</Trans>
      <Button size="small" icon="refresh" onPress={() => onReadOn?.(direction)}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
