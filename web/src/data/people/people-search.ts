import {t} from '@lingui/core/macro';
import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {rememberPeople} from './people.ts';

/**
 * People whose names start with the query, and the text to show if there are none. `among` contains filters of the
 * user search, such as `team_id`.
 */
export function usePeopleSearch(query: string, among: Record<string, unknown>) {
  const term = useDebounced(query.trim());
  const {data = [], isLoading} = useQuery({
    queryKey: ['people-search', term, among],
    queryFn: async () => {
      const found = await server.searchUsers(term, {limit: 50, ...among});
      rememberPeople(found);
      return found;
    },
    // The server returns no one for an empty query.
    enabled: term !== '',
    placeholderData: (before) => before,
  });
  const none = term === '' ? t`Type a name to search.` : t`No people found.`;
  return {people: data, isLoading, none};
}
