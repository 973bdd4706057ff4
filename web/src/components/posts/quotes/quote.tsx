import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import type {ReactNode} from 'react';
import {useAuthor} from '../../../data/posts/author.ts';
import {displayedMessage} from '../../../data/posts/system-messages.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {Markdown} from '../../markdown/markdown.tsx';
import {AuthorPicture} from '../../people/author-picture.tsx';
import styles from './quote.module.css';

/** The author, the time and the beginning of a message. */
export function Quote({post, children}: {post: Post; children?: ReactNode}) {
  const author = useAuthor(post);
  const dates = useDates();
  return (
    <div className={styles.quote}>
      <div className={styles.head}>
        <AuthorPicture author={author} size={20} />
        <strong className={styles.name}>
          <bdi>{author.name ?? '…'}</bdi>
        </strong>
        <time className={styles.time} dateTime={new Date(post.create_at).toISOString()}>
          {dates.dateTime(post.create_at)}
        </time>
      </div>
      <div className={styles.text} dir="auto">
        {post.state === 'DELETED' ? (
          <i>
            <Trans>This message was deleted.</Trans>
          </i>
        ) : (
          <Markdown text={displayedMessage(post)} />
        )}
      </div>
      {children}
    </div>
  );
}
