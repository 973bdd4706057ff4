import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ComponentProps, ReactNode} from 'react';
import {count} from '../../lib/numbers.ts';
import {Button} from './button.tsx';
import styles from './data-table.module.css';
import {Icon} from './icon.tsx';

export interface Column<Row> {
  /** The column header. The first column contains the row headers. */
  label: string;
  /** The content of the cell; undefined if there is no value, which is a dash in the table and hidden on cards. */
  render: (row: Row) => ReactNode;
  /** `end` for numbers; `short` for dates and other values that stay on one line; `actions` for the row's buttons, whose column label is only for screen readers. */
  kind?: 'end' | 'short' | 'actions';
  /** Left out where there is no space for all columns, 1 first, and on cards, unless the rows are sorted by it. */
  leaveOut?: 1 | 2 | 3;
  /** Whether the value of a row is the usual one, which is less prominent, and hidden on cards. */
  isUsual?: (row: Row) => boolean;
  /** The name of the column in `RowOrder`, if people can sort by it. */
  sortBy?: string;
}

export interface RowOrder {
  /** The `sortBy` of a column; empty for the order in which the rows come. */
  column: string;
  descending: boolean;
}

/** The order of the rows, and how to change it. */
export interface Sorting extends RowOrder {
  onChange: (order: RowOrder) => void;
}

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getKey: (row: Row) => string;
  /** Whether a row is less prominent, for example deactivated or archived. */
  isFaded?: (row: Row) => boolean;
  /** Whether the rows are being reloaded. */
  busy?: boolean;
  /** Lets people sort by the columns with `sortBy`. The rows are already in this order. */
  sorting?: Sorting | undefined;
  /** Sorts the rows where they are cards, which have no column headers. */
  cardTools?: ReactNode;
  /** Lets people select rows. */
  selection?: RowSelection<Row> | undefined;
}

/** The selected rows of a table, by their keys. */
interface RowSelection<Row> {
  keys: ReadonlySet<string>;
  onChange: (keys: ReadonlySet<string>) => void;
  /** The name of a row, for the label of its checkbox. */
  getName: (row: Row) => string;
}

/** A table. Where there is no space for its columns, it leaves out some of them, or each row becomes a card. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  getKey,
  isFaded,
  busy,
  sorting,
  cardTools,
  selection,
}: DataTableProps<Row>) {
  const leaveOut = ({leaveOut: turn, sortBy}: Column<Row>) =>
    sortBy && sorting?.column === sortBy ? undefined : turn;
  return (
    <div ref={keepFitting} className={styles.frame} data-busy={busy || undefined}>
      {cardTools && <div className={styles.cardTools}>{cardTools}</div>}
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <td data-kind="select" data-label={t`Select all`}>
                <SelectAll selection={selection} keys={rows.map(getKey)} />
              </td>
            )}
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                data-kind={column.kind}
                data-leave-out={leaveOut(column)}
                aria-sort={sorting && column.sortBy ? sortState(sorting, column.sortBy) : undefined}
              >
                {column.kind === 'actions' ? (
                  <span className="visually-hidden">{column.label}</span>
                ) : sorting && column.sortBy ? (
                  <SortButton sorting={sorting} sortBy={column.sortBy} label={column.label} />
                ) : (
                  column.label
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={getKey(row)} data-faded={isFaded?.(row) || undefined}>
              {selection && (
                <td data-kind="select">
                  <SelectRow selection={selection} row={row} rowKey={getKey(row)} />
                </td>
              )}
              {columns.map((column, index) => {
                const {label: name, render, kind, isUsual} = column;
                const content = render(row);
                return index === 0 ? (
                  <th key={name} scope="row" className={styles.first}>
                    {content}
                  </th>
                ) : (
                  <td
                    key={name}
                    data-kind={kind}
                    data-label={name}
                    data-leave-out={leaveOut(column)}
                    data-unknown={content === undefined || undefined}
                    data-usual={isUsual?.(row) || undefined}
                  >
                    {content === undefined ? '–' : content}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles.width} />
    </div>
  );
}

/**
 * Chooses the form of a table as attributes of its frame: the first that fits of all columns, without each of those to
 * leave out in turn (`data-without`), and a card for each row. Very long words, such as a name without spaces, are broken
 * (`breaks`) before a column is left out. The attributes change before the browser paints, and don't depend on those
 * before.
 */
function keepFitting(frame: HTMLDivElement | null) {
  if (!frame) return;
  const decide = () => {
    // The height stays meanwhile, because the browser would scroll a page that becomes shorter.
    frame.style.blockSize = `${frame.offsetHeight}px`;
    const fits = (form: string, without: string) => {
      Object.assign(frame.dataset, {form, without});
      return frame.scrollWidth <= frame.clientWidth;
    };
    const marked = frame.querySelectorAll<HTMLElement>('thead [data-leave-out]');
    const turns = [...new Set([...marked].map(({dataset}) => dataset.leaveOut!))].sort();
    const isTable = ['', ...turns].some((_, left) => {
      const without = turns.slice(0, left).join(' ');
      return fits('', without) || fits('breaks', without);
    });
    if (!isTable) frame.dataset.form = 'cards';
    frame.style.blockSize = '';
  };
  decide();
  const contents = new MutationObserver(decide);
  contents.observe(frame, {childList: true, characterData: true, subtree: true});
  // An element that is as wide as the frame, but not as high, so that its size doesn't depend on the form.
  const width = new ResizeObserver(decide);
  width.observe(frame.lastElementChild!);
  return () => {
    contents.disconnect();
    width.disconnect();
  };
}

function sortState({column, descending}: RowOrder, sortBy: string) {
  if (column !== sortBy) return 'none';
  return descending ? 'descending' : 'ascending';
}

/** The header of a column that sorts the rows: ascending at first, then in the other direction. */
function SortButton({sorting, sortBy, label}: {sorting: Sorting; sortBy: string; label: string}) {
  const isSorted = sorting.column === sortBy;
  return (
    <button
      type="button"
      className={`${styles.sort} touch-target`}
      onClick={() => sorting.onChange({column: sortBy, descending: isSorted && !sorting.descending})}
    >
      {label}
      {isSorted && <Icon name={sorting.descending ? 'arrowDown' : 'arrowUp'} size={14} />}
    </button>
  );
}

function SelectAll<Row>({selection, keys}: {selection: RowSelection<Row>; keys: readonly string[]}) {
  const isAll = keys.length > 0 && keys.every((key) => selection.keys.has(key));
  const isSome = !isAll && keys.some((key) => selection.keys.has(key));
  return (
    <SelectBox
      label={t`Select all rows`}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = isSome;
      }}
      onChange={() => selection.onChange(new Set(isAll ? [] : keys))}
    />
  );
}

function SelectRow<Row>({selection, row, rowKey}: {selection: RowSelection<Row>; row: Row; rowKey: string}) {
  const name = selection.getName(row);
  const {keys, onChange} = selection;
  return (
    <SelectBox
      label={t`Select ${name}`}
      checked={keys.has(rowKey)}
      onChange={({target}) => {
        const next = new Set(keys);
        if (target.checked) next.add(rowKey);
        else next.delete(rowKey);
        onChange(next);
      }}
    />
  );
}

/** A checkbox without a visible label. On touch screens, it also reacts to a finger next to it. */
function SelectBox({label, ...box}: ComponentProps<'input'> & {label: string}) {
  return (
    <label className={`${styles.select} touch-target`}>
      <input {...box} type="checkbox" aria-label={label} />
    </label>
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
      <span className={styles.place}>{rangeLabel(page * perPage + 1, length, total)}</span>
      <Button size="small" icon="chevronRight" isDisabled={!hasNext} onPress={() => onPage(page + 1)}>
        <Trans>Next</Trans>
      </Button>
    </nav>
  );
}

function rangeLabel(start: number, length: number, total: number | undefined): string {
  if (length === 0) return t`No more items`;
  const first = count(start);
  const last = count(start + length - 1);
  const all = count(total);
  return total === undefined ? t`${first}–${last}` : t`${first}–${last} of ${all}`;
}
