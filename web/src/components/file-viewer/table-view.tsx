import {Trans} from '@lingui/react/macro';
import {useMemo} from 'react';
import {count} from '../../lib/numbers.ts';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {readValues, ValuesTable} from '../ui/values-table.tsx';
import styles from './table-view.module.css';

const MAX_ROWS = 500;

interface TableViewProps {
  text: string;
  /** Whether the text is only the first part of the file. */
  isCut: boolean;
  name: string;
}

/** The first rows of a file with separated values. */
export default function TableView({text, isCut, name}: TableViewProps) {
  const values = useMemo(() => readValues(text, isCut, MAX_ROWS), [text, isCut]);
  const shown = count(MAX_ROWS);
  return (
    <ScrollArea className={styles.frame} role="group" aria-label={name}>
      <ValuesTable {...values} />
      {values.hasMore && (
        <p className={styles.more}>
          <Trans>These are the first {shown} rows. Download the file to see all of it.</Trans>
        </p>
      )}
    </ScrollArea>
  );
}
