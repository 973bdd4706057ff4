import {t} from '@lingui/core/macro';
import type {ChannelWithTeamData} from '@mattermost/types/channels';
import type {Team} from '@mattermost/types/teams';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Chooser} from '../../../components/ui/chooser.tsx';
import {ChosenItem, ChosenList} from '../../../components/ui/chosen-list.tsx';
import type {FieldProps} from '../../../components/ui/field.tsx';
import {PickerField} from '../../../components/ui/picker-field.tsx';
import {server} from '../../../lib/server.ts';
import {useDebounced} from '../../../lib/use-debounced.ts';
import styles from './targets-field.module.css';

/** A team, a channel or a person that a policy or a legal hold applies to. */
export interface Target {
  id: string;
  name: string;
  /** Distinguishes it from others with the same name. */
  detail: string;
}

/** The name of a target where its details aren't shown next to it. Many teams have a channel of the same name. */
export function targetName({name, detail}: Target, kind: TargetKind): string {
  return kind === 'channels' && detail ? `${name} · ${detail}` : name;
}

const MAX_RESULTS = 50;

async function searchTeams(term: string, filter: object = {}): Promise<Target[]> {
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
export const emailTarget = (email: string): Target => ({id: email, name: email, detail: ''});

/** These search everything on the server, including archived teams and channels and deactivated accounts. */
const SEARCHES = {
  teams: (term: string) => searchTeams(term),
  activeTeams: (term: string) => searchTeams(term, {include_deleted: false}),
  channels: async (term: string): Promise<Target[]> => {
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
  people: async (term: string): Promise<Target[]> =>
    (await searchPeople(term)).map(({id, username, first_name, last_name}) => ({
      id,
      name: username,
      detail: [first_name, last_name].filter(Boolean).join(' '),
    })),
  /** People by their addresses. An entered address can also be of an account that no longer exists. */
  emails: async (term: string): Promise<Target[]> => {
    const people = await searchPeople(term);
    const found = people.map(({username, email}) => ({
      id: email.toLowerCase(),
      name: username,
      detail: email,
    }));
    const entered = term.toLowerCase();
    const isOther = /^[^\s,]+@[^\s,]+$/.test(entered) && !found.some(({id}) => id === entered);
    return isOther ? [...found, emailTarget(entered)] : found;
  },
};

type TargetKind = keyof typeof SEARCHES;

interface TargetsFieldProps extends FieldProps {
  kind: TargetKind;
  placeholder: string;
  chosen: readonly Target[];
  onChange: (chosen: Target[]) => void;
}

/** Chooses any number of teams, channels or people. The chosen ones are listed and can be removed. */
export function TargetsField({kind, placeholder, chosen, onChange, ...field}: TargetsFieldProps) {
  return (
    <ChosenList
      label={field.label}
      isEmpty={chosen.length === 0}
      field={
        <PickerField {...field} chosen={null} placeholder={placeholder}>
          {() => (
            <TargetChooser
              label={field.label}
              kind={kind}
              without={chosen}
              onChoose={(target) => onChange([...chosen, target])}
            />
          )}
        </PickerField>
      }
    >
      {chosen.map((target) => (
        <ChosenItem
          key={target.id}
          name={targetName(target, kind)}
          onRemove={() => onChange(chosen.filter(({id}) => id !== target.id))}
        />
      ))}
    </ChosenList>
  );
}

interface TargetChooserProps {
  label: string;
  kind: TargetKind;
  without: readonly {id: string}[];
  onChoose: (target: Target) => void;
}

/** Searches for a team, a channel or a person to choose. */
export function TargetChooser({label, kind, without, onChoose}: TargetChooserProps) {
  const [query, setQuery] = useState('');
  const term = useDebounced(query.trim());
  const {data = [], isPending} = useQuery({
    queryKey: ['administration', 'targets', kind, term],
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
      onChoose={(target) => {
        onChoose(target);
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
