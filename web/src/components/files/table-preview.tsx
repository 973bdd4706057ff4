import {useMemo} from 'react';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {readValues, ValuesTable} from '../ui/values-table.tsx';
import styles from './table-preview.module.css';

const MAX_ROWS = 20;

interface TablePreviewProps {
  text: string;
  /** Whether the text is only the first part of the file. */
  isCut: boolean;
  name: string;
}

/** The first rows of a file with separated values, in a message. */
export default function TablePreview({text, isCut, name}: TablePreviewProps) {
  const values = useMemo(() => readValues(text, isCut, MAX_ROWS), [text, isCut]);
  return (
    <ScrollArea className={styles.frame} role="group" aria-label={name}>
      <ValuesTable {...values} />
    </ScrollArea>
  );
}
