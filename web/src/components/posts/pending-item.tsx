import {nameOf, useNameFormat} from '../../data/people/people.ts';
import {discard, type PendingPost} from '../../data/posts/pending-posts.ts';
import {resend} from '../../data/posts/sending-posts.ts';
import {useMe} from '../../data/session/session.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {PersonAvatar} from '../people/person.tsx';
import {Button} from '../ui/button.tsx';
import {Icon} from '../ui/icon.tsx';
import {Spinner} from '../ui/spinner.tsx';
import styles from './pending-item.module.css';

/** A message of one's own that is on its way, or that did not get through. */
export function PendingItem({post, follows}: {post: PendingPost; follows: boolean}) {
  const me = useMe();
  const format = useNameFormat();
  return (
    <article className={styles.pending} data-failed={post.error ? true : undefined} aria-label="Being sent">
      <div className={styles.gutter}>{!follows && <PersonAvatar userId={me.id} size={38} />}</div>
      <div className={styles.content}>
        {!follows && <div className={styles.author}>{nameOf(me, format)}</div>}
        <div className={styles.message}>
          {post.message && <Markdown text={post.message} />}
          {post.files.length > 0 && (
            <span className={styles.files}>
              <Icon name="attach" size={16} /> {post.files.length}
            </span>
          )}
        </div>
        {post.error !== undefined ? (
          <div className={styles.unsent} data-refused role="alert">
            <span>Not sent. {post.error}</span>
            <Button size="small" icon="refresh" onPress={() => resend(post)}>
              Send again
            </Button>
            <Button size="small" kind="quiet" onPress={() => discard(post)}>
              Discard
            </Button>
          </div>
        ) : post.isWaiting ? (
          <div className={styles.unsent}>
            <span>Not sent yet. Waiting for the server.</span>
            <Button size="small" kind="quiet" onPress={() => discard(post)}>
              Discard
            </Button>
          </div>
        ) : (
          <span className={styles.sending}>
            <Spinner size={12} />
          </span>
        )}
      </div>
    </article>
  );
}
