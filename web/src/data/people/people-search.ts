import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {rememberPeople} from './people.ts';

/**
 * The people whose names begin with what is typed, and what to say where there are none; `among` as the search of users
 * takes it, such as `team_id`.
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
    // The server lists nobody for no letters at all.
    enabled: term !== '',
    placeholderData: (before) => before,
  });
  const none = term === '' ? 'Type the beginning of a name.' : 'Nobody of that name is here.';
  return {people: data, isLoading, none};
}
