import {t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState} from 'react';
import {useChannel, useHasChannelPermission} from '../../data/channels/channels.ts';
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
import {messageOf} from '../../data/posts/system-messages.ts';
import {useMe} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError, showSuccess} from '../../lib/toasts.ts';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {useMessageKeys} from '../keyboard/use-message-keys.ts';
import {usePanel} from '../panels/use-panel.ts';
import {ConfirmDialog} from '../ui/confirm-dialog.tsx';
import {copyText} from '../ui/copy.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../ui/menu.tsx';
import styles from './post-actions.module.css';

const ForwardDialog = lazyComponent(() => import('./forward-post.tsx'));
const ReminderDialog = lazyComponent(() =>
  withCatalog('conversation', import('../reminders/reminder-dialog.tsx')),
);
const MoveThreadDialog = lazyComponent(() => import('./move-thread.tsx'));

interface PostActionsProps {
  post: Post;
  place: 'channel' | 'thread' | 'list';
  onEdit: () => void;
  /** Called when a menu or dialog of the bar opens or closes. The bar must stay while one is open. */
  onHold: (held: boolean) => void;
}

/** The actions of a message: a bar at its corner while the message is hovered or focused. */
export function PostActions({post, place, onEdit, onHold}: PostActionsProps) {
  const me = useMe();
  const team = useCurrentTeam();
  const {PostEditTimeLimit = '-1'} = useClientConfig();
  const [, openPanel] = usePanel();
  const [isDeleting, setDeleting] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const [isForwarding, setForwarding] = useState(false);
  const [isReminding, setReminding] = useState(false);
  const isHeld = isDeleting || isMoving || isForwarding || isReminding || isOpen;
  useEffect(() => onHold(isHeld), [onHold, isHeld]);
  const isSaved = useIsSaved(post.id);
  const isOwn = post.user_id === me.id;
  const mayReact = useHasChannelPermission(post.channel_id, 'add_reaction');
  const mayPost = useHasChannelPermission(post.channel_id, 'create_post');
  const mayEdit = useHasChannelPermission(post.channel_id, isOwn ? 'edit_post' : 'edit_others_posts');
  const mayDelete = useHasChannelPermission(post.channel_id, isOwn ? 'delete_post' : 'delete_others_posts');
  const limit = Number(PostEditTimeLimit);
  const isInTime = limit < 0 || Date.now() < post.create_at + limit * 1000;
  const rootId = post.root_id || post.id;
  const replies = post.root_id === '' ? post.reply_count : 0;
  const mayDeleteAll = useHasChannelPermission(post.channel_id, 'delete_others_posts');
  // Moving a thread removes all of its messages from the channel.
  const mayMove = mayDeleteAll || (isOwn && mayDelete && replies === 0);
  const channel = useChannel(post.channel_id);
  const isMovable = post.root_id === '' && channel?.type === 'O';

  const isEphemeral = post.type === 'system_ephemeral';
  const reply = () => openPanel({kind: 'thread', rootId});
  const save = () => void setSaved(post.id, !isSaved).catch((error) => showError(errorMessage(error)));
  const pin = () => void setPinned(post, !post.is_pinned);
  const copyLink = () =>
    void copyText(`${window.location.origin}/${team.name}/pl/${post.id}`).then(() =>
      showSuccess(t`Link copied`),
    );
  const copyMessage = () => void copyText(messageOf(post)).then(() => showSuccess(t`Text copied`));
  const bar = useRef<HTMLDivElement>(null);
  const press = (name: string) =>
    bar.current!.querySelector<HTMLElement>(`[data-action="${name}"] button`)?.click();
  useMessageKeys(
    bar,
    isEphemeral
      ? {delete: () => dismiss(post)}
      : {
          save,
          pin,
          copyLink,
          copyText: copyMessage,
          forward: () => setForwarding(true),
          more: () => press('more'),
          ...(mayReact ? {react: () => press('react')} : {}),
          ...(place !== 'thread' && mayPost ? {reply} : {}),
          ...(place === 'channel' ? {unread: () => void markUnread(post)} : {}),
          ...(mayEdit && isInTime ? {edit: onEdit} : {}),
          ...(mayDelete ? {delete: () => setDeleting(true)} : {}),
        },
  );

  if (isEphemeral) {
    return (
      <Bar ref={bar}>
        <IconButton icon="close" size="small" label={t`Dismiss`} onPress={() => dismiss(post)} />
      </Bar>
    );
  }
  return (
    <Bar ref={bar}>
      {mayReact && (
        <span data-action="react">
          <EmojiPickerButton
            icon="smileAdd"
            label={t`Add reaction`}
            small
            onOpenChange={setOpen}
            onPick={(name) => void toggleReaction(post, name)}
          />
        </span>
      )}
      {place !== 'thread' && mayPost && (
        <IconButton icon="reply" size="small" label={t`Reply in thread`} onPress={reply} />
      )}
      <IconButton
        icon="bookmark"
        size="small"
        label={isSaved ? t`Remove from saved messages` : t`Save for later`}
        pressed={isSaved}
        onPress={save}
      />
      <span data-action="more">
        <Menu
          label={t`More actions`}
          onOpenChange={setOpen}
          trigger={<IconButton icon="more" size="small" label={t`More actions`} />}
        >
          <MenuItem icon="link" onAction={copyLink}>
            {t`Copy link`}
          </MenuItem>
          <MenuItem icon="copy" onAction={copyMessage}>
            {t`Copy text`}
          </MenuItem>
          <MenuItem icon="send" onAction={() => setForwarding(true)}>
            {t`Forward message`}
          </MenuItem>
          <MenuItem icon="clock" onAction={() => setReminding(true)}>
            {t`Remind me…`}
          </MenuItem>
          {place === 'channel' ? (
            <MenuItem icon="eyeOff" onAction={() => void markUnread(post)}>
              {t`Mark as unread`}
            </MenuItem>
          ) : null}
          <MenuItem icon="pin" onAction={pin}>
            {post.is_pinned ? t`Unpin from channel` : t`Pin to channel`}
          </MenuItem>
          {post.is_following !== undefined ? (
            <MenuItem icon="bell" onAction={() => void setFollowing(team.id, rootId, !post.is_following)}>
              {post.is_following ? t`Unfollow thread` : t`Follow thread`}
            </MenuItem>
          ) : null}
          {(mayEdit && isInTime) || mayDelete ? <MenuSeparator /> : null}
          {mayMove && isMovable ? (
            <MenuItem icon="external" onAction={() => setMoving(true)}>
              {t`Move thread`}
            </MenuItem>
          ) : null}
          {mayEdit && isInTime ? (
            <MenuItem icon="edit" onAction={onEdit}>
              {t`Edit`}
            </MenuItem>
          ) : null}
          {mayDelete ? (
            <MenuItem icon="trash" danger onAction={() => setDeleting(true)}>
              {t`Delete`}
            </MenuItem>
          ) : null}
        </Menu>
      </span>
      {isForwarding && <ForwardDialog post={post} onClose={() => setForwarding(false)} />}
      {isReminding && <ReminderDialog postId={post.id} onClose={() => setReminding(false)} />}
      {isMoving && <MoveThreadDialog post={post} onClose={() => setMoving(false)} />}
      {isDeleting && (
        <ConfirmDialog
          title={t`Delete this message?`}
          confirmLabel={t`Delete`}
          danger
          onConfirm={() => deletePost(post)}
          onClose={() => setDeleting(false)}
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
      )}
    </Bar>
  );
}

/** Space in pixels between the bar and the top of the list. */
const CLEARANCE = 4;

/**
 * Shows the bar at the top edge of the message, or at the top of the list if that edge is scrolled out of view. On
 * touch screens, the bar is below the message.
 */
function Bar({ref: bar, children}: {ref: RefObject<HTMLDivElement | null>; children: ReactNode}) {
  const [shift, setShift] = useState(0);
  useLayoutEffect(() => {
    const list = bar.current!.closest('[data-scrolls]');
    if (!list) return;
    if (getComputedStyle(bar.current!).position === 'static') {
      bar.current!.scrollIntoView({block: 'nearest'});
      return;
    }
    const hidden = list.getBoundingClientRect().top - bar.current!.getBoundingClientRect().top;
    if (hidden > 0) setShift(hidden + CLEARANCE);
  }, []);
  return (
    <div ref={bar} className={styles.bar} style={shift > 0 ? {translate: `0 ${shift}px`} : undefined}>
      {children}
    </div>
  );
}
