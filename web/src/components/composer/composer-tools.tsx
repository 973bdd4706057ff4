import {useRef} from 'react';
import {changeDraft} from '../../data/drafts/drafts.ts';
import type {IconName} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {Menu, MenuItem} from '../ui/menu.tsx';
import {Tag} from '../ui/tag.tsx';
import styles from './composer.module.css';
import {makeLink, type TextSelection, toggleLines, toggleMarks} from './formatting.ts';

/** A button that asks for files. */
export function FilePicker({onPick}: {onPick: (files: File[]) => void}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon="attach" size="small" label="Attach files" onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({target}) => {
          onPick([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}

const TOOLS: readonly {icon: IconName; label: string; apply: (selection: TextSelection) => TextSelection}[] =
  [
    {icon: 'bold', label: 'Bold', apply: (selection) => toggleMarks(selection, '**')},
    {icon: 'italic', label: 'Italic', apply: (selection) => toggleMarks(selection, '_')},
    {icon: 'strike', label: 'Struck through', apply: (selection) => toggleMarks(selection, '~~')},
    {icon: 'code', label: 'Code', apply: (selection) => toggleMarks(selection, '`')},
    {icon: 'link', label: 'Link', apply: makeLink},
    {icon: 'list', label: 'List', apply: (selection) => toggleLines(selection, '- ')},
    {icon: 'quote', label: 'Quote', apply: (selection) => toggleLines(selection, '> ')},
  ];

/** The buttons that format what is selected. */
export function FormattingTools({onFormat}: {onFormat: (apply: (typeof TOOLS)[number]['apply']) => void}) {
  return (
    <span className={styles.formats}>
      {TOOLS.map(({icon, label, apply}) => (
        <IconButton key={label} icon={icon} size="small" label={label} onPress={() => onFormat(apply)} />
      ))}
    </span>
  );
}

/** The priority that a draft has, with a way to take it back. */
export function DraftPriority({placeId, priority}: {placeId: string; priority: string}) {
  if (priority === '') return undefined;
  return (
    <div className={styles.priority}>
      <Tag kind={priority === 'urgent' ? 'bad' : 'warn'}>{priority.toUpperCase()}</Tag>
      <IconButton
        icon="close"
        size="small"
        label="No priority"
        onPress={() => changeDraft(placeId, {priority: ''})}
      />
    </div>
  );
}

export function PriorityMenu({placeId}: {placeId: string}) {
  return (
    <Menu
      label="Priority"
      placement="top start"
      trigger={<IconButton icon="bell" size="small" label="Priority" />}
    >
      <MenuItem onAction={() => changeDraft(placeId, {priority: ''})}>Standard</MenuItem>
      <MenuItem onAction={() => changeDraft(placeId, {priority: 'important'})}>Important</MenuItem>
      <MenuItem onAction={() => changeDraft(placeId, {priority: 'urgent'})}>Urgent</MenuItem>
    </Menu>
  );
}
