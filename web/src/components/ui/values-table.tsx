import Papa from 'papaparse';
import {useMemo} from 'react';
import styles from './values-table.module.css';

const MAX_COLUMNS = 50;

/** A number with separators, an exponent, a currency or a percent sign. */
const NUMBER = /^[-+\u2212]?\p{Sc}?\d[\d.,'\u2019\s]*(?:e[-+]?\d+)?\s?[%\p{Sc}]?$/iu;

/** The columns that only contain numbers. They are aligned at their last digits. */
function numberColumns(rows: readonly string[][]): boolean[] {
  return Array.from({length: MAX_COLUMNS}, (_, column) => {
    const cells = rows.map((row) => row[column]?.trim()).filter(Boolean);
    return cells.length > 0 && cells.every((cell) => NUMBER.test(cell!));
  });
}

export interface SeparatedValues {
  head: readonly string[];
  rows: readonly string[][];
  /** Whether the text has more rows. */
  hasMore: boolean;
}

/**
 * The first rows of separated values. The first row is the header.
 *
 * @param isCut whether the text is only the first part of a file, so that its last row may be incomplete
 */
export function readValues(text: string, isCut: boolean, maxRows: number): SeparatedValues {
  const {data} = Papa.parse<string[]>(text, {preview: maxRows + 2, skipEmptyLines: true});
  const complete = isCut && data.length < maxRows + 2 ? data.slice(0, -1) : data;
  const [head = [], ...rows] = complete.map((row) => row.slice(0, MAX_COLUMNS));
  return {head, rows: rows.slice(0, maxRows), hasMore: rows.length > maxRows};
}

/** Separated values as a table. */
export function ValuesTable({head, rows}: SeparatedValues) {
  const areNumbers = useMemo(() => numberColumns(rows), [rows]);
  return (
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
  );
}
