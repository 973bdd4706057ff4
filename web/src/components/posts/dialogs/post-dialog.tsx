import {t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {deletePost} from '../../../data/posts/post-changes.ts';
import {ConfirmDialog} from '../../ui/confirm-dialog.tsx';
import {lazyComponent} from '../../ui/lazy-component.tsx';

const ForwardDialog = lazyComponent(() => import('./forward-post.tsx'));
const ReminderDialog = lazyComponent(() => import('../../reminders/reminder-dialog.tsx'));
const MoveThreadDialog = lazyComponent(() => import('./move-thread.tsx'));

interface PostDialogProps {
  post: Post;
  kind: 'delete' | 'forward' | 'move' | 'remind';
  onClose: () => void;
}

/** The dialog of an action of a message. */
export default function PostDialog({post, kind, onClose}: PostDialogProps) {
  if (kind === 'forward') return <ForwardDialog post={post} onClose={onClose} />;
  if (kind === 'remind') return <ReminderDialog postId={post.id} onClose={onClose} />;
  if (kind === 'move') return <MoveThreadDialog post={post} onClose={onClose} />;
  const replies = post.root_id === '' ? post.reply_count : 0;
  return (
    <ConfirmDialog
      title={t`Delete this message?`}
      confirmLabel={t`Delete`}
      danger
      onConfirm={() => deletePost(post)}
      onClose={onClose}
    >
      {replies === 0 ? (
        <Trans>It is deleted for everyone. This can't be undone.</Trans>
      ) : (
        <Plural
          value={replies}
          one="It is deleted for everyone, with # reply. This can't be undone."
          other="It is deleted for everyone, with # replies. This can't be undone."
        />
      )}
    </ConfirmDialog>
  );
}
