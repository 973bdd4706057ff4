import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ReactNode} from 'react';
import {count} from '../../lib/numbers.ts';
import {Button} from './button.tsx';
import styles from './data-table.module.css';

export interface Column<Row> {
  /** The contents of its cells. The first column is the row header. */
  label: string;
  render: (row: Row) => ReactNode;
  /** `end` for numbers; `actions` for the row's buttons, whose column label is only for screen readers. */
  kind?: 'end' | 'actions';
  /** Hidden in narrow windows. */
  onlyWide?: boolean;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Whether a row is less prominent, for example deactivated or archived. */
  isFaded?: (row: Row) => boolean;
  /** Whether the rows are being reloaded. */
  busy?: boolean;
}

/** A table. In narrow windows, each row becomes a card. */
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
  /** The number of rows on this page. */
  count: number;
  /** The number of rows on all pages, if known. */
  total?: number;
  onPage: (page: number) => void;
}

/** Buttons for the pages of a list; nothing if there is only one page. */
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
