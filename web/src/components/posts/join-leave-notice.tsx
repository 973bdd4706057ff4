import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {loadedPost} from '../../data/posts/posts.ts';
import {displayedMessage, joinLeaveSummary} from '../../data/posts/system-messages.ts';
import {useDates, useIsCompact} from '../../data/preferences/display.ts';
import {IsOwnText} from '../markdown/inline.tsx';
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
        <Notice post={first} />
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
              <Notice post={post} /> <span className={styles.time}>{dates.time(post.create_at)}</span>
            </div>
          ))}
      </div>
    </div>
  );
}

/** The names in it notify no one, so the reader's isn't highlighted. */
function Notice({post}: {post: Post}) {
  return (
    <IsOwnText value>
      <Markdown text={displayedMessage(post)} inline />
    </IsOwnText>
  );
}
