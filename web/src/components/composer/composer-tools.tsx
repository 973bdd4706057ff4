import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {memo, useRef} from 'react';
import {changeDraft} from '../../data/drafts/drafts.ts';
import {uploadFiles} from '../../data/files/upload-files.ts';
import {useClientConfig, useIsOn} from '../../data/system/client-config.ts';
import {EmojiPickerButton} from '../emoji/emoji-picker-button.tsx';
import type {IconName} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {Menu, MenuItem} from '../ui/menu.tsx';
import {Tag} from '../ui/tag.tsx';
import styles from './composer.module.css';
import type * as Formatting from './formatting.ts';
import {format} from './formatting-keys.ts';
import type {TextSelection} from './text-selection.ts';
import type {MessageField} from './use-message-field.ts';

interface WritingToolsProps {
  placeId: string;
  channelId: string;
  field: MessageField;
  isRecording: boolean;
  onRecord: (isRecording: true) => void;
}

/** The buttons to attach files, record a voice message, insert emoji and format text. */
export const WritingTools = memo(function WritingTools({
  placeId,
  channelId,
  field,
  isRecording,
  onRecord,
}: WritingToolsProps) {
  const config = useClientConfig();
  const withFiles = useIsOn('EnableFileAttachments');
  const withVoice = withFiles && Number(config.MaxVoiceMessageSeconds) > 0;
  return (
    <>
      {withFiles && <FilePicker onPick={(files) => uploadFiles(placeId, channelId, files)} />}
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
        onPick={field.insertEmoji}
        onPickGif={field.insertWord}
      />
      <FormattingTools field={field} />
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

/** The buttons that format the selection. */
function FormattingTools({field}: {field: MessageField}) {
  return (
    <span className={styles.formats}>
      {TOOLS.map(({icon, label, apply}) => (
        <IconButton
          key={icon}
          icon={icon}
          size="small"
          label={i18n._(label)}
          onPress={() => format(field, apply)}
        />
      ))}
    </span>
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
      trigger={<IconButton icon="bell" size="small" label={t`Priority`} />}
    >
      <MenuItem onAction={() => changeDraft(placeId, {priority: ''})}>
        {t({message: 'Standard', comment: 'Priority of a message'})}
      </MenuItem>
      <MenuItem onAction={() => changeDraft(placeId, {priority: 'important'})}>{t`Important`}</MenuItem>
      <MenuItem onAction={() => changeDraft(placeId, {priority: 'urgent'})}>{t`Urgent`}</MenuItem>
    </Menu>
  );
});
