import {type ReactNode, useState} from 'react';
import {useNavigate} from 'react-router';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {integrationsPath, SECTIONS, type SectionName} from '../../components/integrations/sections.ts';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {Panel, PanelPage} from '../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../components/ui/state.tsx';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {tellDone} from '../../lib/toasts.ts';

interface IntegrationPageProps<T> {
  section: SectionName;
  /** As a query gives it. */
  query: {data: T | undefined; error: unknown; refetch: () => unknown};
  nameOf: (item: T) => string;
  /** In which it is edited; without it nobody is offered to. */
  form?: (item: T, onClose: () => void) => ReactNode;
  children: (item: T) => ReactNode;
}

/** The page of one integration: back to the others, its name, its panels. */
export function IntegrationPage<T>({
  section,
  query: {data, error, refetch},
  nameOf,
  form,
  children,
}: IntegrationPageProps<T>) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
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
        {data && form && (
          <Button icon="edit" onPress={() => setEditing(true)}>
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
      {isEditing && data && form?.(data, () => setEditing(false))}
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
