import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {isolate} from '../../lib/isolate.ts';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import {displayName, rememberPeople} from '../people/people.ts';
import {useCurrentTeam} from '../teams/teams.ts';

interface Option {
  text: string;
  value: string;
}

/** The maximum number of options shown. Typing narrows them down. */
const MAX_OPTIONS = 100;

/** A person as an option: `Ann Lee (@ann)`, or only `@ann` if that is all that the signed-in person sees of people. */
export function personText(person: UserProfile): string {
  const name = displayName(person);
  return name === person.username ? `@${name}` : `${isolate(name)} (@${person.username})`;
}

/** The options of a menu in a message or a dialog: its own options, people, or public channels. */
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
        // A search without a term returns no one, so offer the members of the team.
        const people =
          term === ''
            ? await server.getProfilesInTeam(team.id, 0, MAX_OPTIONS)
            : await server.searchUsers(term, {limit: MAX_OPTIONS});
        rememberPeople(people);
        return people
          .filter(({delete_at}) => delete_at === 0)
          .map((person) => ({text: personText(person), value: person.id}));
      }
      const channels = await server.searchChannels(team.id, term);
      return channels
        .filter(({type, delete_at}) => type === 'O' && delete_at === 0)
        .map(({id, display_name}) => ({text: `~${display_name}`, value: id}));
    },
  });
  if (isRemote) return {options: data, loading: isPending};
  const lower = query.trim().toLowerCase();
  return {
    options: own.filter(({text}) => text.toLowerCase().includes(lower)).slice(0, MAX_OPTIONS),
    loading: false,
  };
}
