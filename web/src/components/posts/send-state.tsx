import {Trans} from '@lingui/react/macro';
import {useRef} from 'react';
import type {PendingPost} from '../../data/posts/outbox.ts';
import {discard} from '../../data/posts/pending-posts.ts';
import {moveToDraft, resend} from '../../data/posts/sending-posts.ts';
import {focusMessageBox} from '../keyboard/message-box.ts';
import {Button} from '../ui/button.tsx';
import {Spinner} from '../ui/spinner.tsx';
import styles from './send-state.module.css';

/** Whether the person's own message is being sent, and what they can do if it can't be. */
export function SendState({post}: {post: PendingPost}) {
  const {error} = post;
  const frame = useRef<HTMLDivElement>(null);
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
  if (error !== undefined) {
    return (
      <div ref={frame} className={styles.unsent} data-refused role="alert">
        <span>
          <Trans>Not sent. {error}</Trans>
        </span>
        <Button size="small" icon="refresh" onPress={() => resend(post)}>
          <Trans>Try again</Trans>
        </Button>
        {changes}
      </div>
    );
  }
  return post.isWaiting ? (
    <div ref={frame} className={styles.unsent}>
      <span>
        <Trans>Not sent yet. Waiting for a connection.</Trans>
      </span>
      {changes}
    </div>
  ) : (
    <span className={styles.sending}>
      <Spinner size={12} />
    </span>
  );
}
