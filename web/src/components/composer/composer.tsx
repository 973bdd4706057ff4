import {t} from '@lingui/core/macro';
import {type KeyboardEvent, memo, type ReactNode, useEffect, useId, useRef, useState} from 'react';
import {loadChannelStats} from '../../data/channels/channel-members.ts';
import {useHasChannelPermission} from '../../data/channels/channels.ts';
import {changeDraft, clearDraft, hasDraft, useDraft} from '../../data/drafts/drafts.ts';
import {useSyncedDraft} from '../../data/drafts/synced-drafts.ts';
import {useUploads} from '../../data/files/uploads.ts';
import {reactToLast} from '../../data/posts/post-changes.ts';
import {sendPost} from '../../data/posts/sending-posts.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {schedulePost} from '../../data/scheduled-posts/scheduled-posts.ts';
import {useClientConfig, useIsOn} from '../../data/system/client-config.ts';
import {sendTyping} from '../../data/system/live.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {count} from '../../lib/numbers.ts';
import {errorMessage} from '../../lib/server.ts';
import {isTouchOnly} from '../../lib/touch.ts';
import {focusLatestMessage} from '../keyboard/message-box.ts';
import {isShortcut} from '../keyboard/shortcuts.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Spinner} from '../ui/spinner.tsx';
import {type ChannelMention, channelMention, MANY_PEOPLE} from './channel-mention.ts';
import styles from './composer.module.css';
import {chooseFiles, DraftPriority, PriorityMenu, WritingTools} from './composer-tools.tsx';
import {formatByKey, loadFormatting, moveItemByKey} from './formatting-keys.ts';
import type {NotifyChannelProps} from './menus/notify-channel.tsx';
import {runCommand} from './run-command.ts';
import {ScheduleMenu} from './schedule-menu.tsx';
import {ScheduledNotice} from './scheduled-notice.tsx';
import layers from './text-layers.module.css';
import {isInCodeBlock} from './text-selection.ts';
import {fieldAttributes, useCompletion} from './use-completion.ts';
import {useMessageField} from './use-message-field.ts';
import {usePaste} from './use-paste.ts';

const AttachedFiles = lazyComponent(() => import('./attached-files.tsx'));
const VoiceMessage = lazyComponent(() => withCatalog('files', import('./voice-message.tsx')));
const NotifyChannel = lazyComponent(() => withCatalog('conversation', import('./menus/notify-channel.tsx')));
const SuggestionList = lazyComponent(() => import('./suggestion-list.tsx'));
const TooLong = lazyComponent(() => withCatalog('conversation', import('./menus/too-long.tsx')));
const StyledSource = lazyComponent(() => import('./styled-source.tsx'));

/** The classes of the text area and of its styled text. */
const AREA = `${layers.area} ${styles.area}`;

/** The composer shows how many characters are left if there are fewer than this. */
const NEARLY_FULL = 500;

interface ComposerProps {
  channelId: string;
  /** For a reply: the first post of the thread. */
  rootId?: string;
  label: string;
  /** Called for the up arrow in an empty field. */
  onEditLast?: () => void;
  onSent?: () => void;
  /** Whether a reply is also sent to the channel. */
  toChannel?: boolean;
  /** Shown below the field. */
  children?: ReactNode;
}

/** The field to write a message, with its tools, files, and priority. Unsent text is kept as a draft. */
export const Composer = memo(function Composer({
  channelId,
  rootId = '',
  label,
  onEditLast,
  onSent,
  toChannel,
  children,
}: ComposerProps) {
  const place = {channelId, rootId};
  const placeId = rootId || channelId;
  const id = useId();
  const team = useCurrentTeam();
  const draft = useDraft(placeId);
  useSyncedDraft(place, team.id, draft);
  const uploads = useUploads(placeId);
  const field = useMessageField(placeId);
  const onPaste = usePaste(placeId, channelId, field);
  const box = useRef<HTMLDivElement>(null);
  const completion = useCompletion({text: draft.message, put: field.put});
  const [isRunning, setRunning] = useState(false);
  const typed = useTypingNotice(channelId, rootId);
  const sendsByEnter = useSendsByEnter();
  const [failure, setFailure] = useState<string>();
  // The question whether to notify everyone, before the message is sent.
  const [asked, setAsked] = useState<Omit<NotifyChannelProps, 'onClose'>>();
  const [isPreview, setPreview] = useState(false);
  const [isRecording, setRecording] = useState(false);
  // The place whose voice message is sent once nothing is being uploaded there.
  const [sentPlace, setSentPlace] = useState('');
  const config = useClientConfig();
  const withPriority = useIsOn('PostPriority') && rootId === '';
  const withSchedule = useIsOn('ScheduledPosts');
  // Also before it is known.
  const mayNotifyAll = useHasChannelPermission(channelId, 'use_channel_mentions') !== false;
  const isUploading = uploads.some(({error}) => !error);
  const longest = Number(config.MaxPostSize ?? 16_383);
  const left = longest - [...draft.message].length;

  useEffect(() => {
    completion.close();
    setFailure(undefined);
    setPreview(false);
    setRecording(false);
    setSentPlace('');
    setAsked(undefined);
  }, [placeId]);

  useEffect(() => {
    if (sentPlace !== placeId || isUploading) return;
    setSentPlace('');
    send();
  }, [sentPlace, isUploading]);

  function change(message: string, cursor: number) {
    changeDraft(placeId, {message});
    loadFormatting();
    completion.follow(message, cursor);
    setFailure(undefined);
    if (message !== '') typed();
  }

  function send() {
    const message = draft.message.trim();
    if (!hasDraft(draft) || isUploading || isRunning || left < 0) return;
    // A message can start with a slash if there is a space before it.
    if (/^\/[^/\s]/.test(draft.message)) return run(message);
    // Like in Slack and Mattermost.
    const reaction = draft.files.length === 0 && /^\+:([a-z0-9_+-]+):$/i.exec(message);
    if (reaction && reactToLast(placeId, reaction[1]!.toLowerCase())) return finish();
    // Not later than necessary, so that the message appears in the next frame.
    if (mentioned() === undefined) sendMessage();
    else void afterQuestion(t`Send`, async () => sendMessage());
  }

  function mentioned(): ChannelMention | undefined {
    return mayNotifyAll ? channelMention(draft.message) : undefined;
  }

  /** Asks before `act` if the message notifies many people. `confirmLabel` says what it does. */
  async function afterQuestion(confirmLabel: string, act: () => Promise<void>) {
    const mention = mentioned();
    // Without a connection, the message waits like others.
    const stats = mention && (await loadChannelStats(channelId).catch(() => undefined));
    const others = stats ? stats.member_count - 1 : 0;
    if (mention && others > MANY_PEOPLE) setAsked({mention, others, confirmLabel, onConfirm: act});
    else await act();
  }

  function sendMessage() {
    sendPost({
      ...place,
      message: draft.message.trim(),
      files: draft.files,
      priority: rootId === '' ? draft.priority : '',
      toChannel,
    });
    finish();
  }

  async function schedule(at: number) {
    setFailure(undefined);
    await afterQuestion(t`Schedule`, async () => {
      await schedulePost(place, draft, at);
      finish();
    });
  }

  function run(command: string) {
    if (draft.files.length > 0) {
      return setFailure(
        t`Commands can't have files. Remove the files, or start with a space to send a message.`,
      );
    }
    setFailure(undefined);
    setRunning(true);
    // If it fails, the text stays, so that the person can correct it.
    runCommand(command, {...place, teamId: team.id}, finish)
      .catch((error) => setFailure(errorMessage(error)))
      .finally(() => setRunning(false));
  }

  function finish() {
    clearDraft(placeId);
    completion.close();
    setPreview(false);
    // The person may write the next message, and an on-screen keyboard stays open. A voice message opens none.
    if (sentPlace === '' || !isTouchOnly()) field.ref.current?.focus();
    onSent?.();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing || completion.onKey(event) || moveItemByKey(event, field)) return;
    const {text, start} = field.selection();
    const withCtrl = event.ctrlKey || event.metaKey;
    const isPlain = !event.shiftKey && !event.altKey;
    if (event.key === 'Enter' && isPlain && (withCtrl || sendsByEnter(text, start))) send();
    else if (text === '' && isShortcut(event, 'editLast') && onEditLast) onEditLast();
    else if (isShortcut(event, 'attach')) chooseFiles(box.current);
    else if ((text === '' || event.key === 'Tab') && isShortcut(event, 'toMessages')) {
      if (!focusLatestMessage(event.currentTarget)) return;
    } else return formatByKey(event, field);
    event.preventDefault();
  }

  // The field gets the focus, so that Enter sends the message. On a touch screen, its keyboard would cover messages.
  function closeRecorder() {
    setRecording(false);
    if (!isTouchOnly()) field.ref.current?.focus();
  }

  return (
    <div className={styles.composer}>
      {completion.target && <SuggestionList id={id} {...place} completion={completion} />}
      {withSchedule && <ScheduledNotice channelId={channelId} rootId={rootId} />}
      <div className={styles.box} ref={box}>
        {isRecording && (
          <VoiceMessage
            placeId={placeId}
            channelId={channelId}
            onClose={closeRecorder}
            onReady={() => setSentPlace(placeId)}
          />
        )}
        <DraftPriority placeId={placeId} priority={draft.priority} />
        {isPreview && (
          <section className={styles.preview} aria-label={t`Preview`}>
            <Markdown text={draft.message} />
          </section>
        )}
        <div className={`${layers.layers} ${styles.field}`}>
          {draft.message !== '' && !isPreview && <StyledSource text={draft.message} className={AREA} />}
          <textarea
            ref={field.ref}
            className={AREA}
            hidden={isPreview}
            rows={1}
            data-message-box
            // Without text, the placeholder runs in the direction of the page.
            dir={draft.message === '' ? undefined : 'auto'}
            value={draft.message}
            placeholder={label}
            aria-label={label}
            {...fieldAttributes(id, completion)}
            onChange={({target, nativeEvent}) => {
              if (leavesBlankLines(draft.message, target.value, nativeEvent)) {
                field.put({text: '', start: 0, end: 0});
              } else change(target.value, target.selectionStart);
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={completion.close}
          />
        </div>
        {draft.files.length + uploads.length > 0 && (
          <AttachedFiles placeId={placeId} files={draft.files} uploads={uploads} />
        )}
        <div className={styles.tools}>
          <WritingTools
            placeId={placeId}
            channelId={channelId}
            field={field}
            box={box}
            isRecording={isRecording}
            onRecord={setRecording}
            isPreview={isPreview}
            onPreview={setPreview}
          />
          {withPriority && <PriorityMenu placeId={placeId} />}
          <span className={styles.space} />
          {left < NEARLY_FULL && (
            <span className={styles.left} data-over={left < 0 || undefined}>
              {count(left)}
            </span>
          )}
          {withSchedule && (
            <ScheduleMenu
              isDisabled={!hasDraft(draft) || isUploading || left < 0 || isRunning}
              onSchedule={schedule}
              onFailure={(error) => setFailure(errorMessage(error))}
            />
          )}
          {isRunning ? (
            <span className={styles.busy}>
              <Spinner />
            </span>
          ) : (
            <IconButton
              icon="send"
              size="small"
              label={isUploading ? t`Uploading files…` : t`Send`}
              isDisabled={!hasDraft(draft) || isUploading || left < 0}
              onPress={send}
            />
          )}
        </div>
      </div>
      {left < 0 && <TooLong placeId={placeId} channelId={channelId} field={field} excess={-left} />}
      {children && <div className={styles.below}>{children}</div>}
      {asked && <NotifyChannel {...asked} onClose={() => setAsked(undefined)} />}
      <div role="alert" className={styles.failure}>
        {failure}
      </div>
    </div>
  );
});

/**
 * Whether a deletion leaves only line breaks, such as those after a quote. They would keep the field tall, and hide its
 * placeholder. Undoing a deletion brings them back.
 */
function leavesBlankLines(before: string, text: string, event: Event): boolean {
  const isDeletion = event instanceof InputEvent && event.inputType.startsWith('delete');
  return isDeletion && before.trim() !== '' && /^\n+$/.test(text);
}

/**
 * Whether Enter sends the message at this cursor position. Otherwise, it starts a new line. On-screen keyboards have no
 * other key for a new line, and the button to send is next to them.
 */
function useSendsByEnter(): (text: string, cursor: number) => boolean {
  const onlyByCtrl = usePreference('advanced_settings', 'send_on_ctrl_enter', 'false') === 'true';
  const codeOnlyByCtrl = usePreference('advanced_settings', 'code_block_ctrl_enter', 'true') !== 'false';
  return (text, cursor) => !isTouchOnly() && !onlyByCtrl && !(codeOnlyByCtrl && isInCodeBlock(text, cursor));
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
