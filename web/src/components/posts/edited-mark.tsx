import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {useHasChannelPermission} from '../../data/channels/channels.ts';
import {useMe} from '../../data/session/session.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {lazyComponent} from '../ui/lazy-component.tsx';
import styles from './post-body.module.css';

const EditHistoryDialog = lazyComponent(() =>
  withCatalog('conversation', import('./dialogs/edit-history.tsx')),
);

/** Says that a message was edited. People who can edit the message can click it to see earlier versions. */
export function EditedMark({post}: {post: Post}) {
  const isOwn = post.user_id === useMe().id;
  const mayEdit = useHasChannelPermission(post.channel_id, isOwn ? 'edit_post' : 'edit_others_posts');
  const [isOpen, setOpen] = useState(false);
  const text = <Trans comment="Shown after the text of an edited message">edited</Trans>;
  if (!mayEdit) return <span className={styles.edited}>{text}</span>;
  return (
    <>
      <button
        type="button"
        className={`${styles.edited} touch-line`}
        title={t`Show edit history`}
        onClick={() => setOpen(true)}
      >
        {text}
      </button>
      {isOpen && <EditHistoryDialog post={post} onClose={() => setOpen(false)} />}
    </>
  );
}
