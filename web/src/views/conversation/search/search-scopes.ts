import {t} from '@lingui/core/macro';
import type {Team} from '@mattermost/types/teams';
import type {SearchScope} from '../../../data/posts/search-scope.ts';
import {useCurrentTeam, useTeams} from '../../../data/teams/teams.ts';

/** The teams that the person can search. */
export interface SearchScopes {
  open: Team;
  teams: readonly Team[];
  /** The scope of an address or a past search. A team that the person has left is replaced by the open one. */
  read(scope: SearchScope): SearchScope;
  nameOf(scope: SearchScope): string;
}

/** Returns the teams that the person can search. */
export function useSearchScopes(): SearchScopes {
  const open = useCurrentTeam();
  const teams = useTeams();
  const otherTeam = (scope: SearchScope) => teams.find(({id}) => id === scope && id !== open.id);
  return {
    open,
    teams,
    read: (scope) => (teams.length > 1 && (scope === 'all' || otherTeam(scope)) ? scope : undefined),
    nameOf: (scope) => (scope === 'all' ? t`All teams` : (otherTeam(scope) ?? open).display_name),
  };
}
