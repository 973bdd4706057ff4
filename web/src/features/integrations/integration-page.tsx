import {type ReactNode, useState} from 'react';
import {useNavigate} from 'react-router';
import {Button} from '../../components/button.tsx';
import {ConfirmDialog} from '../../components/confirm-dialog.tsx';
import {IconButton} from '../../components/icon-button.tsx';
import {Panel, PanelPage} from '../../components/panel.tsx';
import {ErrorState, LoadingState} from '../../components/state.tsx';
import {tellDone} from '../../components/toast.tsx';
import {PageHeader} from '../frame/page-header.tsx';
import {useCurrentTeam} from '../teams/teams.ts';
import {integrationsPath, SECTIONS, type SectionName} from './sections.ts';

interface IntegrationPageProps<T> {
  section: SectionName;
  /** As a query gives it. */
  query: {data: T | undefined; error: unknown; refetch: () => unknown};
  nameOf: (item: T) => string;
  onEdit?: () => void;
  children: (item: T) => ReactNode;
}

/** The page of one integration: back to the others, its name, its panels. */
export function IntegrationPage<T>({
  section,
  query: {data, error, refetch},
  nameOf,
  onEdit,
  children,
}: IntegrationPageProps<T>) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const {title} = SECTIONS[section];
  return (
    <>
      <PageHeader
        title={data ? nameOf(data) : title}
        before={
          <IconButton
            icon="arrowLeft"
            label={`All ${title.toLowerCase()}`}
            onPress={() => navigate(integrationsPath(team.name, section))}
          />
        }
      >
        {data && onEdit && (
          <Button icon="edit" onPress={onEdit}>
            Edit
          </Button>
        )}
      </PageHeader>
      <PanelPage>
        {error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          children(data)
        ) : (
          <LoadingState />
        )}
      </PanelPage>
    </>
  );
}

/** The end of an integration's page, and of the integration. */
export function DeletePanel({
  section,
  name,
  consequence,
  onDelete,
}: {
  section: SectionName;
  name: string;
  /** What no longer works then. */
  consequence: string;
  onDelete: () => Promise<unknown>;
}) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const {one} = SECTIONS[section];
  return (
    <Panel
      title="Delete"
      text={consequence}
      actions={
        <Button icon="trash" onPress={() => setAsking(true)}>
          Delete the {one}
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          confirmLabel="Delete"
          danger
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await onDelete();
            tellDone(`${name} was deleted.`);
            navigate(integrationsPath(team.name, section), {replace: true});
          }}
        >
          {consequence} This cannot be undone.
        </ConfirmDialog>
      )}
    </Panel>
  );
}
