import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {useRef} from 'react';
import {voiceProps} from '../../data/drafts/voice-messages.ts';
import {formatName, useNameFormat} from '../../data/people/people.ts';
import type {PendingPost} from '../../data/posts/outbox.ts';
import {discard} from '../../data/posts/pending-posts.ts';
import {moveToDraft, resend} from '../../data/posts/sending-posts.ts';
import {useMe} from '../../data/session/session.ts';
import {focusMessageBox} from '../keyboard/message-box.ts';
import {PersonAvatar} from '../people/person.tsx';
import {Button} from '../ui/button.tsx';
import {Spinner} from '../ui/spinner.tsx';
import styles from './pending-item.module.css';
import {PostBody} from './post-body.tsx';

interface PendingItemProps {
  post: PendingPost;
  follows: boolean;
  place: 'channel' | 'thread' | 'list';
}

/** The person's own message while it is being sent, or after sending failed. Looks like the message that replaces it. */
export function PendingItem({post, follows, place}: PendingItemProps) {
  const me = useMe();
  const format = useNameFormat();
  const {error} = post;
  const name = formatName(me, format);
  const frame = useRef<HTMLElement>(null);
  function edit() {
    focusMessageBox(frame.current);
    moveToDraft(post);
  }
  const changes = (
    <>
      <Button size="small" kind="quiet" onPress={edit}>
        <Trans>Edit</Trans>
      </Button>
      <Button size="small" kind="quiet" onPress={() => discard(post)}>
        <Trans>Discard</Trans>
      </Button>
    </>
  );
  return (
    <article
      ref={frame}
      className={styles.pending}
      data-follows={follows || undefined}
      data-failed={error ? true : undefined}
      aria-label={t`${name}, sending`}
    >
      <div className={styles.gutter}>{!follows && <PersonAvatar userId={me.id} size={38} />}</div>
      <div className={styles.content}>
        {!follows && <div className={styles.author}>{name}</div>}
        <div className={styles.message}>
          <PostBody post={asPost(post)} place={place} />
        </div>
        {error !== undefined ? (
          <div className={styles.unsent} data-refused role="alert">
            <span>
              <Trans>Not sent. {error}</Trans>
            </span>
            <Button size="small" icon="refresh" onPress={() => resend(post)}>
              <Trans>Try again</Trans>
            </Button>
            {changes}
          </div>
        ) : post.isWaiting ? (
          <div className={styles.unsent}>
            <span>
              <Trans>Not sent yet. Waiting for a connection.</Trans>
            </span>
            {changes}
          </div>
        ) : (
          <span className={styles.sending}>
            <Spinner size={12} />
          </span>
        )}
      </div>
    </article>
  );
}

/** The post that the message will be, as far as its body shows it. */
function asPost({id, rootId, channelId, message, files}: PendingPost): Post {
  const post: Partial<Post> = {
    id,
    root_id: rootId,
    channel_id: channelId,
    message,
    type: '',
    edit_at: 0,
    reply_count: 0,
    props: voiceProps(files) ?? {},
    metadata: {files: [...files]} as unknown as Post['metadata'],
  };
  return post as Post;
}
