import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {count} from '../../lib/numbers.ts';
import {Button} from './button.tsx';
import styles from './data-table.module.css';

export interface Column<Row> {
  /** What stands in its cells; the first column says which row it is. */
  label: string;
  render: (row: Row) => ReactNode;
  /** `end`: numbers. `actions`: what can be done with the row; its label is read aloud only. */
  kind?: 'end' | 'actions';
  /** Left out where the window is narrow. */
  onlyWide?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Looked less important: what is deactivated or archived. */
  isFaded?: (row: Row) => boolean;
  /** What is shown is being read anew. */
  busy?: boolean;
}

/** Things of a kind, a row each. On a narrow window each row becomes a card of its own. */
export function DataTable<Row>({label, columns, rows, keyOf, isFaded, busy}: DataTableProps<Row>) {
  return (
    <div className={styles.frame} data-busy={busy || undefined}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" data-kind={column.kind} data-only-wide={column.onlyWide}>
                {column.kind === 'actions' ? (
                  <span className="visually-hidden">{column.label}</span>
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-faded={isFaded?.(row) || undefined}>
              {columns.map(({label: name, render, kind, onlyWide}, index) =>
                index === 0 ? (
                  <th key={name} scope="row" className={styles.first}>
                    {render(row)}
                  </th>
                ) : (
                  <td key={name} data-kind={kind} data-label={name} data-only-wide={onlyWide}>
                    {render(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface PagerProps {
  /** From 0. */
  page: number;
  perPage: number;
  /** On this page. */
  count: number;
  /** On all pages, where it is known. */
  total?: number;
  onPage: (page: number) => void;
}

/** Buttons to move through the pages of a list; nothing if there is only one page. */
export function Pager({page, perPage, count: length, total, onPage}: PagerProps) {
  const hasNext = total === undefined ? length === perPage : (page + 1) * perPage < total;
  if (page === 0 && !hasNext) return null;
  return (
    <nav className={styles.pager} aria-label={t`Pages`}>
      <Button size="small" icon="chevronLeft" isDisabled={page === 0} onPress={() => onPage(page - 1)}>
        <Trans>Previous</Trans>
      </Button>
      <span className={styles.place}>{placeOf(page * perPage + 1, length, total)}</span>
      <Button size="small" icon="chevronRight" isDisabled={!hasNext} onPress={() => onPage(page + 1)}>
        <Trans>Next</Trans>
      </Button>
    </nav>
  );
}

function placeOf(start: number, length: number, total: number | undefined): string {
  if (length === 0) return t`No more items`;
  const first = count(start);
  const last = count(start + length - 1);
  const all = count(total);
  return total === undefined ? t`${first}–${last}` : t`${first}–${last} of ${all}`;
}
