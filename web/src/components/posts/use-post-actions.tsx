import {t} from '@lingui/core/macro';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {useChannel, useHasChannelPermission, useMembership} from '../../data/channels/channels.ts';
import {useAuthor} from '../../data/posts/author.ts';
import {
  markUnread,
  setFollowing,
  setPinned,
  setSaved,
  setThreadMuted,
  useIsSaved,
  useIsThreadMuted,
} from '../../data/posts/post-changes.ts';
import {displayedMessage} from '../../data/posts/system-messages.ts';
import {useMe} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {copyText} from '../../lib/copy-text.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {useOpenThread} from '../panels/use-open-thread.ts';
import type {IconName} from '../ui/icon.tsx';
import {lazyDialog} from '../ui/lazy-component.tsx';

const PostDialog = lazyDialog(() => withCatalog('conversation', import('./dialogs/post-dialog.tsx')));

export interface PostActionsProps {
  post: Post;
  place: 'channel' | 'thread' | 'list';
  onEdit: () => void;
}

export interface PostAction {
  icon: IconName;
  label: string;
  danger?: boolean;
  run: () => void;
}

/** An action of a menu. Its shortcut, if it has one, has the same name. */
export interface NamedPostAction extends PostAction {
  name: string;
}

/** What the person may do with a message that isn't ephemeral. An action that isn't possible is undefined. */
export function usePostActions({post, place, onEdit}: PostActionsProps) {
  const me = useMe();
  const team = useCurrentTeam();
  const openThread = useOpenThread();
  const {PostEditTimeLimit = '-1'} = useClientConfig();
  const [dialog, setDialog] = useState<'delete' | 'forward' | 'move' | 'remind'>();
  const isSaved = useIsSaved(post.id);
  const author = useAuthor(post);
  const isOwn = post.user_id === me.id;
  // People can read public channels without being members.
  const isMember = useMembership(post.channel_id) !== undefined;
  const mayReact = useHasChannelPermission(post.channel_id, 'add_reaction');
  const mayPost = useHasChannelPermission(post.channel_id, 'create_post');
  const mayEdit = useHasChannelPermission(post.channel_id, isOwn ? 'edit_post' : 'edit_others_posts');
  const mayDelete = useHasChannelPermission(post.channel_id, isOwn ? 'delete_post' : 'delete_others_posts');
  const limit = Number(PostEditTimeLimit);
  const isInTime = limit < 0 || Date.now() < post.create_at + limit * 1000;
  const rootId = post.root_id || post.id;
  const isMuted = useIsThreadMuted(rootId);
  const replies = post.root_id === '' ? post.reply_count : 0;
  const mayDeleteAll = useHasChannelPermission(post.channel_id, 'delete_others_posts');
  // Moving a thread removes all of its messages from the channel.
  const mayMove = mayDeleteAll || (isOwn && mayDelete && replies === 0);
  const channel = useChannel(post.channel_id);
  const isMovable = post.root_id === '' && channel?.type === 'O';

  const link = `${window.location.origin}/${team.name}/pl/${post.id}`;
  const hasContent = displayedMessage(post).trim() !== '' || (post.metadata?.files ?? []).length > 0;

  const when = (isPossible: boolean | undefined, action: PostAction) => (isPossible ? action : undefined);
  const actions = {
    reply: when(place !== 'thread' && isMember && mayPost, {
      icon: 'reply',
      label: t`Reply in thread`,
      run: () => openThread(rootId),
    }),
    save: {
      icon: 'bookmark',
      label: isSaved ? t`Remove from saved messages` : t`Save for later`,
      run: () => void setSaved(post.id, !isSaved).catch((error) => showError(errorMessage(error))),
    },
    copyLink: {
      icon: 'link',
      label: t`Copy link`,
      run: () => void copyText(link, t`Link copied`),
    },
    copyText: {
      icon: 'copy',
      label: t`Copy text`,
      run: () => void copyText(displayedMessage(post), t`Text copied`),
    },
    quote: when(place !== 'list' && isMember && mayPost && hasContent, {
      icon: 'quote',
      label: t`Quote message`,
      run: () =>
        void import('./quotes/quote-post.ts')
          .then(({quotePost}) => quotePost(post, place, author.name, link))
          .catch((error) => showError(errorMessage(error))),
    }),
    forward: {icon: 'send', label: t`Forward message`, run: () => setDialog('forward')},
    remind: {icon: 'clock', label: t`Remind me…`, run: () => setDialog('remind')},
    unread: when(place === 'channel' && isMember, {
      icon: 'eyeOff',
      label: t`Mark as unread`,
      run: () => void markUnread(post),
    }),
    pin: when(isMember, {
      icon: 'pin',
      label: post.is_pinned ? t`Unpin from channel` : t`Pin to channel`,
      run: () => void setPinned(post, !post.is_pinned),
    }),
    follow: when(isMember && post.is_following !== undefined, {
      icon: 'bell',
      label: post.is_following ? t`Unfollow thread` : t`Follow thread`,
      run: () => void setFollowing(team.id, rootId, !post.is_following),
    }),
    // Every reply in a direct or group message is a mention, which muting doesn't change.
    mute: when(post.is_following && (channel?.type === 'O' || channel?.type === 'P'), {
      icon: isMuted ? 'bell' : 'bellOff',
      label: isMuted ? t`Unmute thread` : t`Mute thread`,
      run: () => void setThreadMuted(rootId, !isMuted).catch((error) => showError(errorMessage(error))),
    }),
    move: when(mayMove && isMovable, {
      icon: 'external',
      label: t`Move thread`,
      run: () => setDialog('move'),
    }),
    edit: when(mayEdit && isInTime, {icon: 'edit', label: t`Edit`, run: onEdit}),
    delete: when(mayDelete, {
      icon: 'trash',
      label: t`Delete`,
      danger: true,
      run: () => setDialog('delete'),
    }),
  } satisfies Record<string, PostAction | undefined>;

  return {
    actions,
    /** In the order of menus: without, and with, changes for others. */
    groups: [
      ['copyLink', 'copyText', 'quote', 'forward', 'remind', 'unread', 'pin', 'follow', 'mute'] as const,
      ['move', 'edit', 'delete'] as const,
    ].map((names) =>
      names.flatMap((name): NamedPostAction[] => (actions[name] ? [{name, ...actions[name]}] : [])),
    ),
    isSaved,
    mayReact,
    /** To render as long as it is open. */
    dialog: dialog && <PostDialog post={post} kind={dialog} onClose={() => setDialog(undefined)} />,
  };
}
