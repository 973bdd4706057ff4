import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {memo, useId, useRef, useState} from 'react';
import {changeDraft, useDraft} from '../../data/drafts/drafts.ts';
import {uploadFiles} from '../../data/files/upload-files.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {useClientConfig, useIsOn} from '../../data/system/client-config.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import type {IconName} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {lazyComponent} from '../ui/lazy-component.tsx';
import {Menu} from '../ui/menu.tsx';
import {Tag} from '../ui/tag.tsx';
import styles from './composer.module.css';
import type * as Formatting from './formatting.ts';
import {format} from './formatting-keys.ts';
import type {TextSelection} from './text-selection.ts';
import type {MessageField} from './use-message-field.ts';

const PriorityItems = lazyComponent(() => withCatalog('conversation', import('./menus/priority-items.tsx')));

interface WritingToolsProps extends FormattingToolsProps {
  channelId: string;
  isRecording: boolean;
  onRecord: (isRecording: true) => void;
}

/** The buttons to attach files, record a voice message, insert emoji, and format and preview text. */
export const WritingTools = memo(function WritingTools({
  channelId,
  isRecording,
  onRecord,
  ...formatting
}: WritingToolsProps) {
  const config = useClientConfig();
  const withFiles = useIsOn('EnableFileAttachments');
  const withVoice = withFiles && Number(config.MaxVoiceMessageSeconds) > 0;
  return (
    <>
      {withFiles && <FilePicker onPick={(files) => uploadFiles(formatting.placeId, channelId, files)} />}
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
        onPick={formatting.field.insertEmoji}
        onPickGif={formatting.field.insertWord}
      />
      <FormattingTools {...formatting} />
    </>
  );
});

/** A button to choose files. */
function FilePicker({onPick}: {onPick: (files: File[]) => void}) {
  const input = useRef<HTMLInputElement>(null);
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
          onPick([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

const TOOLS: readonly {
  icon: IconName;
  label: MessageDescriptor;
  apply: (formatting: typeof Formatting, selection: TextSelection) => TextSelection;
}[] = [
  {icon: 'bold', label: msg`Bold`, apply: ({toggleMarks}, selection) => toggleMarks(selection, '**')},
  {icon: 'italic', label: msg`Italic`, apply: ({toggleMarks}, selection) => toggleMarks(selection, '_')},
  {
    icon: 'strike',
    label: msg`Strikethrough`,
    apply: ({toggleMarks}, selection) => toggleMarks(selection, '~~'),
  },
  {icon: 'code', label: msg`Code`, apply: ({toggleMarks}, selection) => toggleMarks(selection, '`')},
  {icon: 'link', label: msg`Link`, apply: ({makeLink}, selection) => makeLink(selection)},
  {icon: 'list', label: msg`List`, apply: ({toggleLines}, selection) => toggleLines(selection, '- ')},
  {icon: 'quote', label: msg`Quote`, apply: ({toggleLines}, selection) => toggleLines(selection, '> ')},
];

interface FormattingToolsProps extends PreviewButtonProps {
  field: MessageField;
}

/**
 * The buttons that format the selection, and the preview. If there is no space for them, another button shows them in
 * a row of their own. They leave the focus in the field, so that an on-screen keyboard stays open.
 */
function FormattingTools({field, ...preview}: FormattingToolsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <span className={styles.formatsToggle}>
        <IconButton
          icon="letters"
          size="small"
          label={t`Formatting`}
          aria-expanded={isOpen}
          aria-controls={id}
          preventFocusOnPress
          onPress={() => setOpen(!isOpen)}
        />
      </span>
      <span id={id} className={styles.formats} data-open={isOpen || undefined}>
        {TOOLS.map(({icon, label, apply}) => (
          <IconButton
            key={icon}
            icon={icon}
            size="small"
            label={i18n._(label)}
            preventFocusOnPress
            onPress={() => format(field, apply)}
          />
        ))}
        <PreviewButton {...preview} />
      </span>
    </>
  );
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
