import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState} from 'react';
import {Composer} from '../../components/composer/composer.tsx';
import {DropZone} from '../../components/composer/drop-zone.tsx';
import {useRestoreFocus} from '../../components/panels/panel-frame.tsx';
import {$repeatedJumps} from '../../components/panels/repeated-jumps.ts';
import type {Panel} from '../../components/panels/use-panel.ts';
import {AnnouncedPosts} from '../../components/posts/announced-posts.tsx';
import {PostList} from '../../components/posts/post-list.tsx';
import {TypingLine} from '../../components/posts/typing-line.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {ErrorState, LoadingState, StatePlace} from '../../components/ui/state.tsx';
import {useBookmarks} from '../../data/channels/bookmarks.ts';
import {useChannelName} from '../../data/channels/channel-names.ts';
import {
  loadedMembership,
  useCollapsedThreads,
  useHasChannelPermission,
  useMembership,
} from '../../data/channels/channels.ts';
import {isAtEndOfOpenChannel, markRead, setAtEnd, setOpenChannel} from '../../data/channels/read-state.ts';
import {getUnread} from '../../data/channels/unread.ts';
import {readChannelCopy} from '../../data/offline/channel-copies.ts';
import {$copiedAt} from '../../data/offline/copy.ts';
import {
  discardWindow,
  loadedWindow,
  loadMorePosts,
  openAround,
  openAtEnd,
  openAtStart,
  useChannelWindow,
} from '../../data/posts/channel-window.ts';
import {usePending} from '../../data/posts/pending-posts.ts';
import {editLastOwn} from '../../data/posts/post-changes.ts';
import {postRows} from '../../data/posts/post-rows.ts';
import {usePostsByIds} from '../../data/posts/posts.ts';
import {rowKey} from '../../data/posts/row-keys.ts';
import {useDates, useIsGrouped} from '../../data/preferences/display.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {useMe} from '../../data/session/session.ts';
import {$liveState} from '../../data/system/live.ts';
import {changeParameters} from '../../lib/go-to.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {ChannelBeginning} from './channel-beginning.tsx';
import {ChannelHeader} from './channel-header.tsx';
import styles from './channel-view.module.css';
import {FirstSteps} from './first-steps.tsx';

const BookmarkBar = lazyComponent(() => withCatalog('conversation', import('./bookmarks/bookmark-bar.tsx')));
const ChannelBanner = lazyComponent(() => withCatalog('conversation', import('./menus/channel-banner.tsx')));
const JoinBar = lazyComponent(() => withCatalog('conversation', import('./not-joined/join-bar.tsx')));
interface ChannelViewProps {
  channel: ServerChannel;
  /** Whether the person has it open. A prepared channel is hidden until then (prepared-channels.ts). */
  isOpen: boolean;
  /** The side panel next to it. */
  panel: Panel | undefined;
  /** The message that the page's address leads to. */
  postId: string | undefined;
}

/** A channel: its header, its messages and the composer. */
export const ChannelView = memo(function ChannelView({channel, isOpen, panel, postId}: ChannelViewProps) {
  const bookmarks = useBookmarks(channel.id);
  const rememberFocus = useRestoreFocus(panel !== undefined);
  const displayMode = usePreference('display_settings', 'channel_display_mode', 'full');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only remembers where the focus was.
    <div className={styles.channel} data-mode={displayMode} onFocus={rememberFocus}>
      <ChannelHeader channel={channel} panel={panel} />
      {channel.banner_info?.enabled && <ChannelBanner banner={channel.banner_info} />}
      {bookmarks.length > 0 && <BookmarkBar channel={channel} bookmarks={bookmarks} />}
      <DropZone placeId={channel.id} channelId={channel.id}>
        <Messages channel={channel} isOpen={isOpen} postId={postId} />
        <Foot channel={channel} />
      </DropZone>
    </div>
  );
});

function Messages({channel, isOpen, postId}: Omit<ChannelViewProps, 'panel'>) {
  const channelId = channel.id;
  const name = useChannelName(channel);
  const window = useChannelWindow(channelId);
  const posts = usePostsByIds(window?.ids);
  const pending = usePending(channelId);
  const me = useMe();
  const dates = useDates();
  const collapsed = useCollapsedThreads();
  const withJoinLeave = usePreference('advanced_settings', 'join_leave', 'true') !== 'false';
  const grouped = useIsGrouped();
  const [failure, setFailure] = useState<unknown>();
  // Whether the displayed data is a copy that the server has not confirmed.
  const isSaved = useStore($copiedAt) !== undefined;
  const isCopy = window?.isCopy === true || isSaved;
  const newAfter = useNewAfter(channel, {isOpen, collapsed, isCopy});
  const opensAtNewest =
    usePreference('advanced_settings', 'unread_scroll_position', '') === 'start_from_newest';

  const repeats = useStore($repeatedJumps);

  // Set by a jump to the newest message.
  const wantsNewest = useRef(false);

  useEffect(() => {
    setFailure(undefined);
    // Wait until the URL contains no message. Otherwise, the messages around that message would be loaded again.
    if (postId) wantsNewest.current = false;
    else if (wantsNewest.current && loadedWindow(channelId)?.hasNewer) discardWindow(channelId);
  }, [postId, channelId]);

  // Before the page is painted, so that the sidebar marks the channel together with its messages.
  useLayoutEffect(() => setOpenChannel(channelId), [channelId]);

  // The next visit starts at the newest message, or at the first new one. This part contains neither.
  useEffect(
    () => () => {
      if (loadedWindow(channelId)?.hasNewer) discardWindow(channelId);
    },
    [channelId],
  );

  // A copy is shown until the server's messages are loaded.
  const isMissing = window === undefined || window.isCopy === true;
  const isElsewhere = postId !== undefined && !window?.ids.includes(postId);
  useEffect(() => {
    if ((!isMissing && !isElsewhere) || failure) return;
    const open = wantsNewest.current ? openAtEnd : openAtStart;
    (postId ? openAround(channelId, postId) : open(channelId)).catch(setFailure);
    if ($liveState.get() !== 'live') void readChannelCopy(channelId);
  }, [channelId, postId, isMissing, isElsewhere, failure]);

  // When the connection is back, load again what failed to load while offline.
  const isLive = useStore($liveState) === 'live';
  useEffect(() => {
    if (isLive) setFailure(undefined);
  }, [isLive]);

  const isRead = !isMissing && !isCopy;
  useEffect(() => {
    if (isRead && getUnread(channel, loadedMembership(channelId), false).isUnread) markRead(channelId);
  }, [channelId, isRead]);

  const rows = useMemo(
    () =>
      window
        ? postRows(posts, pending, {
            newAfter,
            ownId: me.id,
            dayKey: dates.dayKey,
            collapsed,
            grouped,
            withJoinLeave,
            hasOlder: window.hasOlder,
            hasNewer: window.hasNewer,
            isChannel: true,
          })
        : [],
    [window, posts, pending, newAfter, me.id, dates, collapsed, grouped, withJoinLeave],
  );
  const onReadOn = useCallback(
    (direction: 'older' | 'newer') => void loadMorePosts(channelId, direction),
    [channelId],
  );

  const isImported = posts.some(({create_at}) => create_at < channel.create_at);
  // The same element each time, so that the rows don't render again.
  const beginning = useMemo(
    () => <ChannelBeginning channel={channel} isImported={isImported} />,
    [channel, isImported],
  );

  const hasNew = rows.some(({kind}) => kind === 'new');
  // When the server's messages replace a copy, the list opens again at the first new message.
  const [opening, setOpening] = useState({isCopy, number: 0});
  if (opening.isCopy !== isCopy) {
    setOpening({isCopy, number: opening.number + (opening.isCopy && hasNew ? 1 : 0)});
  }

  if (!window || isElsewhere) {
    return (
      <StatePlace>
        {failure ? (
          <ErrorState error={failure} onRetry={() => setFailure(undefined)} />
        ) : (
          <LoadingState label={t`Loading messages…`} />
        )}
      </StatePlace>
    );
  }
  return (
    <>
      {/* The parent of all headings in messages. */}
      <h2 className="visually-hidden">
        <Trans>Messages</Trans>
      </h2>
      <PostList
        key={postId ? `${postId} ${repeats}` : opening.number}
        label={t`Messages in ${name}`}
        rows={rows}
        place="channel"
        channelId={channelId}
        startAt={
          (postId && rowKey(postId)) ?? (hasNew && !opensAtNewest && !wantsNewest.current ? 'new' : undefined)
        }
        jumpedToId={postId}
        isPrepared={!isOpen}
        beginning={beginning}
        failed={window.failed}
        onReadOn={onReadOn}
        onAtEnd={setAtEnd}
        onJumpToEnd={() => {
          wantsNewest.current = true;
          if (postId) changeParameters((parameters) => parameters.delete('post'));
          else if (window.hasNewer) discardWindow(channelId);
        }}
      />
    </>
  );
}

/**
 * Posts after this time are new to the person; 0 if none are. Set when the channel is opened, and not changed while
 * the person reads, even if more messages arrive. Set again when messages arrive after the person has seen the latest
 * one, or when the server's messages replace a copy.
 */
function useNewAfter(
  channel: ServerChannel,
  {isOpen, collapsed, isCopy}: {isOpen: boolean; collapsed: boolean; isCopy: boolean},
): number {
  const membership = useMembership(channel.id);
  const {isUnread} = getUnread(channel, membership, collapsed);
  // In a channel that the person never viewed, everything since they were added is new.
  const viewedAt = membership?.last_viewed_at || membership?.last_update_at || 0;
  const [newAfter, setNewAfter] = useState(isUnread && !isCopy ? viewedAt : 0);
  const [wasUnread, setWasUnread] = useState(isUnread);
  const [before, setBefore] = useState({isOpen, isCopy});
  if (isOpen !== before.isOpen || isCopy !== before.isCopy) {
    setBefore({isOpen, isCopy});
    setNewAfter(isUnread && !isCopy ? viewedAt : 0);
  }
  if (isUnread !== wasUnread) {
    setWasUnread(isUnread);
    if (isUnread && !isCopy && (newAfter === 0 || isAtEndOfOpenChannel())) setNewAfter(viewedAt);
  }
  return newAfter;
}

/** The composer, or the reason why the person can't post here. */
function Foot({channel}: {channel: ServerChannel}) {
  const mayPost = useHasChannelPermission(channel.id, 'create_post');
  const isMember = useMembership(channel.id) !== undefined;
  const name = useChannelName(channel);
  const editLast = useCallback(() => editLastOwn(channel.id), [channel.id]);
  if (channel.delete_at > 0) {
    return (
      <div className={styles.closed}>
        <Icon name="archive" /> <Trans>This channel is archived. You can read it, but not post in it.</Trans>
      </div>
    );
  }
  if (!isMember && channel.type === 'O') return <JoinBar channel={channel} />;
  if (mayPost === false) {
    return (
      <div className={styles.closed}>
        <Icon name="lock" />{' '}
        <Trans>This channel is read-only. You don't have permission to post in it.</Trans>
      </div>
    );
  }
  return (
    <>
      <FirstSteps place="channel" />
      <Composer channelId={channel.id} label={t`Write to ${name}`} onEditLast={editLast} />
      <TypingLine placeId={channel.id} />
      <AnnouncedPosts place={channel.id} />
    </>
  );
}
