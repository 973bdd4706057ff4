import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Post} from '@mattermost/types/posts';
import {type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState} from 'react';
import {useEditedFiles} from '../../data/files/edited-files.ts';
import {readVoiceMessage} from '../../data/files/received-voice-messages.ts';
import {editMessage} from '../../data/posts/post-changes.ts';
import {afterPaint} from '../../lib/after-paint.ts';
import {errorMessage} from '../../lib/server.ts';
import {isTouchOnly} from '../../lib/touch.ts';
import AttachedFiles from '../composer/attached-files.tsx';
import {chooseFiles, FilePicker} from '../composer/composer-tools.tsx';
import {DropZone} from '../composer/drop-zone.tsx';
import {formatByKey, loadFormatting, moveItemByKey} from '../composer/formatting-keys.ts';
import {FormattingTools} from '../composer/formatting-tools.tsx';
import layers from '../composer/text-layers.module.css';
import {fieldAttributes, useCompletion} from '../composer/use-completion.ts';
import {useTextArea} from '../composer/use-message-field.ts';
import {usePaste} from '../composer/use-paste.ts';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {isShortcut} from '../keyboard/shortcuts.ts';
import {Button} from '../ui/button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {useCloseRequest} from '../ui/use-close-request.ts';
import styles from './edit-post.module.css';

const SuggestionList = lazyComponent(() => import('../composer/suggestion-list.tsx'));
const StyledSource = lazyComponent(() => import('../composer/styled-source.tsx'));

/** The classes of the text area and of its styled text. */
const AREA = `${layers.area} ${styles.area}`;

/** Edits the text and the files of a message in place. Enter saves, except on on-screen keyboards. Escape cancels, and so does going back on phones. */
export default function EditPost({post, onClose}: {post: Post; onClose: () => void}) {
  const id = useId();
  const [text, setText] = useState(post.message);
  const [before] = useState(() =>
    (post.metadata?.files ?? []).map((file) => ({...file, voice: readVoiceMessage(post.props, file.id)})),
  );
  const {placeId, files, uploads} = useEditedFiles(before);
  const isUploading = uploads.some(({error}) => !error);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const field = useTextArea(setText);
  const onPaste = usePaste(placeId, post.channel_id, field);
  const frame = useRef<HTMLDivElement>(null);
  const completion = useCompletion({text, put: field.put}, {withCommands: false});
  useCloseRequest(onClose);
  useEffect(() => {
    // Also before the first change, for the keys in a list.
    loadFormatting();
    const element = field.ref.current!;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
    // The field can be taller than the message. The list keeps the place of its end until it is painted.
    return afterPaint(() => frame.current!.scrollIntoView({block: 'nearest'}));
  }, []);
  // After the button that removed a file, so that Enter saves and Escape cancels.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && !isTouchOnly()) field.ref.current!.focus();
  }, [files.length + uploads.length]);

  async function save() {
    if (isUploading) return;
    const message = text.trim();
    const ids = files.map(({id}) => id);
    const hasSameFiles = ids.join() === before.map(({id}) => id).join();
    if (message === post.message && hasSameFiles) return onClose();
    if (message === '' && ids.length === 0) {
      return setFailure(t`Enter a message, or delete it instead.`);
    }
    setBusy(true);
    setFailure(undefined);
    try {
      await editMessage(post, message, hasSameFiles ? undefined : ids);
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || completion.onKey(event) || moveItemByKey(event, field)) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.shiftKey && !isTouchOnly()) void save();
    else if (isShortcut(event, 'attach')) chooseFiles(frame.current);
    else return formatByKey(event, field);
    event.preventDefault();
  }

  return (
    <div className={styles.edit} ref={frame} data-whole-line>
      <DropZone placeId={placeId} channelId={post.channel_id} low>
        <div className={styles.parts}>
          <div className={styles.field}>
            {completion.target && (
              <SuggestionList
                id={id}
                channelId={post.channel_id}
                rootId={post.root_id}
                completion={completion}
              />
            )}
            <div className={`${layers.layers} ${styles.text}`}>
              <StyledSource text={text} className={AREA} />
              <textarea
                ref={field.ref}
                className={AREA}
                aria-label={t`Edit message`}
                dir="auto"
                value={text}
                {...fieldAttributes(id, completion)}
                onChange={({target}) => {
                  setText(target.value);
                  loadFormatting();
                  completion.follow(target.value, target.selectionStart);
                }}
                onKeyDown={onKeyDown}
                onPaste={onPaste}
                onBlur={completion.close}
              />
            </div>
            {files.length + uploads.length > 0 && (
              <div className={styles.files}>
                <AttachedFiles placeId={placeId} files={files} uploads={uploads} />
              </div>
            )}
          </div>
          <ErrorNotice text={failure} />
          <div className={styles.buttons}>
            <Button
              kind="primary"
              size="small"
              busy={busy}
              isDisabled={isUploading}
              onPress={() => void save()}
            >
              <Trans>Save</Trans>
            </Button>
            <Button size="small" onPress={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <FilePicker placeId={placeId} channelId={post.channel_id} />
            <EmojiPickerButton
              icon="emoji"
              label={t`Insert emoji`}
              small
              side="start"
              above={frame}
              onPick={field.insertEmoji}
            />
            <FormattingTools field={field} />
            <span className={styles.hint}>
              <Trans>Enter to save, Escape to cancel</Trans>
            </span>
          </div>
        </div>
      </DropZone>
    </div>
  );
}
