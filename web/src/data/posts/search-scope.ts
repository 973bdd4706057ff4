import type {Team} from '@mattermost/types/teams';

/** The teams that a search covers: `all` of the person's teams, or the one with this id. If undefined, the open team. */
export type SearchScope = string | undefined;

/** The id that routes of searches have for a scope: empty for all teams. */
export const searchedTeamId = (scope: SearchScope, open: Team): string =>
  scope === 'all' ? '' : (scope ?? open.id);
