import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useLoadedPost} from '../../../data/posts/broadcasts.ts';
import {useOpenThread} from '../../panels/use-open-thread.ts';
import {Icon} from '../../ui/icon.tsx';
import {QuotedRoot} from './quoted-root.tsx';
import styles from './replied-to.module.css';

/** The message that a reply in the channel belongs to, shown above the reply. */
export default function RepliedTo({rootId}: {rootId: string}) {
  return <RepliedToRoot rootId={rootId} root={useLoadedPost(rootId)} />;
}

/** The same for a message that is loaded elsewhere. */
export function RepliedToRoot({rootId, root}: {rootId: string; root: Post | undefined}) {
  const openThread = useOpenThread();
  return (
    <button type="button" className={styles.quote} onClick={() => openThread(rootId)}>
      <Icon name="reply" size={14} />
      {root ? (
        <QuotedRoot root={root} />
      ) : (
        <span>
          <Trans>Thread</Trans>
        </span>
      )}
    </button>
  );
}
