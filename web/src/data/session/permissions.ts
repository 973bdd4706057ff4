import type {Role} from '@mattermost/types/roles';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {useMe} from './session.ts';

const KEY = 'roles';

/** Whether any of these space-separated roles has the permission; undefined until the roles are loaded. */
export function useRolesGrant(roleNames: string, permission: string): boolean | undefined {
  const names = [...new Set(roleNames.split(' ').filter(Boolean))].sort();
  const {data} = useQuery({
    queryKey: [KEY, ...names],
    queryFn: () => server.getRolesByNames(names),
    enabled: names.length > 0,
    staleTime: 10 * 60_000,
    select: grantedBy,
    meta: {isCopied: true},
  });
  return data?.has(permission);
}

export function refreshRoles(): Promise<void> {
  return queries.invalidateQueries({queryKey: [KEY]});
}

function grantedBy(roles: Role[]): ReadonlySet<string> {
  return new Set(roles.flatMap((role) => role.permissions));
}

/** Whether the person has a permission everywhere. Only decides what is shown: the server checks it again. */
export function useMay(permission: string): boolean | undefined {
  return useRolesGrant(useMe().roles, permission);
}

export function useIsAdministrator(): boolean {
  return useMe().roles.split(' ').includes('system_admin');
}

/** To see the policies of data retention, the page of administration that other roles may also see. */
export const READ_RETENTION = 'sysconsole_read_compliance_data_retention_policy';

/** Whether the person may see any page of administration. */
export function useSeesAdministration(): boolean {
  const seesRetention = useMay(READ_RETENTION);
  return useIsAdministrator() || seesRetention === true;
}
