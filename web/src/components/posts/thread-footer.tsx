import {Plural, Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {useOpenThread} from '../panels/use-open-thread.ts';
import {When} from '../time/when.tsx';
import {Icon} from '../ui/icon.tsx';
import {ThreadFaces} from './thread-faces.tsx';
import styles from './thread-footer.module.css';

/** The number of replies under the first message of a thread. Opens the thread. */
export function ThreadFooter({post}: {post: Post}) {
  const openThread = useOpenThread();
  const team = useCurrentTeam();
  const participants = (Array.isArray(post.participants) ? post.participants : []) as {id: string}[];
  const replies = post.reply_count;
  const last = post.last_reply_at ?? 0;
  return (
    <button
      type="button"
      className={styles.footer}
      onClick={() => openThread(post.id)}
      onPointerEnter={({currentTarget}) =>
        import('../../data/posts/load-in-advance.ts').then(
          ({loadThreadIfStaying}) => loadThreadIfStaying(currentTarget, team.id, post.id),
          // The thread is loaded when it is opened.
          () => {},
        )
      }
    >
      {participants.length > 0 ? <ThreadFaces people={participants} /> : <Icon name="thread" size={16} />}
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
