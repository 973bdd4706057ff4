import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useAuthor} from '../../../data/posts/author.ts';
import {displayedMessage} from '../../../data/posts/system-messages.ts';
import {renderExcerpt} from '../../markdown/excerpt.tsx';
import styles from './replied-to.module.css';

/** The author and the beginning of the message that a reply belongs to, on one line. */
export function QuotedRoot({root}: {root: Post}) {
  const {name = '…'} = useAuthor(root);
  const message = renderExcerpt(displayedMessage(root));
  return (
    <span className={styles.text}>
      {root.state === 'DELETED' ? (
        <Trans>Reply to {name}: deleted message</Trans>
      ) : message === undefined ? (
        <Trans>Reply to {name}</Trans>
      ) : (
        <Trans>
          Reply to {name}: {message}
        </Trans>
      )}
    </span>
  );
}
