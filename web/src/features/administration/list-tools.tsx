import type {ReactNode} from 'react';
import {SelectField} from '../../components/select-field.tsx';
import {TextField} from '../../components/text-field.tsx';
import styles from './list-tools.module.css';
import type {ListParameters} from './use-list-parameters.ts';

interface ListToolsProps {
  parameters: ListParameters;
  /** What one finds here: `Find a user`. */
  findLabel: string;
  filterLabel: string;
  filters: readonly {value: string; label: string}[];
  children?: ReactNode;
}

/** Above a list: what to look for, and which of it. */
export function ListTools({parameters, findLabel, filterLabel, filters, children}: ListToolsProps) {
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
      <SelectField
        label={filterLabel}
        hideLabel
        value={parameters.filter}
        options={filters}
        onChange={(event) => parameters.setFilter(event.target.value)}
      />
      {children}
    </search>
  );
}
