import type {ServerChannel} from '@mattermost/types/channels';
import {
  type DragEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import {useSearchParams} from 'react-router';
import {Icon} from '../../components/icon.tsx';
import {ErrorState, LoadingState} from '../../components/state.tsx';
import {tellError} from '../../components/toast.tsx';
import {useIsOn} from '../../lib/client-config.ts';
import {usePreference} from '../../lib/preferences.ts';
import {errorMessage} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {useDates} from '../../lib/use-dates.ts';
import {Composer} from '../composer/composer.tsx';
import {uploadFiles} from '../composer/uploads.ts';
import {openAround, openAtEnd, openAtUnread, readOn, useChannelWindow} from '../posts/channel-window.ts';
import {editLastOwn} from '../posts/edit-last.ts';
import {usePending} from '../posts/pending-posts.ts';
import {PostList} from '../posts/post-list.tsx';
import {postRows} from '../posts/post-rows.ts';
import {usePostsByIds} from '../posts/posts.ts';
import {TypingLine} from '../posts/typing-line.tsx';
import {usePanel} from '../posts/use-panel.ts';
import {ThreadPanel} from '../threads/thread-panel.tsx';
import {ChannelBeginning} from './channel-beginning.tsx';
import {ChannelHeader} from './channel-header.tsx';
import {useChannelName} from './channel-names.ts';
import styles from './channel-view.module.css';
import {knownMembership, useCollapsedThreads, useMayInChannel} from './channels.ts';
import {markRead, setAtEnd, setOpenChannel} from './reading.ts';
import {unreadOf} from './unread.ts';

const SidePanel = lazy(() => import('../panels/side-panel.tsx'));

/** A channel: its messages, the field to write in, and what stands beside it. */
export function ChannelView({channel}: {channel: ServerChannel}) {
  const [panel, openPanel] = usePanel();
  const closePanel = useCallback(() => openPanel(undefined), [openPanel]);
  const displayMode = usePreference('display_settings', 'channel_display_mode', 'full');
  return (
    <div className={styles.view} data-panel={panel ? true : undefined}>
      <div className={styles.channel} data-mode={displayMode}>
        <ChannelHeader channel={channel} />
        <DropZone channelId={channel.id}>
          <Messages channel={channel} />
          <Foot channel={channel} />
        </DropZone>
      </div>
      {panel && (
        <aside className={styles.panel} aria-label="Beside the channel">
          {panel.kind === 'thread' ? (
            <ThreadPanel key={panel.rootId} rootId={panel.rootId} onClose={closePanel} />
          ) : (
            <Suspense fallback={<LoadingState />}>
              <SidePanel panel={panel} channel={channel} onClose={closePanel} />
            </Suspense>
          )}
        </aside>
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
  const [failure, setFailure] = useState<unknown>();
  // Where the new messages begin is settled when the channel is opened, and stays while one reads.
  const [newAfter] = useState(() => {
    const membership = knownMembership(channelId);
    return unreadOf(channel, membership, collapsed).isUnread ? (membership?.last_viewed_at ?? 0) : 0;
  });

  useEffect(() => setOpenChannel(channelId), [channelId]);

  const isMissing = window === undefined;
  const isElsewhere = postId !== undefined && !window?.ids.includes(postId);
  useEffect(() => {
    if (!isMissing && !isElsewhere) return;
    const opening = postId ? openAround(channelId, postId) : openAtUnread(channelId);
    opening.then(() => setFailure(undefined), setFailure);
  }, [channelId, postId, isMissing, isElsewhere]);

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
            withComings,
            hasOlder: window.hasOlder,
            hasNewer: window.hasNewer,
            isChannel: true,
          })
        : [],
    [window, posts, pending, newAfter, me.id, dates, collapsed, withComings],
  );
  const onReadOn = useCallback(
    (direction: 'older' | 'newer') => void readOn(channelId, direction),
    [channelId],
  );

  if (failure && isMissing) return <ErrorState error={failure} onRetry={() => setFailure(undefined)} />;
  if (!window || isElsewhere) return <LoadingState label="Reading messages…" />;
  const hasNew = rows.some(({kind}) => kind === 'new');
  return (
    <PostList
      key={postId ?? 'all'}
      label={`Messages in ${channel.display_name}`}
      rows={rows}
      place="channel"
      startAt={postId ?? (hasNew ? 'new' : undefined)}
      highlightedId={postId}
      beginning={<ChannelBeginning channel={channel} />}
      failed={window.failed}
      onReadOn={onReadOn}
      onAtEnd={setAtEnd}
      onJumpToEnd={() => {
        if (postId) {
          setParams((before) => {
            const next = new URLSearchParams(before);
            next.delete('post');
            return next;
          });
        }
        if (window.hasNewer) openAtEnd(channelId).catch((error) => tellError(errorMessage(error)));
      }}
    />
  );
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
    </>
  );
}

/** Takes files that are dropped on it. */
function DropZone({channelId, children}: {channelId: string; children: ReactNode}) {
  const [isOver, setOver] = useState(false);
  const withFiles = useIsOn('EnableFileAttachments');
  const carriesFiles = (event: DragEvent) => withFiles && event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be attached by a button too.
    <div
      className={styles.zone}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        uploadFiles(channelId, channelId, [...event.dataTransfer.files]);
      }}
    >
      {children}
      {isOver && (
        <div className={styles.drop}>
          <Icon name="upload" size={32} />
          Drop the files to attach them
        </div>
      )}
    </div>
  );
}
