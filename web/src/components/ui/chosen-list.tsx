import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import styles from './chosen-list.module.css';
import {IconButton} from './icon-button.tsx';

interface ChosenListProps {
  /** The label of the field in which they were chosen. */
  label: string;
  /** The control that adds an item. */
  field: ReactNode;
  /** A `ChosenItem` for each chosen item. */
  children: ReactNode;
  isEmpty: boolean;
}

/** A field to choose several items, with a list of the chosen ones. */
export function ChosenList({label, field, isEmpty, children}: ChosenListProps) {
  return (
    <div className={styles.field}>
      {field}
      {!isEmpty && (
        <ul className={styles.list} aria-label={t`Selected in ${label}`}>
          {children}
        </ul>
      )}
    </div>
  );
}

/** An item of a `ChosenList`, with a button to remove it. */
export function ChosenItem({name, onRemove}: {name: string; onRemove: () => void}) {
  return (
    <li className={styles.item}>
      <bdi className={styles.name}>{name}</bdi>
      <IconButton icon="close" size="small" label={t`Remove ${name}`} onPress={onRemove} />
    </li>
  );
}
