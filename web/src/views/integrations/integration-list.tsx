import {type ReactNode, useState} from 'react';
import {Link, useNavigate} from 'react-router';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {integrationsPath, SECTIONS, type SectionName} from '../../components/integrations/sections.ts';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {PanelPage} from '../../components/ui/panel.tsx';
import {EmptyState, ErrorState, LoadingState} from '../../components/ui/state.tsx';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import styles from './integration-list.module.css';
import {SectionMark} from './references.tsx';

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
  addForm: (onClose: () => void) => ReactNode;
  /** Above the list, also when it is empty. */
  top?: ReactNode;
  /** What to do with the first, where there is none. */
  invitation: ReactNode;
}

/** From so many on it pays to look for one by words. */
const MANY = 6;

/** The page of a section: all that is in it, and the way to one more. */
export function IntegrationList<T>({
  section,
  list: {data, error, refetch},
  keyOf,
  textOf,
  render,
  addLabel,
  addForm,
  top,
  invitation,
}: IntegrationListProps<T>) {
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
  const {title, purpose, icon, one} = SECTIONS[section];
  const term = query.trim().toLowerCase();
  const shown = data?.filter((item) => textOf(item).toLowerCase().includes(term)) ?? [];
  return (
    <>
      <PageHeader title={title}>
        {addLabel && data && data.length > 0 && (
          <Button kind="primary" icon="add" aria-label={addLabel} onPress={() => setAdding(true)}>
            Add
          </Button>
        )}
      </PageHeader>
      <PanelPage>
        {top}
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <LoadingState />
        ) : data.length === 0 ? (
          <EmptyState icon={icon} title={`No ${one} yet`}>
            <p>{invitation}</p>
            {addLabel && (
              <Button kind="primary" icon="add" onPress={() => setAdding(true)}>
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
      {isAdding && addForm(() => setAdding(false))}
    </>
  );
}

/** What the list shows of an integration that has a page of its own. */
interface IntegrationSummary {
  /** Beside its name; the sign of its section without one. */
  mark?: ReactNode;
  name: string;
  description: string;
  /** Short facts, and tags. */
  details: ReactNode;
}

interface LinkedIntegrationsProps<T> extends Omit<IntegrationListProps<T>, 'render' | 'addForm'> {
  summaryOf: (item: T) => IntegrationSummary;
  /** In which one is added, whose page then opens. */
  Form: (props: {onClose: () => void; onSaved: (saved: T) => void}) => ReactNode;
}

/** A section whose integrations have pages of their own. */
export function LinkedIntegrations<T>({summaryOf, Form, ...list}: LinkedIntegrationsProps<T>) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const {section, keyOf} = list;
  const pathOf = (item: T) => integrationsPath(team.name, section, keyOf(item));
  return (
    <IntegrationList
      {...list}
      addForm={(onClose) => <Form onClose={onClose} onSaved={(saved) => navigate(pathOf(saved))} />}
      render={(item) => {
        const {mark = <SectionMark section={section} />, ...words} = summaryOf(item);
        return (
          <>
            {mark}
            <IntegrationWords to={pathOf(item)} {...words} />
          </>
        );
      }}
    />
  );
}

/** The words of one integration in its list. Its name leads to its page, from anywhere in the row. */
function IntegrationWords({to, name, description, details}: {to: string} & Omit<IntegrationSummary, 'mark'>) {
  return (
    <div className={styles.words}>
      <Link className={styles.name} to={to}>
        {name}
      </Link>
      {description && <div className={styles.description}>{description}</div>}
      <div className={styles.details}>{details}</div>
    </div>
  );
}
