import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {useRef} from 'react';
import {changeDraft} from '../../data/drafts/drafts.ts';
import type {IconName} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {Menu, MenuItem} from '../ui/menu.tsx';
import {Tag} from '../ui/tag.tsx';
import styles from './composer.module.css';
import {makeLink, type TextSelection, toggleLines, toggleMarks} from './formatting.ts';

/** A button to choose files. */
export function FilePicker({onPick}: {onPick: (files: File[]) => void}) {
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
  apply: (selection: TextSelection) => TextSelection;
}[] = [
  {icon: 'bold', label: msg`Bold`, apply: (selection) => toggleMarks(selection, '**')},
  {icon: 'italic', label: msg`Italic`, apply: (selection) => toggleMarks(selection, '_')},
  {icon: 'strike', label: msg`Strikethrough`, apply: (selection) => toggleMarks(selection, '~~')},
  {icon: 'code', label: msg`Code`, apply: (selection) => toggleMarks(selection, '`')},
  {icon: 'link', label: msg`Link`, apply: makeLink},
  {icon: 'list', label: msg`List`, apply: (selection) => toggleLines(selection, '- ')},
  {icon: 'quote', label: msg`Quote`, apply: (selection) => toggleLines(selection, '> ')},
];

/** The buttons that format the selection. */
export function FormattingTools({onFormat}: {onFormat: (apply: (typeof TOOLS)[number]['apply']) => void}) {
  return (
    <span className={styles.formats}>
      {TOOLS.map(({icon, label, apply}) => (
        <IconButton
          key={icon}
          icon={icon}
          size="small"
          label={i18n._(label)}
          onPress={() => onFormat(apply)}
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

export function PriorityMenu({placeId}: {placeId: string}) {
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
}
