import {t} from '@lingui/core/macro';
import {type ReactNode, useState} from 'react';
import {useLocation, useNavigationType, useSearchParams} from 'react-router';
import {Button} from '../../components/ui/button.tsx';
import type {Column, RowOrder, Sorting} from '../../components/ui/data-table.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {SelectField} from '../../components/ui/select-field.tsx';
import {changeParameters} from '../../lib/go-to.ts';
import {language} from '../../lib/language.ts';
import {count} from '../../lib/numbers.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import styles from './list-tools.module.css';

/** The parameters of the URL, and a function that changes some of them and removes those without a value. */
export function useUrlParameters(): [URLSearchParams, (changes: Record<string, string>) => void] {
  const [parameters] = useSearchParams();
  function change(changes: Record<string, string>) {
    changeParameters(
      (next) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
      },
      {replace: true},
    );
  }
  return [parameters, change];
}

/** The search, filter and page of a list. They are part of the URL, so that going back shows the same list. */
export function useListParameters(firstFilter: string) {
  const [parameters, change] = useUrlParameters();
  const found = parameters.get('find') ?? '';
  const [text, setText] = useState(found);
  const {key} = useLocation();
  const navigationType = useNavigationType();
  const [lastKey, setLastKey] = useState(key);
  // A link on the page, or going back, can change the search. What the person types replaces the address.
  if (key !== lastKey) {
    setLastKey(key);
    if (navigationType !== 'REPLACE') setText(found);
  }
  const term = useDebounced(text.trim());

  return {
    /** The current content of the search field. */
    text,
    /** The search term. It changes once the person stops typing. */
    term,
    filter: parameters.get('show') ?? firstFilter,
    page: Math.max(0, Number.parseInt(parameters.get('page') ?? '1', 10) - 1) || 0,
    /** The order of the rows. Changing it leads to the first page. */
    sorting: {
      column: parameters.get('sort') ?? '',
      descending: parameters.get('order') === 'desc',
      onChange: ({column, descending}: RowOrder) =>
        change({sort: column, order: descending ? 'desc' : '', page: ''}),
    },
    /** Another filter; empty if it is not set. */
    other: (name: string) => parameters.get(name) ?? '',
    setOther: (name: string, value: string) => change({[name]: value, page: ''}),
    /** Sets another filter instead of the search. */
    choose(name: string, value: string) {
      setText('');
      change({[name]: value, find: '', page: ''});
    },
    setText(value: string) {
      setText(value);
      change({find: value.trim(), page: ''});
    },
    setFilter: (value: string) => change({show: value === firstFilter ? '' : value, page: ''}),
    setPage: (page: number) => change({page: page === 0 ? '' : String(page + 1)}),
  };
}

/** The order of a list, if its column is one of these. Otherwise, the list is sorted by the first of them. */
export function orderBy<Row>(sorting: Sorting, columns: readonly Column<Row>[]): Sorting {
  const names = columns.flatMap(({sortBy}) => sortBy ?? []);
  return names.includes(sorting.column) ? sorting : {...sorting, column: names[0]!, descending: false};
}

/** Sorts rows by a column, whose values are texts or numbers. Other columns leave the rows as they are. */
export function sortRows<Row>(
  rows: readonly Row[],
  {column, descending}: RowOrder,
  values: Readonly<Record<string, (row: Row) => string | number>>,
): readonly Row[] {
  const read = Object.hasOwn(values, column) ? values[column] : undefined;
  if (!read) return rows;
  const {compare} = new Intl.Collator(language(), {numeric: true});
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [read(one), read(other)];
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)));
  });
}

type ListParameters = ReturnType<typeof useListParameters>;

interface ListToolsProps {
  parameters: ListParameters;
  findLabel: string;
  filterLabel: string;
  filters: readonly {value: string; label: string}[];
  /** Further filters, and how many of all filters are set. On phones, a button shows them. */
  more?: {fields: ReactNode; set: number};
}

/** The search field and the filters above a list. */
export function ListTools({parameters, findLabel, filterLabel, filters, more}: ListToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const set = count(more?.set);
  return (
    <search className={styles.tools}>
      <div className={styles.find}>
        <TextField
          label={findLabel}
          hideLabel
          type="search"
          placeholder={findLabel}
          value={parameters.text}
          onChange={(event) => parameters.setText(event.target.value)}
        />
      </div>
      {more && (
        <div className={styles.toggle}>
          <Button icon="filter" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {more.set > 0 ? t`Filters (${set})` : t`Filters`}
          </Button>
        </div>
      )}
      <div className={styles.filters} data-closed={(more && !isOpen) || undefined}>
        <SelectField
          label={filterLabel}
          hideLabel
          value={parameters.filter}
          options={filters}
          onChange={(chosen) => parameters.setFilter(chosen)}
        />
        {more?.fields}
      </div>
    </search>
  );
}

/**
 * The name of a row in a list, after its picture or icon, with a detail below that distinguishes it from similar
 * rows.
 */
export function RowName({icon, name, detail}: {icon: ReactNode; name: ReactNode; detail?: ReactNode}) {
  return (
    <span className={styles.row}>
      {icon}
      <span>
        <bdi className={styles.name}>{name}</bdi>
        {detail && <bdi className={styles.detail}>{detail}</bdi>}
      </span>
    </span>
  );
}
