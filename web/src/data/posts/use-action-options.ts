import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {rememberPeople} from '../people/people.ts';
import {useCurrentTeam} from '../teams/teams.ts';

interface Option {
  text: string;
  value: string;
}

/** At most so many are shown; typing narrows them down. */
const MOST = 100;

/** What a menu of an integration, or of a dialog, offers: its own options, the people, or the public channels. */
export function useActionOptions(
  dataSource: string,
  own: readonly Option[],
  query: string,
): {options: readonly Option[]; loading: boolean} {
  const team = useCurrentTeam();
  const term = useDebounced(query.trim());
  const isRemote = dataSource === 'users' || dataSource === 'channels';
  const {data = [], isPending} = useQuery({
    queryKey: ['action-options', dataSource, team.id, term],
    enabled: isRemote,
    placeholderData: (before) => before,
    queryFn: async (): Promise<Option[]> => {
      if (dataSource === 'users') {
        // A search finds nobody by no letters at all; those of the team are the likeliest.
        const people =
          term === ''
            ? await server.getProfilesInTeam(team.id, 0, MOST)
            : await server.searchUsers(term, {limit: MOST});
        rememberPeople(people);
        return people
          .filter(({delete_at}) => delete_at === 0)
          .map(({id, username}) => ({text: `@${username}`, value: id}));
      }
      const channels = await server.searchChannels(team.id, term);
      return channels
        .filter(({type, delete_at}) => type === 'O' && delete_at === 0)
        .map(({id, display_name}) => ({text: `~${display_name}`, value: id}));
    },
  });
  if (isRemote) return {options: data, loading: isPending};
  const lower = query.trim().toLowerCase();
  return {options: own.filter(({text}) => text.toLowerCase().includes(lower)).slice(0, MOST), loading: false};
}
