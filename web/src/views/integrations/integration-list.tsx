import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ReactNode, useState} from 'react';
import {Link, useNavigate} from 'react-router';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {integrationsPath, SECTIONS, type SectionName} from '../../components/integrations/sections.ts';
import {Button} from '../../components/ui/button.tsx';
import {TextField} from '../../components/ui/field.tsx';
import {PanelPage} from '../../components/ui/panel.tsx';
import {EmptyState, NotLoaded} from '../../components/ui/state.tsx';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import styles from './integration-list.module.css';
import {SectionMark} from './references.tsx';
import {sectionTexts} from './section-texts.ts';

interface IntegrationListProps<T> {
  section: SectionName;
  /** The result of a query. */
  list: {data: readonly T[] | undefined; error: unknown; refetch: () => unknown};
  getKey: (item: T) => string;
  /** The text that the search matches. */
  getText: (item: T) => string;
  render: (item: T) => ReactNode;
  /** The label of the button that creates one. Without it, there is no button. */
  addLabel?: string;
  addForm: (onClose: () => void) => ReactNode;
  /** Shown above the list, even if it is empty. */
  top?: ReactNode;
  /** Shown instead of an empty list. Explains how to start. */
  invitation: ReactNode;
}

/** Lists with at least this many items have a search field. */
const SEARCHABLE = 6;

/** The page of a section: the list of its integrations, and a button to create one. */
export function IntegrationList<T>({
  section,
  list: {data, error, refetch},
  getKey,
  getText,
  render,
  addLabel,
  addForm,
  top,
  invitation,
}: IntegrationListProps<T>) {
  const team = useCurrentTeam();
  const [query, setQuery] = useState('');
  const [isAdding, setAdding] = useState(false);
  const {title, purpose, noneYet, search} = sectionTexts(section);
  const term = query.trim();
  const shown = data?.filter((item) => getText(item).toLowerCase().includes(term.toLowerCase())) ?? [];
  return (
    <>
      <PageHeader
        column="page"
        title={title}
        back={{path: integrationsPath(team.name), label: t`Back to integrations`}}
      >
        {addLabel && data && data.length > 0 && (
          <Button kind="primary" icon="add" aria-label={addLabel} onPress={() => setAdding(true)}>
            {section === 'emoji' ? t`Add` : t`Create`}
          </Button>
        )}
      </PageHeader>
      <PanelPage>
        {top}
        {!data ? (
          <NotLoaded error={error} onRetry={() => void refetch()} />
        ) : data.length === 0 ? (
          <EmptyState icon={SECTIONS[section].icon} title={noneYet}>
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
            {data.length >= SEARCHABLE && (
              <TextField
                label={search}
                hideLabel
                type="search"
                placeholder={search}
                value={query}
                onChange={(event) => setQuery(event.target.value)}
              />
            )}
            {shown.length === 0 ? (
              <p className={styles.purpose}>
                <Trans>No matches for “{term}”.</Trans>
              </p>
            ) : (
              <ul className={styles.list} aria-label={title}>
                {shown.map((item) => (
                  <li key={getKey(item)} className={styles.row}>
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

/** The entry of an integration in the list. */
interface IntegrationSummary {
  /** Shown next to the name; by default the icon of the section. */
  mark?: ReactNode;
  name: string;
  description: string;
  /** Short facts and tags. */
  details: ReactNode;
}

interface LinkedIntegrationsProps<T> extends Omit<IntegrationListProps<T>, 'render' | 'addForm'> {
  getSummary: (item: T) => IntegrationSummary;
  /** The form to create an integration. Afterwards, the page of the new integration opens. */
  Form: (props: {onClose: () => void; onSaved: (saved: T) => void}) => ReactNode;
}

/** A section whose integrations have their own pages. */
export function LinkedIntegrations<T>({getSummary, Form, ...list}: LinkedIntegrationsProps<T>) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const {section, getKey} = list;
  const itemPath = (item: T) => integrationsPath(team.name, section, getKey(item));
  return (
    <IntegrationList
      {...list}
      addForm={(onClose) => <Form onClose={onClose} onSaved={(saved) => navigate(itemPath(saved))} />}
      render={(item) => {
        const {mark = <SectionMark section={section} />, ...words} = getSummary(item);
        return (
          <>
            {mark}
            <IntegrationWords to={itemPath(item)} {...words} />
          </>
        );
      }}
    />
  );
}

/** The texts of an integration in its list. The whole row is a link to its page. */
function IntegrationWords({to, name, description, details}: {to: string} & Omit<IntegrationSummary, 'mark'>) {
  return (
    <div className={styles.words}>
      <Link className={styles.name} to={to}>
        <bdi>{name}</bdi>
      </Link>
      {description && <div className={styles.description}>{description}</div>}
      <div className={styles.details}>{details}</div>
    </div>
  );
}
