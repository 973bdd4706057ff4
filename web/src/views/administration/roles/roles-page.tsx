import {t} from '@lingui/core/macro';
import type {Scheme} from '@mattermost/types/schemes';
import {Route, Routes} from 'react-router';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {LoadingState, NotLoaded} from '../../../components/ui/state.tsx';
import {useRolesAndSchemes} from '../../../data/administration/roles.ts';
import {AdministrationPage} from '../administration-page.tsx';
import {type KnownRole, withSchemes} from './role-names.ts';
import {RoleTable} from './role-table.tsx';
import {SchemesPanel} from './schemes-panel.tsx';

const SchemePage = lazyComponent(() => import('./scheme-page.tsx'), <LoadingState />);
const RolePage = lazyComponent(() => import('./role-page.tsx'), <LoadingState />);

/** The lists of all roles and permission schemes, and the page of each. */
export default function RolesPage() {
  return (
    <Routes>
      <Route index element={<AllRoles />} />
      <Route path="schemes/:schemeId" element={<SchemePage />} />
      <Route path=":roleName" element={<RolePage />} />
    </Routes>
  );
}

function AllRoles() {
  const {data, error, refetch} = useRolesAndSchemes();
  return (
    <AdministrationPage
      title={t`Roles and permissions`}
      intro={t`What people may do: everywhere because of their account, in a team, and in a channel. The permissions of all roles that a person has add up.`}
    >
      {!data ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <RoleTables roles={withSchemes(data.roles, data.schemes)} schemes={data.schemes} />
      )}
    </AdministrationPage>
  );
}

function RoleTables({roles, schemes}: {roles: readonly KnownRole[]; schemes: readonly Scheme[]}) {
  const builtIn = (prefix: string) =>
    roles.filter(({like, scheme}) => !scheme && like.startsWith(`${prefix}_`));
  const others = roles.filter(({like, scheme}) => !scheme && !/^(?:system|team|channel)_/.test(like));
  return (
    <>
      <RoleTable title={t`On the whole server`} roles={builtIn('system')} />
      <RoleTable title={t`In teams`} roles={builtIn('team')} />
      <RoleTable title={t`In channels`} roles={builtIn('channel')} />
      {others.length > 0 && <RoleTable title={t`Other roles`} roles={others} />}
      <SchemesPanel schemes={schemes} />
    </>
  );
}
