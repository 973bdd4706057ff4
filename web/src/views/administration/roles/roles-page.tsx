import {t} from '@lingui/core/macro';
import {Link, Route, Routes} from 'react-router';
import {type Column, DataTable} from '../../../components/ui/data-table.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Panel} from '../../../components/ui/panel.tsx';
import {ErrorState, LoadingState} from '../../../components/ui/state.tsx';
import {useRolesAndSchemes} from '../../../data/administration/roles.ts';
import {count} from '../../../lib/numbers.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {RowName} from '../list-tools.tsx';
import {type KnownRole, roleLabel, withSchemes} from './role-names.ts';

const RolePage = lazyComponent(() => import('./role-page.tsx'), <LoadingState />);

/** The list of all roles, and the page of each. */
export default function RolesPage() {
  return (
    <Routes>
      <Route index element={<AllRoles />} />
      <Route path=":roleName" element={<RolePage />} />
    </Routes>
  );
}

function AllRoles() {
  const {data, error, isPending, refetch} = useRolesAndSchemes();
  return (
    <AdministrationPage
      title={t`Roles and permissions`}
      intro={t`What people may do: everywhere because of their account, in a team, and in a channel. The permissions of all roles that a person has add up.`}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState />
      ) : (
        <RoleTables roles={withSchemes(data.roles, data.schemes)} />
      )}
    </AdministrationPage>
  );
}

function RoleTables({roles}: {roles: readonly KnownRole[]}) {
  const schemes = [...new Map(roles.flatMap(({scheme}) => (scheme ? [[scheme.id, scheme]] : []))).values()];
  const builtIn = (prefix: string) =>
    roles.filter(({like, scheme}) => !scheme && like.startsWith(`${prefix}_`));
  const others = roles.filter(({like, scheme}) => !scheme && !/^(?:system|team|channel)_/.test(like));
  return (
    <>
      <RoleTable title={t`On the whole server`} roles={builtIn('system')} />
      <RoleTable title={t`In teams`} roles={builtIn('team')} />
      <RoleTable title={t`In channels`} roles={builtIn('channel')} />
      {others.length > 0 && <RoleTable title={t`Other roles`} roles={others} />}
      {schemes.map(({id, display_name, description}) => (
        <RoleTable
          key={id}
          title={t`Scheme ${display_name}`}
          text={description || t`Replaces the roles above in the teams and channels that use it.`}
          roles={roles.filter(({scheme}) => scheme?.id === id)}
        />
      ))}
    </>
  );
}

function RoleTable({title, text, roles}: {title: string; text?: string; roles: readonly KnownRole[]}) {
  const columns: Column<KnownRole>[] = [
    {
      label: t`Role`,
      render: (known) => (
        <RowName
          icon={null}
          name={<Link to={`/_admin/roles/${known.role.name}`}>{roleLabel(known)}</Link>}
          detail={<span lang="en">{known.role.description}</span>}
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
