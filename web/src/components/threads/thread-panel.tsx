import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useEffect, useMemo, useRef, useState} from 'react';
import {channelName} from '../../data/channels/channel-names.ts';
import {useChannel, useCollapsedThreads, useHasChannelPermission} from '../../data/channels/channels.ts';
import {useHomeTeam} from '../../data/channels/home-team.ts';
import {useDraft} from '../../data/drafts/drafts.ts';
import {usePending} from '../../data/posts/pending-posts.ts';
import {editLastOwn, setFollowing} from '../../data/posts/post-changes.ts';
import {postRows} from '../../data/posts/post-rows.ts';
import {usePost, usePostsByIds} from '../../data/posts/posts.ts';
import {openThread, useThreadIds} from '../../data/posts/thread-window.ts';
import {knownReadState, loadReadState, markThreadRead, type ReadState} from '../../data/posts/threads.ts';
import {useDates, useIsGrouped} from '../../data/preferences/display.ts';
import {isOwnPost} from '../../data/session/own-post.ts';
import {useMe} from '../../data/session/session.ts';
import {CurrentTeamProvider, useCurrentTeam} from '../../data/teams/teams.ts';
import {useIsPageActive} from '../../lib/page-activity.ts';
import {isNotFound} from '../../lib/server.ts';
import {Composer} from '../composer/composer.tsx';
import {DropZone} from '../composer/drop-zone.tsx';
import {PanelFrame} from '../panels/panel-frame.tsx';
import {AnnouncedPosts} from '../posts/announced-posts.tsx';
import {PostList} from '../posts/post-list.tsx';
import {TypingLine} from '../posts/typing-line.tsx';
import {Button} from '../ui/button.tsx';
import {Checkbox} from '../ui/checkbox.tsx';
import {EmptyState, ErrorState, LoadingState, StatePlace} from '../ui/state.tsx';
import styles from './thread-panel.module.css';

const NOTHING_NEW: ReadState = {newAfter: 0};

interface ThreadPanelProps {
  rootId: string;
  /** The reply that the address leads to, where the thread starts. */
  replyId?: string | undefined;
  onClose: () => void;
}

/** A message and its replies, with a composer to reply. A list of results can open the thread of another team. */
export default function ThreadPanel(props: ThreadPanelProps) {
  const team = useHomeTeam(usePost(props.rootId)?.channel_id ?? '');
  return (
    <CurrentTeamProvider value={team}>
      <Thread {...props} />
    </CurrentTeamProvider>
  );
}

function Thread({rootId, replyId, onClose}: ThreadPanelProps) {
  const me = useMe();
  const team = useCurrentTeam();
  const dates = useDates();
  const collapsed = useCollapsedThreads();
  const grouped = useIsGrouped();
  const ids = useThreadIds(rootId);
  const posts = usePostsByIds(ids);
  const pending = usePending(rootId);
  const root = usePost(rootId);
  const channel = useChannel(root?.channel_id ?? '');
  const [failure, setFailure] = useState<unknown>();
  const [toChannel, setToChannel] = useState(false);
  const mayPost = useHasChannelPermission(root?.channel_id ?? '', 'create_post');

  // If the thread was deleted while the connection was interrupted, opening it again shows the server's error.
  const isMissing = ids === undefined;
  useEffect(() => {
    if (isMissing) openThread(rootId).then(() => setFailure(undefined), setFailure);
  }, [rootId, isMissing]);

  // Posts from some lists don't tell it. Then the thread does.
  const isFollowing = root?.is_following ?? (ids && false);
  // Set when the thread is opened, before it is marked as read, and not changed while the person reads.
  const [read, setRead] = useState<ReadState | undefined>(() => {
    if (isFollowing === undefined) return undefined;
    return collapsed && isFollowing ? knownReadState(team.id, rootId) : NOTHING_NEW;
  });
  useEffect(() => {
    if (!root || isFollowing === undefined || read) return;
    if (!collapsed || !isFollowing) setRead(NOTHING_NEW);
    else loadReadState(team.id, root).then(setRead, () => setRead({...NOTHING_NEW, readUntil: 0}));
  }, [root, isFollowing, read, collapsed, team.id]);

  // Seeing the thread marks it as read in the list of threads too, if it has new replies.
  const isActive = useIsPageActive();
  const readUntil = useRef<number>(undefined);
  const lastPost = read && posts.at(-1);
  useEffect(() => {
    if (!read || !lastPost) return;
    readUntil.current ??= read.readUntil ?? lastPost.create_at;
    if (!collapsed || !isFollowing || lastPost.create_at <= readUntil.current) return;
    if (!isActive) {
      // The line "New messages" is above what arrives while the person is away.
      const newAfter = readUntil.current || read.newAfter;
      if (newAfter !== read.newAfter) setRead({...read, newAfter});
      return;
    }
    // The server knows that people have read what they reply to.
    const isKnown = readUntil.current > 0 && isOwnPost(lastPost);
    readUntil.current = lastPost.create_at;
    if (!isKnown) markThreadRead(team.id, rootId, lastPost.create_at).catch(() => {});
  }, [read, lastPost, isActive, collapsed, isFollowing, team.id, rootId]);

  const newAfter = read?.newAfter ?? 0;
  const rows = useMemo(
    () =>
      postRows(posts, pending, {
        newAfter,
        ownId: me.id,
        dayKey: dates.dayKey,
        collapsed,
        grouped,
        withJoinLeave: true,
        hasOlder: false,
        hasNewer: false,
        isChannel: false,
      }),
    [posts, pending, newAfter, me.id, dates, collapsed, grouped],
  );

  return (
    <PanelFrame
      title={t`Thread`}
      subtitle={channel && channelName(channel, me)}
      onClose={onClose}
      actions={
        collapsed && channel && root?.is_following !== undefined ? (
          <Button
            size="small"
            onPress={() => void setFollowing(team.id, rootId, !root.is_following)}
            aria-pressed={root.is_following}
          >
            {root.is_following ? t`Following` : t`Follow`}
          </Button>
        ) : undefined
      }
    >
      <DropZone placeId={rootId} channelId={root?.channel_id ?? ''}>
        {failure || ids === undefined || read === undefined ? (
          <StatePlace>
            {!failure ? (
              <LoadingState />
            ) : isNotFound(failure) ? (
              <EmptyState icon="thread" title={t`Thread not found`}>
                <Trans>It may have been deleted, or you don't have access.</Trans>
              </EmptyState>
            ) : (
              <ErrorState
                error={failure}
                onRetry={() => void openThread(rootId).then(() => setFailure(undefined), setFailure)}
              />
            )}
          </StatePlace>
        ) : (
          <PostList
            label={t`Messages in this thread`}
            rows={rows}
            place="thread"
            startAt={rows.find((row) => row.kind === 'post' && row.id === replyId)?.key ?? 'new'}
            jumpedToId={replyId}
          />
        )}
        {root?.state === 'DELETED' && <DeletedThread rootId={rootId} />}
        {root && root.state !== 'DELETED' && mayPost && channel?.delete_at === 0 && (
          <>
            <Composer
              channelId={root.channel_id}
              rootId={rootId}
              label={t({message: 'Reply', comment: 'Label of the field to write a reply in a thread'})}
              onEditLast={() => editLastOwn(rootId)}
              toChannel={toChannel}
              onSent={() => {
                setToChannel(false);
                // A person who replies has read the thread.
                setRead(NOTHING_NEW);
              }}
            >
              {collapsed && (
                <Checkbox
                  label={t`Also send to channel`}
                  checked={toChannel}
                  onChange={({target}) => setToChannel(target.checked)}
                />
              )}
            </Composer>
            <TypingLine placeId={rootId} />
            <AnnouncedPosts place={rootId} />
          </>
        )}
      </DropZone>
    </PanelFrame>
  );
}

/** Shown instead of the composer when the thread is deleted, with the unsent reply. */
function DeletedThread({rootId}: {rootId: string}) {
  const {message} = useDraft(rootId);
  return (
    <div className={styles.ended} role="status">
      <p>
        <Trans>This thread was deleted. You can no longer reply.</Trans>
      </p>
      {message !== '' && (
        <>
          <p>
            <Trans>Your unsent reply:</Trans>
          </p>
          <blockquote className={styles.begun}>{message}</blockquote>
        </>
      )}
    </div>
  );
}
