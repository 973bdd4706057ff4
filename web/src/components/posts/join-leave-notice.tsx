import {useState} from 'react';
import {loadedPost} from '../../data/posts/posts.ts';
import {displayedMessage, joinLeaveSummary} from '../../data/posts/system-messages.ts';
import {useDates, useIsCompact} from '../../data/preferences/display.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {Icon} from '../ui/icon.tsx';
import styles from './join-leave-notice.module.css';

/** The people who joined and left, on one line. */
export function JoinLeaveNotice({ids}: {ids: readonly string[]}) {
  const [isOpen, setOpen] = useState(false);
  const dates = useDates();
  const display = useIsCompact() ? 'compact' : undefined;
  const posts = ids.map((id) => loadedPost(id)).filter((post) => post !== undefined);
  const [first] = posts;
  if (!first) return null;
  if (posts.length === 1) {
    return (
      <div className={styles.line} data-display={display}>
        <Icon name="people" size={16} />
        <Markdown text={displayedMessage(first)} inline />
        <span className={styles.time}>{dates.time(first.create_at)}</span>
      </div>
    );
  }
  return (
    <div className={styles.line} data-display={display}>
      <Icon name="people" size={16} />
      <div>
        <button
          type="button"
          className={`${styles.toggle} touch-line`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {joinLeaveSummary(posts)}
        </button>
        {isOpen &&
          posts.map((post) => (
            <div key={post.id}>
              <Markdown text={displayedMessage(post)} inline />{' '}
              <span className={styles.time}>{dates.time(post.create_at)}</span>
            </div>
          ))}
      </div>
    </div>
  );
}
