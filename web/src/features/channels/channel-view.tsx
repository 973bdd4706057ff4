import type {ServerChannel} from '@mattermost/types/channels';
import {useCallback, useEffect, useMemo, useRef, useState} from 'react';
import {useSearchParams} from 'react-router';
import {Icon} from '../../components/icon.tsx';
import {part} from '../../components/part.tsx';
import {ErrorState, LoadingState, StatePlace} from '../../components/state.tsx';
import {liveState} from '../../lib/live.ts';
import {usePreference} from '../../lib/preferences.ts';
import {useMe} from '../../lib/session.ts';
import {useStore} from '../../lib/store.ts';
import {useDates} from '../../lib/use-dates.ts';
import {Composer} from '../composer/composer.tsx';
import {DropZone} from '../composer/drop-zone.tsx';
import {Beside} from '../panels/beside.tsx';
import {useFocusBack} from '../panels/use-focus-back.ts';
import {
  dropWindow,
  knownWindow,
  openAround,
  openAtEnd,
  openAtUnread,
  readOn,
  useChannelWindow,
} from '../posts/channel-window.ts';
import {editLastOwn} from '../posts/edit-last.ts';
import {HeardPosts} from '../posts/heard-posts.tsx';
import {usePending} from '../posts/pending-posts.ts';
import {useIsGrouped} from '../posts/post-display.ts';
import {PostList} from '../posts/post-list.tsx';
import {postRows} from '../posts/post-rows.ts';
import {usePostsByIds} from '../posts/posts.ts';
import {TypingLine} from '../posts/typing-line.tsx';
import {usePanel} from '../posts/use-panel.ts';
import {ChannelBeginning} from './channel-beginning.tsx';
import {ChannelHeader} from './channel-header.tsx';
import {useChannelName} from './channel-names.ts';
import styles from './channel-view.module.css';
import {knownMembership, useCollapsedThreads, useMayInChannel, useMembership} from './channels.ts';
import {markRead, setAtEnd, setOpenChannel} from './reading.ts';
import {unreadOf} from './unread.ts';

const SidePanel = part(() => import('../panels/side-panel.tsx'), <LoadingState />);
const ThreadPanel = part(() => import('../threads/thread-panel.tsx'), <LoadingState />);

/** A channel: its messages, the field to write in, and what stands beside it. */
export function ChannelView({channel}: {channel: ServerChannel}) {
  const [panel, openPanel] = usePanel();
  const closePanel = useCallback(() => openPanel(undefined), [openPanel]);
  const rememberFocus = useFocusBack(panel !== undefined);
  const displayMode = usePreference('display_settings', 'channel_display_mode', 'full');
  return (
    <div className={styles.view} data-panel={panel ? true : undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only remembers where the focus was. */}
      <div className={styles.channel} data-mode={displayMode} onFocus={rememberFocus}>
        <ChannelHeader channel={channel} />
        <DropZone placeId={channel.id} channelId={channel.id}>
          <Messages channel={channel} />
          <Foot channel={channel} />
        </DropZone>
      </div>
      {panel && (
        <Beside label="Beside the channel" className={styles.panel} onClose={closePanel}>
          {panel.kind === 'thread' ? (
            <ThreadPanel key={panel.rootId} rootId={panel.rootId} onClose={closePanel} />
          ) : (
            <SidePanel panel={panel} channel={channel} onClose={closePanel} />
          )}
        </Beside>
      )}
    </div>
  );
}

function Messages({channel}: {channel: ServerChannel}) {
  const [params, setParams] = useSearchParams();
  const postId = params.get('post') ?? undefined;
  const channelId = channel.id;
  const window = useChannelWindow(channelId);
  const posts = usePostsByIds(window?.ids);
  const pending = usePending(channelId);
  const me = useMe();
  const dates = useDates();
  const collapsed = useCollapsedThreads();
  const withComings = usePreference('advanced_settings', 'join_leave', 'true') !== 'false';
  const grouped = useIsGrouped();
  const [failure, setFailure] = useState<unknown>();
  const newAfter = useNewAfter(channel, collapsed);
  const opensAtNewest =
    usePreference('advanced_settings', 'unread_scroll_position', '') === 'start_from_newest';

  // Set by a jump to the newest from a stretch that does not reach there.
  const wantsNewest = useRef(false);

  useEffect(() => {
    // Only once the address no longer names a message: else its surroundings would be opened again.
    if (!postId && wantsNewest.current && knownWindow(channelId)?.hasNewer) dropWindow(channelId);
  }, [postId, channelId]);

  useEffect(() => setOpenChannel(channelId), [channelId]);

  const isMissing = window === undefined;
  const isElsewhere = postId !== undefined && !window?.ids.includes(postId);
  useEffect(() => {
    if ((!isMissing && !isElsewhere) || failure) return;
    const open = opensAtNewest || wantsNewest.current ? openAtEnd : openAtUnread;
    (postId ? openAround(channelId, postId) : open(channelId)).catch(setFailure);
  }, [channelId, postId, isMissing, isElsewhere, failure, opensAtNewest]);

  // What could not be read while there was no connection is read as soon as there is one.
  const isLive = useStore(liveState) === 'live';
  useEffect(() => {
    if (isLive) setFailure(undefined);
  }, [isLive]);

  const isRead = !isMissing;
  useEffect(() => {
    if (isRead && unreadOf(channel, knownMembership(channelId), false).isUnread) markRead(channelId);
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
            withComings,
            hasOlder: window.hasOlder,
            hasNewer: window.hasNewer,
            isChannel: true,
          })
        : [],
    [window, posts, pending, newAfter, me.id, dates, collapsed, grouped, withComings],
  );
  const onReadOn = useCallback(
    (direction: 'older' | 'newer') => void readOn(channelId, direction),
    [channelId],
  );

  if (!window || isElsewhere) {
    return (
      <StatePlace>
        {failure ? (
          <ErrorState error={failure} onRetry={() => setFailure(undefined)} />
        ) : (
          <LoadingState label="Reading messages…" />
        )}
      </StatePlace>
    );
  }
  const hasNew = rows.some(({kind}) => kind === 'new');
  return (
    <>
      {/* The headings in messages are below this one. */}
      <h2 className="visually-hidden">Messages</h2>
      <PostList
        key={postId ?? 'all'}
        label={`Messages in ${channel.display_name}`}
        rows={rows}
        place="channel"
        startAt={postId ?? (hasNew && !opensAtNewest && !wantsNewest.current ? 'new' : undefined)}
        highlightedId={postId}
        beginning={<ChannelBeginning channel={channel} />}
        failed={window.failed}
        onReadOn={onReadOn}
        onAtEnd={setAtEnd}
        onJumpToEnd={() => {
          wantsNewest.current = window.hasNewer;
          if (postId) {
            setParams((before) => {
              const next = new URLSearchParams(before);
              next.delete('post');
              return next;
            });
          } else if (window.hasNewer) {
            dropWindow(channelId);
          }
        }}
      />
    </>
  );
}

/**
 * The time after which messages are new to the person; 0 if none are. It is settled when the channel is opened, stays
 * while one reads, and is settled again when messages have come that one did not see come.
 */
function useNewAfter(channel: ServerChannel, collapsed: boolean): number {
  const membership = useMembership(channel.id);
  const {isUnread} = unreadOf(channel, membership, collapsed);
  const viewedAt = membership?.last_viewed_at ?? 0;
  const [newAfter, setNewAfter] = useState(isUnread ? viewedAt : 0);
  const [wasUnread, setWasUnread] = useState(isUnread);
  if (isUnread !== wasUnread) {
    setWasUnread(isUnread);
    if (isUnread) setNewAfter(viewedAt);
  }
  return newAfter;
}

/** The field to write in, or why one cannot write here. */
function Foot({channel}: {channel: ServerChannel}) {
  const mayPost = useMayInChannel(channel.id, 'create_post');
  const name = useChannelName(channel);
  if (channel.delete_at > 0) {
    return (
      <div className={styles.closed}>
        <Icon name="archive" /> The channel is archived. It can be read, but not written in.
      </div>
    );
  }
  if (mayPost === false) {
    return (
      <div className={styles.closed}>
        <Icon name="lock" /> You may read this channel, but not write in it.
      </div>
    );
  }
  return (
    <>
      <Composer
        channelId={channel.id}
        label={`Write to ${name}`}
        onEditLast={() => editLastOwn(channel.id)}
      />
      <TypingLine placeId={channel.id} />
      <HeardPosts place={channel.id} />
    </>
  );
}
