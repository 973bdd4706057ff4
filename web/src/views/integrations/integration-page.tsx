import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ReactNode, useState} from 'react';
import {useNavigate} from 'react-router';
import {MissingState} from '../../components/frame/missing-page.tsx';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {integrationsPath, type SectionName} from '../../components/integrations/sections.ts';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {Panel, PanelPage} from '../../components/ui/panel.tsx';
import {NotLoaded} from '../../components/ui/state.tsx';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {isNotFound} from '../../lib/server.ts';
import {showSuccess} from '../../lib/toasts.ts';
import {sectionTexts} from './section-texts.ts';

interface IntegrationPageProps<T> {
  section: SectionName;
  /** The result of a query. */
  query: {data: T | undefined; error: unknown; refetch: () => unknown};
  getName: (item: T) => string;
  /** The form to edit it. Without it, there is no Edit button. */
  form?: (item: T, onClose: () => void) => ReactNode;
  children: (item: T) => ReactNode;
}

/** The page of one integration: a link back to the list, its name and its panels. */
export function IntegrationPage<T>({
  section,
  query: {data, error, refetch},
  getName,
  form,
  children,
}: IntegrationPageProps<T>) {
  const team = useCurrentTeam();
  const [isEditing, setEditing] = useState(false);
  const {title, backToList} = sectionTexts(section);
  return (
    <>
      <PageHeader
        column="page"
        title={data ? getName(data) : title}
        back={{path: integrationsPath(team.name, section), label: backToList, always: true}}
      >
        {data && form && (
          <Button icon="edit" onPress={() => setEditing(true)}>
            <Trans>Edit</Trans>
          </Button>
        )}
      </PageHeader>
      <PanelPage>
        {isNotFound(error) ? (
          <MissingState what="page" />
        ) : data ? (
          children(data)
        ) : (
          <NotLoaded error={error} onRetry={() => void refetch()} />
        )}
      </PanelPage>
      {isEditing && data && form?.(data, () => setEditing(false))}
    </>
  );
}

/** The last panel of an integration's page, which deletes it. */
export function DeletePanel({
  section,
  name,
  label,
  consequence,
  onDelete,
}: {
  section: SectionName;
  name: string;
  /** The label of the button. */
  label: string;
  /** The consequences, such as URLs that no longer work. */
  consequence: string;
  onDelete: () => Promise<unknown>;
}) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <Panel
      title={t`Delete`}
      text={consequence}
      actions={
        <Button icon="trash" onPress={() => setAsking(true)}>
          {label}
        </Button>
      }
    >
      {isAsking && (
        <ConfirmDialog
          title={t`Delete ${name}?`}
          confirmLabel={t`Delete`}
          danger
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await onDelete();
            showSuccess(t`Deleted ${name}`);
            navigate(integrationsPath(team.name, section), {replace: true});
          }}
        >
          {consequence} <Trans>You can't undo this.</Trans>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
