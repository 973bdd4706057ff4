import {i18n, type MessageDescriptor} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {type ReactNode, useId, useState} from 'react';
import type {IconName} from '../ui/icon.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import type * as Formatting from './formatting.ts';
import {format} from './formatting-keys.ts';
import styles from './formatting-tools.module.css';
import type {TextSelection} from './text-selection.ts';
import type {MessageField} from './use-message-field.ts';

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
  {
    icon: 'list',
    label: msg`Bulleted list`,
    apply: ({toggleLines}, selection) => toggleLines(selection, 'bullet'),
  },
  {
    icon: 'numbers',
    label: msg`Numbered list`,
    apply: ({toggleLines}, selection) => toggleLines(selection, 'number'),
  },
  {
    icon: 'quote',
    label: msg`Quote`,
    apply: ({toggleLines}, selection) => toggleLines(selection, 'blockquote'),
  },
];

interface FormattingToolsProps {
  field: MessageField;
  /** More buttons. */
  children?: ReactNode;
}

/**
 * The buttons that format the selection. If there is no space for them, another button shows them in
 * a row of their own. They leave the focus in the field, so that an on-screen keyboard stays open.
 */
export function FormattingTools({field, children}: FormattingToolsProps) {
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
        {children}
      </span>
    </>
  );
}
