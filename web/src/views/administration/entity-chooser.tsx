import {t} from '@lingui/core/macro';
import type {ChannelWithTeamData} from '@mattermost/types/channels';
import type {Team} from '@mattermost/types/teams';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Chooser} from '../../components/ui/chooser.tsx';
import {server} from '../../lib/server.ts';
import {useDebounced} from '../../lib/use-debounced.ts';
import styles from './entity-chooser.module.css';

/** A team, a channel or a person anywhere on the server. */
export interface Entity {
  id: string;
  name: string;
  /** Distinguishes it from others with the same name. */
  detail: string;
}

/** The name of an entity where its details aren't shown next to it. Many teams have a channel of the same name. */
export function entityName({name, detail}: Entity, kind: EntityKind): string {
  return kind === 'channels' && detail ? `${name} · ${detail}` : name;
}

const MAX_RESULTS = 50;

async function searchTeams(term: string, filter: object = {}): Promise<Entity[]> {
  const {teams} = await server.call<{teams: Team[]}>('/teams/search', {
    method: 'POST',
    body: {term, page: 0, per_page: MAX_RESULTS, ...filter},
  });
  return teams.map(({id, display_name, name}) => ({id, name: display_name, detail: `/${name}`}));
}

/** A search without a term returns no users, so this lists them instead. */
function searchPeople(term: string): Promise<UserProfile[]> {
  return term === ''
    ? server.getProfiles(0, MAX_RESULTS)
    : server.searchUsers(term, {allow_inactive: true, limit: MAX_RESULTS});
}

/** An address without the account that it belongs to. */
export const emailEntity = (email: string): Entity => ({id: email, name: email, detail: ''});

/** These search everything on the server, including archived teams and channels and deactivated accounts. */
const SEARCHES = {
  teams: (term: string) => searchTeams(term),
  activeTeams: (term: string) => searchTeams(term, {include_deleted: false}),
  channels: async (term: string): Promise<Entity[]> => {
    const {channels} = await server.call<{channels: ChannelWithTeamData[]}>('/channels/search', {
      method: 'POST',
      body: {term, page: 0, per_page: MAX_RESULTS, include_deleted: true},
    });
    return channels.map(({id, display_name, team_display_name}) => ({
      id,
      name: display_name,
      detail: team_display_name,
    }));
  },
  people: async (term: string): Promise<Entity[]> =>
    (await searchPeople(term)).map(({id, username, first_name, last_name}) => ({
      id,
      name: username,
      detail: [first_name, last_name].filter(Boolean).join(' '),
    })),
  /** People by their addresses. An entered address can also be of an account that no longer exists. */
  emails: async (term: string): Promise<Entity[]> => {
    const people = await searchPeople(term);
    const found = people.map(({username, email}) => ({
      id: email.toLowerCase(),
      name: username,
      detail: email,
    }));
    const entered = term.toLowerCase();
    const isOther = /^[^\s,]+@[^\s,]+$/.test(entered) && !found.some(({id}) => id === entered);
    return isOther ? [...found, emailEntity(entered)] : found;
  },
};

export type EntityKind = keyof typeof SEARCHES;

interface EntityChooserProps {
  label: string;
  kind: EntityKind;
  without: readonly {id: string}[];
  onChoose: (entity: Entity) => void;
}

/** Searches for a team, a channel or a person to choose. */
export function EntityChooser({label, kind, without, onChoose}: EntityChooserProps) {
  const [query, setQuery] = useState('');
  const term = useDebounced(query.trim());
  const {data = [], isPending} = useQuery({
    queryKey: ['administration', 'entities', kind, term],
    queryFn: () => SEARCHES[kind](term),
    placeholderData: (before) => before,
  });
  const taken = new Set(without.map(({id}) => id));
  return (
    <Chooser
      label={label}
      placeholder={t`Search by name`}
      items={data.filter(({id}) => !taken.has(id))}
      getKey={({id}) => id}
      query={query}
      onQuery={setQuery}
      loading={isPending}
      none={t`No matches.`}
      onChoose={(entity) => {
        onChoose(entity);
        setQuery('');
      }}
      render={({name, detail}) => (
        <span className={styles.option}>
          <bdi>{name}</bdi> <bdi className={styles.detail}>{detail}</bdi>
        </span>
      )}
    />
  );
}
