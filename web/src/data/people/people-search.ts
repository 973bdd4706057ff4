import {t} from '@lingui/core/macro';
import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {rememberPeople} from './people.ts';

/** The maximum number of people to offer. Typing narrows them down. */
const MAX_PEOPLE = 50;

/** Filters of the user search. */
export interface PeopleFilter {
  team_id?: string;
  not_in_team_id?: string;
  not_in_channel_id?: string;
  allow_inactive?: boolean;
}

/**
 * People whose names start with the query, all if it is empty, and the text to show if there are none. Sends no request
 * while `enabled` is false.
 */
export function usePeopleSearch(query: string, among: PeopleFilter, enabled = true) {
  const term = useDebounced(query.trim());
  const {data = [], isLoading} = useQuery({
    queryKey: ['people-search', term, among],
    queryFn: async () => {
      const found = await (term === ''
        ? firstPeople(among)
        : server.searchUsers(term, {limit: MAX_PEOPLE, ...among}));
      rememberPeople(found);
      return found;
    },
    enabled,
    placeholderData: (before) => before,
  });
  return {people: data, isLoading, none: t`No people found.`};
}

/** The first people in alphabetical order, because the user search returns no one for an empty query. */
function firstPeople({team_id, not_in_team_id, not_in_channel_id, allow_inactive}: PeopleFilter) {
  return server.getProfiles(0, MAX_PEOPLE, {
    ...(team_id && {in_team: team_id}),
    ...(not_in_team_id && {not_in_team: not_in_team_id}),
    ...(not_in_channel_id && {not_in_channel: not_in_channel_id}),
    ...(!allow_inactive && {active: true}),
  });
}
