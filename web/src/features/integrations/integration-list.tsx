import {type ReactNode, useState} from 'react';
import {Link} from 'react-router';
import {Button} from '../../components/button.tsx';
import {PanelPage} from '../../components/panel.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../components/state.tsx';
import {TextField} from '../../components/text-field.tsx';
import {PageHeader} from '../frame/page-header.tsx';
import styles from './integration-list.module.css';
import {SECTIONS, type SectionName} from './sections.ts';

interface IntegrationListProps<T> {
  section: SectionName;
  /** As a query gives it. */
  list: {data: readonly T[] | undefined; error: unknown; refetch: () => unknown};
  keyOf: (item: T) => string;
  /** Where the words are that one can look for. */
  textOf: (item: T) => string;
  render: (item: T) => ReactNode;
  /** Of the button that adds one; without it nobody is offered to. */
  addLabel?: string;
  onAdd?: () => void;
  /** What to do with the first, where there is none. */
  invitation: ReactNode;
}

/** From so many on it pays to look for one by words. */
const MANY = 6;

/** The page of a section: all of its integrations, and the way to one more. */
export function IntegrationList<T>({
  section,
  list: {data, error, refetch},
  keyOf,
  textOf,
  render,
  addLabel,
  onAdd,
  invitation,
}: IntegrationListProps<T>) {
  const [query, setQuery] = useState('');
  const {title, purpose, icon, one} = SECTIONS[section];
  const term = query.trim().toLowerCase();
  const shown = data?.filter((item) => textOf(item).toLowerCase().includes(term)) ?? [];
  return (
    <>
      <PageHeader title={title}>
        {addLabel && data && data.length > 0 && (
          <Button kind="primary" icon="add" aria-label={addLabel} onPress={onAdd}>
            Add
          </Button>
        )}
      </PageHeader>
      <PanelPage>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingState />
        ) : data.length === 0 ? (
          <EmptyState icon={icon} title={`No ${one} yet`}>
            <p>{invitation}</p>
            {addLabel && (
              <Button kind="primary" icon="add" onPress={onAdd}>
                {addLabel}
              </Button>
            )}
          </EmptyState>
        ) : (
          <>
            <p className={styles.purpose}>{purpose}</p>
            {data.length >= MANY && (
              <TextField
                label={`Find in ${title.toLowerCase()}`}
                hideLabel
                type="search"
                placeholder="Find by name or description"
                value={query}
                onChange={(event) => setQuery(event.target.value)}
              />
            )}
            {shown.length === 0 ? (
              <p className={styles.purpose}>Nothing matches “{query.trim()}”.</p>
            ) : (
              <ul className={styles.list} aria-label={title}>
                {shown.map((item) => (
                  <li key={keyOf(item)} className={styles.row}>
                    {render(item)}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </PanelPage>
    </>
  );
}

interface IntegrationRowProps {
  mark: ReactNode;
  /** Where its page is. */
  to: string;
  name: string;
  description: string;
  /** Short facts, and tags. */
  details: ReactNode;
}

/** One integration in its list. The whole of it leads to its page. */
export function IntegrationRow({mark, to, name, description, details}: IntegrationRowProps) {
  return (
    <>
      {mark}
      <div className={styles.words}>
        <Link className={styles.name} to={to}>
          {name}
        </Link>
        {description && <div className={styles.description}>{description}</div>}
        <div className={styles.details}>{details}</div>
      </div>
    </>
  );
}
