import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useStore} from '@nanostores/react';
import {memo, useCallback, useEffect, useRef, useState} from 'react';
import {Link} from 'react-router';
import {voiceProps} from '../../data/drafts/voice-messages.ts';
import {useAuthor} from '../../data/posts/author.ts';
import type {PendingPost} from '../../data/posts/outbox.ts';
import {$postToEdit, useIsSaved} from '../../data/posts/post-changes.ts';
import {usePost} from '../../data/posts/posts.ts';
import {useColorsNames, useDates, useIsCompact} from '../../data/preferences/display.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {isTouchOnly} from '../../lib/touch.ts';
import {AuthorPicture} from '../people/author-picture.tsx';
import {PersonCardTrigger} from '../people/person-card.tsx';
import {StatusEmoji} from '../people/status-emoji.tsx';
import {pickColor} from '../ui/avatar.tsx';
import {Icon} from '../ui/icon.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Tag} from '../ui/tag.tsx';
import {useLongPress} from '../ui/use-long-press.ts';
import type {Point} from '../ui/use-opener.ts';
import {PostActions} from './post-actions.tsx';
import {PostBody} from './post-body.tsx';
import styles from './post-item.module.css';
import {SendState} from './send-state.tsx';

const EditPost = lazyComponent(() => import('./edit-post.tsx'));
const PostSheet = lazyComponent(() => import('./post-sheet.tsx'));

interface PostItemProps {
  id: string;
  /** Whether it continues the post above: the same author, shortly after. */
  follows: boolean;
  /** Where it is shown: in its channel, in its thread, or as a single message in a list. */
  place: 'channel' | 'thread' | 'list';
  /** Whether the person opened a link to it. */
  highlighted?: boolean;
  /** The person's own message while it is being sent, or after sending failed. The same row then shows its post. */
  pending?: PendingPost;
}

/** In milliseconds. A closing menu returns the focus within this time. */
const FOCUS_RETURNS = 150;

/** One message. */
export const PostItem = memo(function PostItem(props: PostItemProps) {
  const me = useMe();
  const stored = usePost(props.id);
  const post = props.pending ? asPost(props.pending, me.id) : stored;
  if (!post) return null;
  return post.type.startsWith('system_') && post.type !== 'system_ephemeral' ? (
    <SystemPost post={post} highlighted={props.highlighted} />
  ) : (
    <PersonalPost {...props} post={post} />
  );
});

/** The post that a message will be, as far as its row shows it. */
function asPost(pending: PendingPost, userId: string): Post {
  const {id, rootId, channelId, message, files, priority, createAt} = pending;
  const metadata = {files: [...files], ...(priority && {priority: {priority}})};
  const post: Partial<Post> = {
    id,
    user_id: userId,
    root_id: rootId,
    channel_id: channelId,
    create_at: createAt,
    edit_at: 0,
    message,
    type: '',
    reply_count: 0,
    props: voiceProps(files) ?? {},
    metadata: metadata as unknown as Post['metadata'],
  };
  return post as Post;
}

function PersonalPost({post, follows, place, highlighted, pending}: PostItemProps & {post: Post}) {
  const author = useAuthor(post);
  const dates = useDates();
  const team = useCurrentTeam();
  const isPending = pending !== undefined;
  const [isActive, setActive] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const [sheetAt, setSheetAt] = useState<Point>();
  const [isEditing, setEditing] = useState(false);
  const isEditRequested = useStore($postToEdit) === post.id;
  const article = useRef<HTMLElement>(null);
  // The focus that follows a finger shows no actions: a finger that rests on the message does.
  const isTapped = useRef(false);
  // The composer, if editing was started from there.
  const editedFrom = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (!isEditRequested) return;
    editedFrom.current = document.activeElement as HTMLElement;
    $postToEdit.set(undefined);
    edit();
  }, [isEditRequested]);
  function edit() {
    setSheetAt(undefined);
    // The text stays until it can be edited. An error is shown in its place.
    void EditPost.load()
      .catch(() => undefined)
      .then(() => setEditing(true));
  }
  // Early, because text that is typed while the editor loads would go to the composer.
  useEffect(() => {
    if (isActive && !isPending) void EditPost.load().catch(() => undefined);
  }, [isActive, isPending]);
  function closeEditor() {
    setEditing(false);
    // The bar is for a mouse and a keyboard.
    if (isTouchOnly()) setActive(false);
    else (editedFrom.current ?? article.current)?.focus({preventScroll: true});
    editedFrom.current = undefined;
  }
  const wasHeld = useRef(false);
  const hold = useCallback((held: boolean) => {
    setHeld(held);
    if (wasHeld.current && !held) {
      // Keep the bar until the closing menu or dialog has returned the focus to it.
      setActive(true);
      setTimeout(() => {
        if (!article.current?.matches(':hover, :focus-visible, :has(:focus-visible)')) setActive(false);
      }, FOCUS_RETURNS);
    }
    wasHeld.current = held;
  }, []);
  const closeSheet = useCallback(() => setSheetAt(undefined), []);
  const longPress = useLongPress((at) => setSheetAt(isEditing || isPending ? undefined : at));
  const isCompact = useIsCompact();
  const colorsNames = useColorsNames();
  const isSaved = useIsSaved(post.id);
  const isDeleted = post.state === 'DELETED';
  const isEphemeral = post.type === 'system_ephemeral';
  const time = dates.time(post.create_at);
  const name = author.name ?? '…';
  const dateTime = dates.dateTime(post.create_at);
  // In the gutter.
  const hasTimeColumn = isCompact && place !== 'list';
  // A message without a post has no link. A list has its own, which keeps the list open.
  const shownTime = (className: string | undefined) =>
    isPending || place === 'list' ? (
      <span className={className} title={dateTime}>
        {time}
      </span>
    ) : (
      <Link className={`${className ?? ''} touch-line`} to={`/${team.name}/pl/${post.id}`} title={dateTime}>
        {time}
      </Link>
    );
  return (
    <article
      ref={article}
      className={styles.post}
      data-display={isCompact ? 'compact' : 'clean'}
      data-place={place}
      data-follows={follows || undefined}
      data-highlighted={highlighted || undefined}
      data-pinned={post.is_pinned || undefined}
      data-pending={pending && (pending.error === undefined ? 'sending' : 'failed')}
      data-post={isPending ? undefined : post.id}
      tabIndex={isPending ? undefined : -1}
      aria-label={isPending ? t`${name}, sending` : `${name}, ${dateTime}`}
      // Not onPointerEnter: React doesn't fire it if the element that was under the pointer before has been removed
      // from the page.
      onPointerOver={({pointerType, target, currentTarget}) => {
        // A window that the message opens also gets the event. After a tap, browsers move a mouse there.
        if (pointerType !== 'touch' && currentTarget.contains(target as Node)) setActive(true);
      }}
      onPointerLeave={({pointerType}) => {
        if (pointerType !== 'touch') setActive(false);
      }}
      {...longPress}
      onPointerDownCapture={(event) => {
        isTapped.current = event.pointerType === 'touch';
        if (!isTapped.current) setActive(true);
        longPress.onPointerDownCapture(event);
      }}
      onFocus={({target, currentTarget}) => {
        // A window that the message opens also gets the focus, and the event.
        const isShown = currentTarget.contains(target) && target.matches(':focus-visible');
        if (!isTapped.current || isShown) setActive(true);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setActive(false);
      }}
    >
      <div className={styles.gutter}>
        {hasTimeColumn ? (
          shownTime(styles.compactTime)
        ) : follows ? (
          <span className={styles.gutterTime}>{time}</span>
        ) : isCompact ? null : author.userId === undefined ? (
          <AuthorPicture author={author} size={38} />
        ) : (
          <PersonCardTrigger userId={author.userId} label={t`Profile of ${name}`} skippedByTab>
            <AuthorPicture author={author} size={38} />
          </PersonCardTrigger>
        )}
      </div>
      <div className={styles.content}>
        {!follows && (
          <header className={styles.head}>
            <span data-name-color={isCompact && colorsNames ? pickColor(name) : undefined}>
              {author.userId === undefined ? (
                <bdi className={styles.author}>{name}</bdi>
              ) : (
                <PersonCardTrigger userId={author.userId} className={`${styles.author} touch-line`}>
                  <bdi>{name}</bdi>
                </PersonCardTrigger>
              )}
            </span>
            {author.userId !== undefined && !author.isIntegration && <StatusEmoji userId={author.userId} />}
            {author.isBot && <Tag>{t`BOT`}</Tag>}
            {author.isGuest && <Tag>{t`GUEST`}</Tag>}
            {!hasTimeColumn && !isEphemeral && shownTime(styles.time)}
            {isEphemeral && (
              <span className={styles.quiet}>
                {hasTimeColumn ? (
                  <Trans>Only visible to you</Trans>
                ) : (
                  <Trans>Only visible to you · {time}</Trans>
                )}
              </span>
            )}
            <Marks post={post} isSaved={isSaved} />
          </header>
        )}
        {follows && <Marks post={post} isSaved={isSaved} />}
        {isEditing ? (
          <EditPost post={post} onClose={closeEditor} />
        ) : (
          <div className={styles.message}>
            <PostBody post={post} place={place} />
          </div>
        )}
        {pending && <SendState post={pending} />}
      </div>
      {(isActive || isHeld) && !isDeleted && !isEditing && !isPending && (
        <PostActions post={post} place={place} onEdit={edit} onHold={hold} />
      )}
      {sheetAt && !isDeleted && !isEditing && (
        <PostSheet post={post} place={place} at={sheetAt} onEdit={edit} onDone={closeSheet} />
      )}
    </article>
  );
}

const PRIORITIES: Record<string, {text: MessageDescriptor; kind: 'bad' | 'warn'}> = {
  important: {text: msg`IMPORTANT`, kind: 'warn'},
  urgent: {text: msg`URGENT`, kind: 'bad'},
};

function Marks({post, isSaved}: {post: Post; isSaved: boolean}) {
  const priority = PRIORITIES[post.metadata?.priority?.priority ?? ''];
  if (!priority && !post.is_pinned && !isSaved) return null;
  return (
    <span className={styles.marks}>
      {priority && <Tag kind={priority.kind}>{i18n._(priority.text)}</Tag>}
      {post.is_pinned && (
        <span className={styles.mark}>
          <Icon name="pin" size={13} /> <Trans>Pinned</Trans>
        </span>
      )}
      {isSaved && (
        <span className={styles.mark}>
          <Icon name="bookmark" size={13} /> <Trans>Saved</Trans>
        </span>
      )}
    </span>
  );
}

/** A message that the server posted about the channel. */
function SystemPost({post, highlighted}: {post: Post; highlighted?: boolean}) {
  const dates = useDates();
  const dateTime = dates.dateTime(post.create_at);
  return (
    <article
      className={styles.system}
      data-display={useIsCompact() ? 'compact' : undefined}
      data-highlighted={highlighted || undefined}
      data-post={post.id}
      tabIndex={-1}
      aria-label={t`System message, ${dateTime}`}
    >
      <PostBody post={post} place="channel" />
      <span className={styles.systemTime}>{dates.time(post.create_at)}</span>
    </article>
  );
}
