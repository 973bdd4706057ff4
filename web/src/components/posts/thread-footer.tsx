import type {Post} from '@mattermost/types/posts';
import {usePanel} from '../panels/use-panel.ts';
import {PersonAvatar} from '../people/person.tsx';
import {When} from '../time/when.tsx';
import {Icon} from '../ui/icon.tsx';
import styles from './thread-footer.module.css';

/** Faces that are shown. */
const MOST_FACES = 4;

/** Under the first message of a thread: that there are answers, and the way to them. */
export function ThreadFooter({post}: {post: Post}) {
  const [, open] = usePanel();
  const participants = (Array.isArray(post.participants) ? post.participants : []) as {id: string}[];
  const last = post.last_reply_at ?? 0;
  return (
    <button type="button" className={styles.footer} onClick={() => open({kind: 'thread', rootId: post.id})}>
      {participants.length > 0 ? (
        <span className={styles.faces}>
          {participants.slice(0, MOST_FACES).map(({id}) => (
            <PersonAvatar key={id} userId={id} size={20} />
          ))}
        </span>
      ) : (
        <Icon name="thread" size={16} />
      )}
      <span className={styles.count}>
        {post.reply_count} {post.reply_count === 1 ? 'reply' : 'replies'}
      </span>
      {last > 0 && (
        <span className={styles.last}>
          latest <When at={last} />
        </span>
      )}
    </button>
  );
}
