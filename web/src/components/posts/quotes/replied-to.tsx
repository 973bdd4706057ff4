import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useAuthor} from '../../../data/posts/author.ts';
import {useLoadedPost} from '../../../data/posts/broadcasts.ts';
import {displayedMessage} from '../../../data/posts/system-messages.ts';
import {renderExcerpt} from '../../markdown/excerpt.tsx';
import {useOpenThread} from '../../panels/use-open-thread.ts';
import {Icon} from '../../ui/icon.tsx';
import styles from './replied-to.module.css';

/** The message that a reply in the channel belongs to, shown above the reply. */
export default function RepliedTo({rootId}: {rootId: string}) {
  const root = useLoadedPost(rootId);
  const openThread = useOpenThread();
  return (
    <button type="button" className={styles.quote} onClick={() => openThread(rootId)}>
      <Icon name="reply" size={14} />
      {root ? (
        <Quoted root={root} />
      ) : (
        <span>
          <Trans>Thread</Trans>
        </span>
      )}
    </button>
  );
}

function Quoted({root}: {root: Post}) {
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
