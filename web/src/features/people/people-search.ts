import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {rememberPeople} from './people.ts';

/** The people whose names match what is typed; `among` as the search of users takes it, such as `team_id`. */
export function usePeopleSearch(query: string, among: Record<string, unknown>) {
  const term = useDebounced(query.trim());
  return useQuery({
    queryKey: ['people-search', term, among],
    queryFn: async () => {
      const found = await server.searchUsers(term, {limit: 50, ...among});
      rememberPeople(found);
      return found;
    },
    placeholderData: (before) => before,
  });
}
