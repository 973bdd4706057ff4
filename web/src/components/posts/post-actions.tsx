import type {Post} from '@mattermost/types/posts';
import {type ReactNode, useEffect, useLayoutEffect, useRef, useState} from 'react';
import {useMayInChannel} from '../../data/channels/channels.ts';
import {
  deletePost,
  dismiss,
  markUnread,
  setFollowing,
  setPinned,
  setSaved,
  toggleReaction,
  useIsSaved,
} from '../../data/posts/post-changes.ts';
import {useMe} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {errorMessage} from '../../lib/server.ts';
import {tellDone, tellError} from '../../lib/toasts.ts';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {usePanel} from '../panels/use-panel.ts';
import {ConfirmDialog} from '../ui/confirm-dialog.tsx';
import {copyText} from '../ui/copy.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {Menu, MenuItem, MenuSeparator} from '../ui/menu.tsx';
import styles from './post-actions.module.css';

interface PostActionsProps {
  post: Post;
  place: 'channel' | 'thread' | 'list';
  onEdit: () => void;
  /** Says whether something is open that hangs on the bar, so that it must stay. */
  onHold: (held: boolean) => void;
}

/** What can be done with a message: a small bar at its corner while the pointer or the focus is on it. */
export function PostActions({post, place, onEdit, onHold}: PostActionsProps) {
  const me = useMe();
  const team = useCurrentTeam();
  const {PostEditTimeLimit = '-1'} = useClientConfig();
  const [, openPanel] = usePanel();
  const [isDeleting, setDeleting] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isHeld = isDeleting || isOpen;
  useEffect(() => onHold(isHeld), [onHold, isHeld]);
  const isSaved = useIsSaved(post.id);
  const isOwn = post.user_id === me.id;
  const mayReact = useMayInChannel(post.channel_id, 'add_reaction');
  const mayPost = useMayInChannel(post.channel_id, 'create_post');
  const mayEdit = useMayInChannel(post.channel_id, isOwn ? 'edit_post' : 'edit_others_posts');
  const mayDelete = useMayInChannel(post.channel_id, isOwn ? 'delete_post' : 'delete_others_posts');
  const limit = Number(PostEditTimeLimit);
  const isInTime = limit < 0 || Date.now() < post.create_at + limit * 1000;
  const rootId = post.root_id || post.id;

  if (post.type === 'system_ephemeral') {
    return (
      <Bar>
        <IconButton icon="close" size="small" label="Dismiss" onPress={() => dismiss(post)} />
      </Bar>
    );
  }
  return (
    <Bar>
      {mayReact && (
        <EmojiPickerButton
          icon="smileAdd"
          label="Add a reaction"
          small
          onOpenChange={setOpen}
          onPick={(name) => void toggleReaction(post, name)}
        />
      )}
      {place !== 'thread' && mayPost && (
        <IconButton
          icon="reply"
          size="small"
          label="Reply in a thread"
          onPress={() => openPanel({kind: 'thread', rootId})}
        />
      )}
      <IconButton
        icon="bookmark"
        size="small"
        label={isSaved ? 'Remove from saved messages' : 'Save for later'}
        pressed={isSaved}
        onPress={() => void setSaved(post.id, !isSaved).catch((error) => tellError(errorMessage(error)))}
      />
      <Menu
        label="More about this message"
        onOpenChange={setOpen}
        trigger={<IconButton icon="more" size="small" label="More about this message" />}
      >
        <MenuItem
          icon="link"
          onAction={() =>
            void copyText(`${window.location.origin}/${team.name}/pl/${post.id}`).then(() =>
              tellDone('The link is on the clipboard.'),
            )
          }
        >
          Copy link
        </MenuItem>
        <MenuItem
          icon="copy"
          onAction={() => void copyText(post.message).then(() => tellDone('The text is on the clipboard.'))}
        >
          Copy text
        </MenuItem>
        {place === 'channel' ? (
          <MenuItem icon="eyeOff" onAction={() => void markUnread(post)}>
            Mark as unread
          </MenuItem>
        ) : null}
        <MenuItem icon="pin" onAction={() => void setPinned(post, !post.is_pinned)}>
          {post.is_pinned ? 'Unpin from the channel' : 'Pin to the channel'}
        </MenuItem>
        {post.is_following !== undefined ? (
          <MenuItem icon="bell" onAction={() => void setFollowing(team.id, rootId, !post.is_following)}>
            {post.is_following ? 'Unfollow the thread' : 'Follow the thread'}
          </MenuItem>
        ) : null}
        {(mayEdit && isInTime) || mayDelete ? <MenuSeparator /> : null}
        {mayEdit && isInTime ? (
          <MenuItem icon="edit" onAction={onEdit}>
            Edit
          </MenuItem>
        ) : null}
        {mayDelete ? (
          <MenuItem icon="trash" danger onAction={() => setDeleting(true)}>
            Delete
          </MenuItem>
        ) : null}
      </Menu>
      {isDeleting && (
        <ConfirmDialog
          title="Delete this message?"
          confirmLabel="Delete"
          danger
          onConfirm={() => deletePost(post)}
          onClose={() => setDeleting(false)}
        >
          It is deleted for everybody{withReplies(post)}. That cannot be undone.
        </ConfirmDialog>
      )}
    </Bar>
  );
}

function withReplies({root_id, reply_count}: Post): string {
  if (root_id !== '' || reply_count === 0) return '';
  return reply_count === 1 ? ', with the reply to it' : `, with the ${reply_count} replies to it`;
}

/** Pixels between the bar and the head of the list that it must not go under. */
const CLEARANCE = 4;

/** It stands over the message's upper edge; where that is out of sight, at the head of the list. */
function Bar({children}: {children: ReactNode}) {
  const bar = useRef<HTMLDivElement>(null);
  const [shift, setShift] = useState(0);
  useLayoutEffect(() => {
    const list = bar.current!.closest('[data-scrolls]');
    if (!list) return;
    const hidden = list.getBoundingClientRect().top - bar.current!.getBoundingClientRect().top;
    if (hidden > 0) setShift(hidden + CLEARANCE);
  }, []);
  return (
    <div ref={bar} className={styles.bar} style={shift > 0 ? {translate: `0 ${shift}px`} : undefined}>
      {children}
    </div>
  );
}
