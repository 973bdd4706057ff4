import type {Post} from '@mattermost/types/posts';
import {useEffect} from 'react';
import {useAuthor} from '../../data/posts/author.ts';
import {rememberPosts, usePost} from '../../data/posts/posts.ts';
import {excerpt} from '../../lib/markdown/parse.ts';
import {server} from '../../lib/server.ts';
import {usePanel} from '../panels/use-panel.ts';
import {Icon} from '../ui/icon.tsx';
import styles from './replied-to.module.css';

/** Above a reply that stands in the channel: what it answers. */
export function RepliedTo({rootId}: {rootId: string}) {
  const root = usePost(rootId);
  const [, open] = usePanel();
  const isMissing = root === undefined;
  useEffect(() => {
    if (isMissing) {
      server
        .getPost(rootId)
        .then((post) => rememberPosts([post]))
        .catch(() => {});
    }
  }, [rootId, isMissing]);
  return (
    <button type="button" className={styles.quote} onClick={() => open({kind: 'thread', rootId})}>
      <Icon name="reply" size={14} />
      {root ? <Quoted root={root} /> : <span>Reply in a thread</span>}
    </button>
  );
}

function Quoted({root}: {root: Post}) {
  const author = useAuthor(root);
  const text =
    root.state === 'DELETED' ? 'a deleted message' : excerpt(root.message) || 'a message without text';
  return (
    <span className={styles.text}>
      To {author.name}: {text}
    </span>
  );
}
