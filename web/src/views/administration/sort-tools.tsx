import {t} from '@lingui/core/macro';
import type {Column, Sorting} from '../../components/ui/data-table.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {SelectField} from '../../components/ui/select-field.tsx';
import styles from './sort-tools.module.css';

interface SortToolsProps<Row> {
  columns: readonly Column<Row>[];
  sorting: Sorting;
}

/** Sorts a list where its rows are cards, which have no column headers. */
export function SortTools<Row>({columns, sorting}: SortToolsProps<Row>) {
  const {column, descending, onChange} = sorting;
  const options = columns.flatMap(({sortBy, label}) => (sortBy ? [{value: sortBy, label}] : []));
  return (
    <div className={styles.tools}>
      <SelectField
        label={t`Sort by`}
        hideLabel
        value={column}
        options={column === '' ? [{value: '', label: t`Default order`}, ...options] : options}
        onChange={(chosen) => onChange({column: chosen, descending})}
      />
      {column !== '' && (
        <IconButton
          icon={descending ? 'arrowDown' : 'arrowUp'}
          label={descending ? t`Descending` : t`Ascending`}
          onPress={() => onChange({column, descending: !descending})}
        />
      )}
    </div>
  );
}
