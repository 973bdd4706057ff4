import type {FileInfo} from '@mattermost/types/files';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {useNavigate} from 'react-router';
import {Icon} from '../../components/icon.tsx';
import {IconButton} from '../../components/icon-button.tsx';
import {Menu, MenuItem} from '../../components/menu.tsx';
import {Spinner} from '../../components/spinner.tsx';
import {Tag} from '../../components/tag.tsx';
import {useClientConfig, useIsOn} from '../../lib/client-config.ts';
import {sendTyping} from '../../lib/live.ts';
import {usePreference} from '../../lib/preferences.ts';
import {ownPath} from '../../lib/safe-url.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {byteSize} from '../../lib/sizes.ts';
import {rememberTrigger} from '../dialogs/triggers.ts';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {isPicture} from '../files/media.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {sendPost} from '../posts/sending-posts.ts';
import {useCurrentTeam} from '../teams/teams.ts';
import {type CompletionTarget, complete, completionTarget} from './completion.ts';
import styles from './composer.module.css';
import {changeDraft, clearDraft, draftOf, hasDraft, useDraft} from './drafts.ts';
import {isInCodeBlock, makeLink, type TextSelection, toggleLines, toggleMarks} from './formatting.ts';
import {useKeptDraft} from './kept-drafts.ts';
import suggestionStyles from './suggestions.module.css';
import {cancelUpload, removeFile, type Upload, uploadFiles, useUploads} from './uploads.ts';
import {useSuggestions} from './use-suggestions.tsx';

interface ComposerProps {
  channelId: string;
  /** For a reply: the first post of the thread. */
  rootId?: string;
  label: string;
  /** Arrow up in an empty field. */
  onEditLast?: () => void;
  onSent?: () => void;
}

/** The field to write in, with all that goes with a message. What is begun is kept. */
export function Composer({channelId, rootId = '', label, onEditLast, onSent}: ComposerProps) {
  const placeId = rootId || channelId;
  const id = useId();
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const config = useClientConfig();
  const draft = useDraft(placeId);
  useKeptDraft({channelId, rootId}, team.id, draft);
  const uploads = useUploads(placeId);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const nextCursor = useRef<[number, number]>(undefined);
  const [target, setTarget] = useState<CompletionTarget>();
  const [active, setActive] = useState(0);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const withFiles = useIsOn('EnableFileAttachments');
  const withPriority = useIsOn('PostPriority') && rootId === '';
  const sendsByCtrl = usePreference('advanced_settings', 'send_on_ctrl_enter', 'false') === 'true';
  const sendsCodeByCtrl = usePreference('advanced_settings', 'code_block_ctrl_enter', 'true') !== 'false';
  const withPreview =
    usePreference('advanced_settings', 'feature_enabled_markdown_preview', 'true') !== 'false';
  const [isPreview, setPreview] = useState(false);
  const suggestions = useSuggestions(target, {channelId, rootId});
  const isOpen = target !== undefined && suggestions.length > 0;
  const isUploading = uploads.some(({error}) => !error);
  const longest = Number(config.MaxPostSize ?? 16_383);
  const left = longest - [...draft.message].length;

  useLayoutEffect(() => {
    if (!nextCursor.current) return;
    area.current?.setSelectionRange(...nextCursor.current);
    nextCursor.current = undefined;
  });

  useEffect(() => {
    setTarget(undefined);
    setFailure(undefined);
    setPreview(false);
    // A finger would be covered by the keyboard that comes up.
    if (window.matchMedia('(hover: hover)').matches) area.current?.focus();
  }, [placeId]);

  const typed = useTypingNotice(channelId, rootId);

  function change(message: string, cursor: number) {
    changeDraft(placeId, {message});
    setTarget(completionTarget(message, cursor));
    setActive(0);
    setFailure(undefined);
    if (message !== '') typed();
  }

  function put(selection: TextSelection) {
    nextCursor.current = [selection.start, selection.end];
    changeDraft(placeId, {message: selection.text});
    area.current?.focus();
  }

  function selection(): TextSelection {
    const {selectionStart = 0, selectionEnd = 0} = area.current ?? {};
    return {text: draftOf(placeId).message, start: selectionStart, end: selectionEnd};
  }

  function choose(index: number) {
    const chosen = suggestions[index];
    if (!target || !chosen) return;
    const {text, cursor} = complete(draft.message, target, chosen.text);
    put({text, start: cursor, end: cursor});
    setTarget(undefined);
  }

  async function send() {
    const message = draft.message.trim();
    if (!hasDraft(draft) || isUploading || isBusy) return;
    if (left < 0) return setFailure(`The message is ${-left} characters too long.`);
    // With a space in front it is a message.
    if (/^\/[^/\s]/.test(draft.message)) {
      if (draft.files.length === 0) return runCommand(message);
      return setFailure('A command takes no files. Take them out, or begin with a space to send a message.');
    }
    sendPost({
      channelId,
      rootId,
      message,
      files: draft.files,
      priority: rootId === '' ? draft.priority : '',
    });
    finish();
  }

  function finish() {
    clearDraft(placeId);
    setTarget(undefined);
    setPreview(false);
    onSent?.();
  }

  async function runCommand(command: string) {
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await server.executeCommand(command, {
        channel_id: channelId,
        team_id: team.id,
        root_id: rootId,
      });
      finish();
      rememberTrigger(answer.trigger_id);
      if (answer.goto_location) goTo(answer.goto_location);
    } catch (error) {
      // What was typed stays, so that it can be put right.
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  function goTo(address: string) {
    const path = ownPath(address);
    if (path) navigate(path);
    else window.open(address, '_blank', 'noopener,noreferrer');
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (isOpen && onListKey(event)) return;
    const withCtrl = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey && (withCtrl || sendsByEnter())) {
      event.preventDefault();
      void send();
    } else if (event.key === 'ArrowUp' && draft.message === '' && onEditLast) {
      event.preventDefault();
      onEditLast();
    } else if (withCtrl && !event.shiftKey && !event.altKey) {
      const format: Record<string, () => TextSelection> = {
        b: () => toggleMarks(selection(), '**'),
        i: () => toggleMarks(selection(), '_'),
      };
      const apply = format[event.key.toLowerCase()];
      if (!apply) return;
      event.preventDefault();
      put(apply());
    }
  }

  /** Whether Enter alone sends; else it begins a line. */
  function sendsByEnter(): boolean {
    if (sendsByCtrl) return false;
    const {text, start} = selection();
    return !(sendsCodeByCtrl && isInCodeBlock(text, start));
  }

  /** Whether the list of suggestions has taken the key. */
  function onListKey(event: KeyboardEvent): boolean {
    const count = suggestions.length;
    if (event.key === 'ArrowDown') setActive((active + 1) % count);
    else if (event.key === 'ArrowUp') setActive((active - 1 + count) % count);
    else if (event.key === 'Escape') setTarget(undefined);
    else if (event.key === 'Tab') choose(active);
    // A whole command is run, not completed.
    else if (event.key === 'Enter' && !isWholeCommand()) choose(active);
    else return false;
    event.preventDefault();
    return true;
  }

  function isWholeCommand(): boolean {
    const shown = suggestions[active]?.text.trim();
    return target?.kind === 'command' && (target.term.includes(' ') || `/${target.term}` === shown);
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !withFiles) return;
    event.preventDefault();
    uploadFiles(placeId, channelId, files.map(named));
  }

  return (
    <div className={styles.composer}>
      {isOpen && (
        <div
          className={suggestionStyles.list}
          id={`${id}-list`}
          role="listbox"
          aria-label="Suggestions"
          tabIndex={0}
          onMouseDown={(event) => event.preventDefault()}
        >
          {suggestions.map((suggestion, index) => (
            <div key={suggestion.key} role="presentation">
              {suggestion.group && <div className={suggestionStyles.group}>{suggestion.group}</div>}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys. */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus. */}
              <div
                id={`${id}-${index}`}
                className={suggestionStyles.item}
                role="option"
                aria-selected={index === active}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(index)}
              >
                {suggestion.shown}
              </div>
            </div>
          ))}
        </div>
      )}
      <div className={styles.box}>
        {draft.priority && (
          <div className={styles.priority}>
            <Tag kind={draft.priority === 'urgent' ? 'bad' : 'warn'}>{draft.priority.toUpperCase()}</Tag>
            <IconButton
              icon="close"
              size="small"
              label="No priority"
              onPress={() => changeDraft(placeId, {priority: ''})}
            />
          </div>
        )}
        {isPreview && (
          <section className={styles.preview} aria-label="Preview">
            <Markdown text={draft.message} />
          </section>
        )}
        <textarea
          ref={area}
          className={styles.area}
          hidden={isPreview}
          rows={1}
          dir="auto"
          value={draft.message}
          placeholder={label}
          aria-label={label}
          aria-autocomplete={isOpen ? 'list' : undefined}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          onChange={(event) => change(event.target.value, event.target.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => setTarget(undefined)}
        />
        {(draft.files.length > 0 || uploads.length > 0) && (
          <ul className={styles.files} aria-label="Files">
            {draft.files.map((file) => (
              <ReadyFile key={file.id} file={file} onRemove={() => removeFile(placeId, file)} />
            ))}
            {uploads.map((upload) => (
              <UploadingFile
                key={upload.id}
                upload={upload}
                onCancel={() => cancelUpload(placeId, upload.id)}
              />
            ))}
          </ul>
        )}
        <div className={styles.tools}>
          {withFiles && (
            <>
              <IconButton
                icon="attach"
                size="small"
                label="Attach files"
                onPress={() => picker.current?.click()}
              />
              <input
                ref={picker}
                type="file"
                multiple
                hidden
                aria-label="Files to attach"
                onChange={(event) => {
                  uploadFiles(placeId, channelId, [...(event.target.files ?? [])]);
                  event.target.value = '';
                }}
              />
            </>
          )}
          <EmojiPickerButton
            icon="emoji"
            label="Insert an emoji"
            small
            side="start"
            onPick={(name) => {
              const {text, start, end} = selection();
              const inserted = `${start > 0 && !/\s$/.test(text.slice(0, start)) ? ' ' : ''}:${name}: `;
              const cursor = start + inserted.length;
              put({text: text.slice(0, start) + inserted + text.slice(end), start: cursor, end: cursor});
            }}
          />
          <span className={styles.formats}>
            <IconButton
              icon="bold"
              size="small"
              label="Bold"
              onPress={() => put(toggleMarks(selection(), '**'))}
            />
            <IconButton
              icon="italic"
              size="small"
              label="Italic"
              onPress={() => put(toggleMarks(selection(), '_'))}
            />
            <IconButton
              icon="strike"
              size="small"
              label="Struck through"
              onPress={() => put(toggleMarks(selection(), '~~'))}
            />
            <IconButton
              icon="code"
              size="small"
              label="Code"
              onPress={() => put(toggleMarks(selection(), '`'))}
            />
            <IconButton icon="link" size="small" label="Link" onPress={() => put(makeLink(selection()))} />
            <IconButton
              icon="list"
              size="small"
              label="List"
              onPress={() => put(toggleLines(selection(), '- '))}
            />
            <IconButton
              icon="quote"
              size="small"
              label="Quote"
              onPress={() => put(toggleLines(selection(), '> '))}
            />
          </span>
          {withPreview && (
            <IconButton
              icon="eye"
              size="small"
              label="Preview"
              pressed={isPreview}
              isDisabled={draft.message === ''}
              onPress={() => setPreview(!isPreview)}
            />
          )}
          {withPriority && (
            <Menu
              label="Priority"
              placement="top start"
              trigger={<IconButton icon="bell" size="small" label="Priority" />}
            >
              <MenuItem onAction={() => changeDraft(placeId, {priority: ''})}>Standard</MenuItem>
              <MenuItem onAction={() => changeDraft(placeId, {priority: 'important'})}>Important</MenuItem>
              <MenuItem onAction={() => changeDraft(placeId, {priority: 'urgent'})}>Urgent</MenuItem>
            </Menu>
          )}
          <span className={styles.space} />
          {left < 500 && (
            <span className={styles.left} data-over={left < 0 || undefined}>
              {left}
            </span>
          )}
          {isBusy ? (
            <span className={styles.busy}>
              <Spinner />
            </span>
          ) : (
            <IconButton
              icon="send"
              size="small"
              label={isUploading ? 'Files are on their way' : 'Send'}
              isDisabled={!hasDraft(draft) || isUploading || left < 0}
              onPress={() => void send()}
            />
          )}
        </div>
      </div>
      <div role="alert" className={styles.failure}>
        {failure}
      </div>
    </div>
  );
}

/** What is pasted has no name of its own. */
function named(file: File): File {
  if (file.name !== 'image.png') return file;
  const time = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return new File([file], `Pasted ${time}.png`, {type: file.type});
}

function useTypingNotice(channelId: string, rootId: string): () => void {
  const last = useRef(0);
  const config = useClientConfig();
  const isOn = useIsOn('EnableUserTypingMessages');
  const every = Number(config.TimeBetweenUserTypingUpdatesMilliseconds ?? 5000);
  return () => {
    if (!isOn || Date.now() - last.current < every) return;
    last.current = Date.now();
    sendTyping(channelId, rootId);
  };
}

function ReadyFile({file, onRemove}: {file: FileInfo; onRemove: () => void}) {
  return (
    <li className={styles.file}>
      {isPicture(file) && file.has_preview_image ? (
        <img className={styles.thumb} src={server.getFileThumbnailUrl(file.id, 0)} alt="" />
      ) : (
        <Icon name="file" />
      )}
      <span className={styles.fileName}>{file.name}</span>
      <span className={styles.fileSize}>{byteSize(file.size)}</span>
      <IconButton icon="close" size="small" label={`Remove ${file.name}`} onPress={onRemove} />
    </li>
  );
}

function UploadingFile({upload, onCancel}: {upload: Upload; onCancel: () => void}) {
  return (
    <li className={styles.file} data-failed={upload.error ? true : undefined}>
      {upload.error ? <Icon name="warning" /> : <Spinner />}
      <span className={styles.fileName}>{upload.name}</span>
      {upload.error ? (
        <span role="alert">{upload.error}</span>
      ) : (
        <progress
          className={styles.progress}
          max={1}
          value={upload.progress}
          aria-label={`Sending ${upload.name}`}
        />
      )}
      <IconButton
        icon="close"
        size="small"
        label={upload.error ? `Remove ${upload.name}` : `Cancel ${upload.name}`}
        onPress={onCancel}
      />
    </li>
  );
}
