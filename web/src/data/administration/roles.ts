import type {Role} from '@mattermost/types/roles';
import type {Scheme} from '@mattermost/types/schemes';
import {useQuery} from '@tanstack/react-query';
import {allPages} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';

const KEY = ['administration', 'roles'];

/** All roles of the server, and the schemes whose roles replace the built-in ones in some teams and channels. */
export function useRolesAndSchemes() {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const [roles, schemes] = await Promise.all([
        server.call<Role[]>('/roles'),
        allPages((page, perPage) => server.call<Scheme[]>(`/schemes?page=${page}&per_page=${perPage}`)),
      ]);
      return {roles, schemes};
    },
    staleTime: 0,
  });
}

/** Sets the permissions of a role. */
export async function saveRole(id: string, permissions: readonly string[]): Promise<void> {
  await server.call(`/roles/${id}/patch`, {method: 'PUT', body: {permissions}});
  await queries.invalidateQueries({queryKey: KEY});
}
