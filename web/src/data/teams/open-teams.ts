import type {Team} from '@mattermost/types/teams';
import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';
import {useHasPermission} from '../session/permissions.ts';
import {useTeams} from './teams.ts';

/** The query for the teams that the person can join without an invitation. */
export function useOpenTeams() {
  const ownIds = new Set(useTeams().map(({id}) => id));
  // Guests may not list teams.
  const mayList = useHasPermission('list_public_teams');
  return useQuery({
    queryKey: ['open-teams', mayList],
    queryFn: async () => (mayList ? ((await server.getTeams(0, 200)) as Team[]) : []),
    enabled: mayList !== undefined,
    select: (teams) => teams.filter(({id, delete_at}) => !ownIds.has(id) && delete_at === 0),
  });
}
