import {Plural, Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useOpenThread} from '../panels/use-open-thread.ts';
import {PersonAvatar} from '../people/person.tsx';
import {When} from '../time/when.tsx';
import {Icon} from '../ui/icon.tsx';
import styles from './thread-footer.module.css';

/** The maximum number of people shown. */
const MAX_PEOPLE = 4;

/** The number of replies under the first message of a thread. Opens the thread. */
export function ThreadFooter({post}: {post: Post}) {
  const openThread = useOpenThread();
  const participants = (Array.isArray(post.participants) ? post.participants : []) as {id: string}[];
  const replies = post.reply_count;
  const last = post.last_reply_at ?? 0;
  return (
    <button type="button" className={styles.footer} onClick={() => openThread(post.id)}>
      {participants.length > 0 ? (
        <span className={styles.faces}>
          {participants.slice(0, MAX_PEOPLE).map(({id}) => (
            <PersonAvatar key={id} userId={id} size={20} />
          ))}
        </span>
      ) : (
        <Icon name="thread" size={16} />
      )}
      <span className={styles.count}>
        <Plural value={replies} one="# reply" other="# replies" />
      </span>
      {last > 0 && (
        <span className={styles.last}>
          <Trans>
            Last reply <When at={last} />
          </Trans>
        </span>
      )}
    </button>
  );
}
