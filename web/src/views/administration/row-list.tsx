import type {UseQueryResult} from '@tanstack/react-query';
import {useState} from 'react';
import {type Column, DataTable, Pager, type Sorting} from '../../components/ui/data-table.tsx';
import type {IconName} from '../../components/ui/icon.tsx';
import {EmptyState, NotLoaded} from '../../components/ui/state.tsx';
import type {BulkAction} from './bulk-actions.ts';
import {BulkBar} from './bulk-bar.tsx';
import {SortTools} from './sort-tools.tsx';

interface RowListProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** The rows of the current page; undefined while they load for the first time. */
  rows: readonly Row[] | undefined;
  getKey: (row: Row) => string;
  /** Whether a row is less prominent, for example deactivated or archived. */
  isFaded?: (row: Row) => boolean;
  /** The request for the rows, to show its error, and that the rows of another page or search are being loaded. */
  query?: Pick<UseQueryResult, 'error' | 'isPlaceholderData' | 'refetch'>;
  /** Lets people sort all rows, also those on other pages, by the columns with `sortBy`. */
  sorting?: Sorting;
  /** Shown if there are no rows. */
  empty: {icon: IconName; title: string; text?: string};
  /** What people can do with several rows. `getName` names a row in labels and errors. */
  bulk?: {actions: readonly BulkAction<Row>[]; getName: (row: Row) => string};
  /** The place of the rows in the whole list, whose length may be unknown. Undefined if there is only one page. */
  pages?: {page: number; perPage: number; total?: number; onPage: (page: number) => void};
}

/** A page of a list, as a table whose rows can be selected. The search and filter are above it (`ListTools`). */
export function RowList<Row>({
  label,
  columns,
  rows,
  getKey,
  isFaded,
  query,
  sorting,
  empty,
  bulk,
  pages,
}: RowListProps<Row>) {
  // Keys of rows that are no longer in the list don't count.
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  if (!rows) return <NotLoaded error={query?.error} onRetry={() => void query?.refetch()} />;
  if (rows.length === 0 && !pages?.page) {
    return (
      <EmptyState icon={empty.icon} title={empty.title}>
        {empty.text && <p>{empty.text}</p>}
      </EmptyState>
    );
  }
  return (
    <>
      {bulk && (
        <BulkBar
          rows={rows.filter((row) => keys.has(getKey(row)))}
          {...bulk}
          onChanged={(changed) => {
            const done = new Set(changed.map(getKey));
            setKeys((now) => new Set([...now].filter((key) => !done.has(key))));
          }}
          onClear={() => setKeys(new Set())}
        />
      )}
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        getKey={getKey}
        isFaded={isFaded}
        sorting={sorting}
        cardTools={sorting && <SortTools columns={columns} sorting={sorting} />}
        busy={query?.isPlaceholderData ?? false}
        selection={bulk && {keys, onChange: setKeys, getName: bulk.getName}}
      />
      {pages && (
        <Pager
          page={pages.page}
          perPage={pages.perPage}
          count={rows.length}
          total={pages.total}
          onPage={pages.onPage}
        />
      )}
    </>
  );
}
