import type {ReactNode} from 'react';
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

/** The way through a list that comes in pages; nothing where there is only one. */
export function Pager({page, perPage, count, total, onPage}: PagerProps) {
  const hasNext = total === undefined ? count === perPage : (page + 1) * perPage < total;
  if (page === 0 && !hasNext) return null;
  const first = page * perPage + 1;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button size="small" icon="chevronLeft" isDisabled={page === 0} onPress={() => onPage(page - 1)}>
        Previous
      </Button>
      <span className={styles.place}>
        {count === 0 ? 'No more' : `${first}–${first + count - 1}`}
        {total === undefined ? '' : ` of ${total}`}
      </span>
      <Button size="small" icon="chevronRight" isDisabled={!hasNext} onPress={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
