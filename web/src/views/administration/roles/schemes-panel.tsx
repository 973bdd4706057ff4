import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {Scheme} from '@mattermost/types/schemes';
import {useState} from 'react';
import {Link} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {RowName} from '../list-tools.tsx';

const SchemeDialog = lazyDialog(() => import('./scheme-dialog.tsx'));

/** The permission schemes, with links to their pages. */
export function SchemesPanel({schemes}: {schemes: readonly Scheme[]}) {
  const [isCreating, setCreating] = useState(false);
  const columns: Column<Scheme>[] = [
    {
      label: t`Scheme`,
      render: ({id, display_name, description}) => (
        <RowName
          icon={null}
          name={<Link to={`/_admin/roles/schemes/${id}`}>{display_name}</Link>}
          detail={description}
        />
      ),
    },
    {
      label: t({message: 'For', context: 'what a permission scheme applies to'}),
      render: ({scope}) => (scope === 'team' ? t`Teams` : t`Channels`),
    },
  ];
  return (
    <Panel
      title={t`Schemes`}
      text={t`A scheme replaces the roles in teams and channels above where it is used, such as for a team in which only administrators create channels.`}
      actions={
        <Button size="small" icon="add" onPress={() => setCreating(true)}>
          <Trans>Create scheme</Trans>
        </Button>
      }
    >
      {schemes.length > 0 && (
        <DataTable label={t`Schemes`} columns={columns} rows={schemes} getKey={({id}) => id} />
      )}
      {isCreating && <SchemeDialog onClose={() => setCreating(false)} />}
    </Panel>
  );
}
