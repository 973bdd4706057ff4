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

/** A number with separators, an exponent, a currency or a percent sign. */
const NUMBER = /^[-+\u2212]?\p{Sc}?\d[\d.,'\u2019\s]*(?:e[-+]?\d+)?\s?[%\p{Sc}]?$/iu;

/** The columns that only contain numbers. They are aligned at their last digits. */
function numberColumns(rows: readonly string[][], columns: number): boolean[] {
  return Array.from({length: columns}, (_, column) => {
    const cells = rows.map((row) => row[column]?.trim()).filter(Boolean);
    return cells.length > 0 && cells.every((cell) => NUMBER.test(cell!));
  });
}

/** The first rows of a file with separated values. The first row is the header. */
export default function TableView({text, isCut, name}: TableViewProps) {
  const {head, rows, hasMore, areNumbers} = useMemo(() => {
    const {data} = Papa.parse<string[]>(text, {preview: MAX_ROWS + 2, skipEmptyLines: true});
    const complete = isCut && data.length < MAX_ROWS + 2 ? data.slice(0, -1) : data;
    const [first = [], ...others] = complete.map((row) => row.slice(0, MAX_COLUMNS));
    const shown = others.slice(0, MAX_ROWS);
    return {
      head: first,
      rows: shown,
      hasMore: others.length > MAX_ROWS,
      areNumbers: numberColumns(shown, MAX_COLUMNS),
    };
  }, [text, isCut]);
  const shown = count(MAX_ROWS);
  return (
    <ScrollArea className={styles.frame} role="group" aria-label={name}>
      <table className={styles.table} dir="auto">
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" data-number={areNumbers[index] || undefined}>
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} data-number={areNumbers[column] || undefined}>
                  {cell}
                </td>
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
