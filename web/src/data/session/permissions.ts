import type {Role} from '@mattermost/types/roles';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {useMe} from './session.ts';

const KEY = 'roles';
/** The cache key of a single role. Several sets of roles can contain the same role. */
const ONE = 'role';
const STALE_MILLIS = 10 * 60_000;

/** Whether any of these space-separated roles has the permission; undefined until the roles are loaded. */
export function useRolesGrant(roleNames: string, permission: string): boolean | undefined {
  const names = [...new Set(roleNames.split(' ').filter(Boolean))].sort();
  const {data} = useQuery({
    queryKey: [KEY, ...names],
    queryFn: async () => (await Promise.all(names.map(readRole))).filter((role) => role !== null),
    enabled: names.length > 0,
    staleTime: STALE_MILLIS,
    select: grantedBy,
    meta: {isCopied: true},
  });
  return data?.has(permission);
}

export async function refreshRoles(): Promise<void> {
  await queries.invalidateQueries({queryKey: [ONE]});
  await queries.invalidateQueries({queryKey: [KEY]});
}

/**
 * A role; null if there is none with that name. Roles that are needed at the same time are loaded with one request.
 */
function readRole(name: string): Promise<Role | null> {
  return queries.fetchQuery({queryKey: [ONE, name], queryFn: () => request(name), staleTime: STALE_MILLIS});
}

let next: {names: string[]; roles: Promise<Role[]>} | undefined;

async function request(name: string): Promise<Role | null> {
  if (!next) {
    const names: string[] = [];
    const roles = new Promise((resolve) => setTimeout(resolve, 0)).then(() => {
      next = undefined;
      return server.getRolesByNames(names);
    });
    next = {names, roles};
  }
  next.names.push(name);
  return (await next.roles).find((role) => role.name === name) ?? null;
}

function grantedBy(roles: Role[]): ReadonlySet<string> {
  return new Set(roles.flatMap((role) => role.permissions));
}

/**
 * Whether the person has a permission everywhere. Only used to decide what to show: the server checks permissions
 * itself.
 */
export function useHasPermission(permission: string): boolean | undefined {
  return useRolesGrant(useMe().roles, permission);
}

export function useIsAdministrator(): boolean {
  return useMe().roles.split(' ').includes('system_admin');
}

/**
 * The permission to see data retention policies, the only administration page that other roles can be allowed to see.
 */
export const READ_RETENTION = 'sysconsole_read_compliance_data_retention_policy';

/** Whether the person can see any administration page. */
export function useSeesAdministration(): boolean {
  const seesRetention = useHasPermission(READ_RETENTION);
  return useIsAdministrator() || seesRetention === true;
}
