import {Trans} from '@lingui/react/macro';
import Papa from 'papaparse';
import {useMemo} from 'react';
import {count} from '../../lib/numbers.ts';
import {ScrollArea} from '../ui/scroll-area.tsx';
import styles from './table-view.module.css';

const MAX_ROWS = 500;
const MAX_COLUMNS = 50;

interface TableViewProps {
  text: string;
  /** Whether the text is only the first part of the file, so that its last row may be incomplete. */
  isCut: boolean;
  name: string;
}

/** The first rows of a file with separated values. The first row is the header. */
export default function TableView({text, isCut, name}: TableViewProps) {
  const {head, rows, hasMore} = useMemo(() => {
    const {data} = Papa.parse<string[]>(text, {preview: MAX_ROWS + 2, skipEmptyLines: true});
    const complete = isCut && data.length < MAX_ROWS + 2 ? data.slice(0, -1) : data;
    const [first = [], ...others] = complete.map((row) => row.slice(0, MAX_COLUMNS));
    return {head: first, rows: others.slice(0, MAX_ROWS), hasMore: others.length > MAX_ROWS};
  }, [text, isCut]);
  const shown = count(MAX_ROWS);
  return (
    <ScrollArea className={styles.frame} role="group" aria-label={name}>
      <table className={styles.table} dir="auto">
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hasMore && (
        <p className={styles.more}>
          <Trans>These are the first {shown} rows. Download the file to see all of it.</Trans>
        </p>
      )}
    </ScrollArea>
  );
}
