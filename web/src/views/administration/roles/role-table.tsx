import {t} from '@lingui/core/macro';
import {Link} from 'react-router';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {count} from '../../../lib/numbers.ts';
import {serverText} from '../../../lib/server-texts.ts';
import {RowName} from '../list-tools.tsx';
import {type KnownRole, roleLabel} from './role-names.ts';

interface RoleTableProps {
  title: string;
  text?: string;
  roles: readonly KnownRole[];
}

/** Roles with links to their pages. */
export function RoleTable({title, text, roles}: RoleTableProps) {
  const columns: Column<KnownRole>[] = [
    {
      label: t`Role`,
      render: (known) => (
        <RowName
          icon={null}
          name={<Link to={`/_admin/roles/${known.role.name}`}>{roleLabel(known)}</Link>}
          detail={serverText(known.role.description)}
        />
      ),
    },
    {label: t`Permissions`, kind: 'end', render: ({role}) => count(role.permissions.length)},
  ];
  return (
    <Panel title={title} text={text}>
      <DataTable label={title} columns={columns} rows={roles} getKey={({role}) => role.id} />
    </Panel>
  );
}
