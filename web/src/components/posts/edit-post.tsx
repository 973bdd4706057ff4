import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {type KeyboardEvent, useEffect, useRef, useState} from 'react';
import {editMessage} from '../../data/posts/post-changes.ts';
import {errorMessage} from '../../lib/server.ts';
import {isTouchOnly} from '../../lib/touch.ts';
import {Button} from '../ui/button.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import styles from './edit-post.module.css';

/** Edits a message in place. Enter saves, except on on-screen keyboards. Escape cancels. */
export default function EditPost({post, onClose}: {post: Post; onClose: () => void}) {
  const [text, setText] = useState(post.message);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const element = area.current!;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, []);

  async function save() {
    const message = text.trim();
    if (message === post.message) return onClose();
    if (message === '' && !post.metadata?.files?.length) {
      return setFailure(t`Enter a message, or delete it instead.`);
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await editMessage(post, message);
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    }
    if (event.key === 'Enter' && !event.shiftKey && !isTouchOnly()) {
      event.preventDefault();
      void save();
    }
  }

  return (
    <div className={styles.edit}>
      <textarea
        ref={area}
        className={styles.area}
        aria-label={t`Edit message`}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <ErrorNotice text={failure} />
      <div className={styles.buttons}>
        <Button kind="primary" size="small" busy={busy} onPress={() => void save()}>
          <Trans>Save</Trans>
        </Button>
        <Button size="small" onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <span className={styles.hint}>
          <Trans>Enter to save, Escape to cancel</Trans>
        </span>
      </div>
    </div>
  );
}
