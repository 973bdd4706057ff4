import {t} from '@lingui/core/macro';
import {Plural, Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useState} from 'react';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {moveMessageFocus} from '../../components/keyboard/message-focus.ts';
import {renderExcerpt} from '../../components/markdown/excerpt.tsx';
import {SidePanel, useRestoreFocus} from '../../components/panels/panel-frame.tsx';
import {useOpenThread} from '../../components/panels/use-open-thread.ts';
import {closePanel, usePanel} from '../../components/panels/use-panel.ts';
import {AuthorPicture} from '../../components/people/author-picture.tsx';
import {ThreadFaces} from '../../components/posts/thread-faces.tsx';
import ThreadPanel from '../../components/threads/thread-panel.tsx';
import {When} from '../../components/time/when.tsx';
import {Button} from '../../components/ui/button.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {MoreButton} from '../../components/ui/more-button.tsx';
import {EmptyState, NotLoaded} from '../../components/ui/state.tsx';
import {MentionBadge} from '../../components/ui/tag.tsx';
import {useChannelName} from '../../data/channels/channel-names.ts';
import {useChannel} from '../../data/channels/channels.ts';
import {useAuthor} from '../../data/posts/author.ts';
import {useIsThreadMuted} from '../../data/posts/post-changes.ts';
import {usePost} from '../../data/posts/posts.ts';
import {displayedMessage} from '../../data/posts/system-messages.ts';
import {type FollowedThread, markThreadsRead, useThreads} from '../../data/posts/thread-list.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import styles from './threads-page.module.css';

/** The threads that the person follows. One of them can be open in the side panel. */
export default function ThreadsPage() {
  const team = useCurrentTeam();
  const panel = usePanel();
  const openThread = useOpenThread();
  const [onlyUnread, setOnlyUnread] = useState(false);
  const open = panel?.kind === 'thread' ? panel.rootId : undefined;
  const threads = useThreads(team.id, onlyUnread);
  const rememberFocus = useRestoreFocus(open !== undefined);

  async function readAll() {
    try {
      await markThreadsRead(team.id);
    } catch (error) {
      showError(errorMessage(error));
    }
  }

  const list = threads.data ?? [];
  const firstUnread = list.find(({unread_replies}) => unread_replies > 0);
  return (
    <div
      className={styles.page}
      data-open={open ? true : undefined}
      data-filled={list.length > 0 || undefined}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only remembers where the focus was. */}
      <div className={styles.list} onFocus={rememberFocus}>
        <PageHeader column="list" title={t`Threads`}>
          <Button size="small" aria-pressed={onlyUnread} onPress={() => setOnlyUnread(!onlyUnread)}>
            {t`Unread only`}
          </Button>
          <IconButton icon="check" label={t`Mark all as read`} onPress={() => void readAll()} />
        </PageHeader>
        {!threads.data ? (
          <NotLoaded error={threads.error} onRetry={() => void threads.refetch()} />
        ) : list.length === 0 ? (
          <EmptyState icon="thread" title={onlyUnread ? t`No unread threads` : t`No followed threads yet`}>
            <Trans>Threads you reply to or are mentioned in appear here.</Trans>
          </EmptyState>
        ) : (
          <ul
            className={styles.threads}
            onKeyDown={(event) => moveMessageFocus(event, 'first', '[data-thread]')}
          >
            {list.map((thread) => (
              <ThreadLine
                key={thread.id}
                thread={thread}
                isOpen={thread.id === open}
                onOpen={() => openThread(thread.id)}
              />
            ))}
            {threads.hasNextPage && (
              <li className={styles.more}>
                <MoreButton query={threads} />
              </li>
            )}
          </ul>
        )}
      </div>
      {!open && list.length > 0 && (
        <div className={styles.unopened}>
          <EmptyState icon="thread" title={t`No thread selected`}>
            <Trans>Select a thread to read it here.</Trans>
            {firstUnread && (
              <Button icon="thread" onPress={() => openThread(firstUnread.id)}>
                <Trans>Open first unread thread</Trans>
              </Button>
            )}
          </EmptyState>
        </div>
      )}
      {open && (
        <SidePanel label={t`Thread`} className={styles.thread} onClose={closePanel}>
          <ThreadPanel key={open} rootId={open} onClose={closePanel} />
        </SidePanel>
      )}
    </div>
  );
}

function ThreadLine({thread, isOpen, onOpen}: {thread: FollowedThread; isOpen: boolean; onOpen: () => void}) {
  const post = usePost(thread.id);
  return post ? <LoadedThread thread={thread} post={post} isOpen={isOpen} onOpen={onOpen} /> : null;
}

/** A placeholder for a channel that the person isn't a member of. */
const UNKNOWN = {id: '', type: 'O' as const, name: '', display_name: ''};

function LoadedThread({
  thread,
  post,
  isOpen,
  onOpen,
}: {
  thread: FollowedThread;
  post: Post;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const author = useAuthor(post);
  const channel = useChannel(post.channel_id) ?? UNKNOWN;
  const place = useChannelName(channel);
  const isMuted = useIsThreadMuted(thread.id);
  const {reply_count: replies, unread_replies: unread} = thread;
  return (
    <li>
      <button
        type="button"
        className={styles.line}
        data-thread
        data-unread={unread > 0 || undefined}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <AuthorPicture author={author} size={36} />
        <span className={styles.text}>
          <span className={styles.head}>
            <bdi className={styles.author}>{author.name}</bdi>
            <bdi className={styles.quiet}>{place}</bdi>
            {isMuted && (
              <span className={styles.quiet} role="img" aria-label={t`Muted`}>
                <Icon name="bellOff" size={14} />
              </span>
            )}
            <When at={thread.last_reply_at || post.create_at} className={styles.time} />
          </span>
          <span className={styles.message} dir="auto">
            {renderExcerpt(displayedMessage(post)) ?? t`Message without text`}
          </span>
          <LastReply id={thread.last_reply_id ?? ''} />
          <span className={styles.replies}>
            <ThreadFaces people={thread.participants} />
            {unread > 0 ? (
              <Trans>
                <Plural value={replies} one="# reply" other="# replies" />, {unread} new
              </Trans>
            ) : (
              <Plural value={replies} one="# reply" other="# replies" />
            )}
          </span>
        </span>
        <MentionBadge mentions={thread.unread_mentions} />
      </button>
    </li>
  );
}

/** The author and the beginning of a reply, on one line. */
function LastReply({id}: {id: string}) {
  const reply = usePost(id);
  return reply && reply.state !== 'DELETED' ? <LoadedReply reply={reply} /> : null;
}

function LoadedReply({reply}: {reply: Post}) {
  const author = useAuthor(reply);
  return (
    <span className={styles.reply} dir="auto">
      <bdi className={styles.author}>{author.name}</bdi>{' '}
      {renderExcerpt(displayedMessage(reply)) ?? t`Message without text`}
    </span>
  );
}
