import {t} from '@lingui/core/macro';
import {memo, type RefObject, useRef} from 'react';
import {changeDraft, useDraft} from '../../data/drafts/drafts.ts';
import {useMayAttach} from '../../data/files/may-attach.ts';
import {uploadFiles} from '../../data/files/upload-files.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Menu} from '../ui/menu.tsx';
import {Tag} from '../ui/tag.tsx';
import styles from './composer.module.css';
import {FormattingTools} from './formatting-tools.tsx';
import type {MessageField} from './use-message-field.ts';

const PriorityItems = lazyComponent(() => withCatalog('conversation', import('./menus/priority-items.tsx')));

interface WritingToolsProps extends PreviewButtonProps {
  channelId: string;
  field: MessageField;
  /** Stays visible while the emoji picker is open. */
  box: RefObject<HTMLElement | null>;
  isRecording: boolean;
  onRecord: (isRecording: true) => void;
}

/** The buttons to attach files, record a voice message, insert emoji, and format and preview text. */
export const WritingTools = memo(function WritingTools({
  channelId,
  field,
  box,
  isRecording,
  onRecord,
  ...preview
}: WritingToolsProps) {
  const config = useClientConfig();
  const mayAttach = useMayAttach(channelId);
  const withVoice = mayAttach && Number(config.MaxVoiceMessageSeconds) > 0;
  return (
    <>
      <FilePicker placeId={preview.placeId} channelId={channelId} />
      {withVoice && (
        <IconButton
          icon="microphone"
          size="small"
          label={t`Record voice message`}
          isDisabled={isRecording}
          onPress={() => onRecord(true)}
        />
      )}
      <EmojiPickerButton
        icon="emoji"
        label={t`Insert emoji`}
        small
        side="start"
        above={box}
        onPick={field.insertEmoji}
        onPickGif={field.insertWord}
      />
      <FormattingTools field={field}>
        <PreviewButton {...preview} />
      </FormattingTools>
    </>
  );
});

/** A button to choose files and attach them, if the person may. */
export function FilePicker({placeId, channelId}: {placeId: string; channelId: string}) {
  const input = useRef<HTMLInputElement>(null);
  if (!useMayAttach(channelId)) return null;
  return (
    <>
      <IconButton icon="attach" size="small" label={t`Attach files`} onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t`Files to attach`}
        onChange={({target}) => {
          uploadFiles(placeId, channelId, [...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

/** Opens the browser's window to choose files, if there is a button for it in the box. */
export function chooseFiles(box: HTMLElement | null): void {
  box?.querySelector<HTMLInputElement>('[type=file]')?.click();
}

interface PreviewButtonProps {
  placeId: string;
  isPreview: boolean;
  onPreview: (isPreview: boolean) => void;
}

function PreviewButton({placeId, isPreview, onPreview}: PreviewButtonProps) {
  const {message} = useDraft(placeId);
  const isOn = usePreference('advanced_settings', 'feature_enabled_markdown_preview', 'true') !== 'false';
  if (!isOn) return null;
  return (
    <IconButton
      icon="eye"
      size="small"
      label={t`Preview`}
      pressed={isPreview}
      isDisabled={message === ''}
      onPress={() => onPreview(!isPreview)}
    />
  );
}

/** The priority of a draft, with a button to remove it. */
export function DraftPriority({placeId, priority}: {placeId: string; priority: string}) {
  if (priority === '') return undefined;
  return (
    <div className={styles.priority}>
      <Tag kind={priority === 'urgent' ? 'bad' : 'warn'}>
        {priority === 'urgent' ? t`URGENT` : t`IMPORTANT`}
      </Tag>
      <IconButton
        icon="close"
        size="small"
        label={t`Remove priority`}
        onPress={() => changeDraft(placeId, {priority: ''})}
      />
    </div>
  );
}

export const PriorityMenu = memo(function PriorityMenu({placeId}: {placeId: string}) {
  return (
    <Menu
      label={t`Priority`}
      placement="top start"
      trigger={<IconButton icon="alert" size="small" label={t`Priority`} />}
      load={PriorityItems.load}
    >
      <PriorityItems placeId={placeId} />
    </Menu>
  );
});
