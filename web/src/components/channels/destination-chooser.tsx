import {t} from '@lingui/core/macro';
import type {Team} from '@mattermost/types/teams';
import {useState} from 'react';
import {otherUserId} from '../../data/channels/addresses.ts';
import {channelName} from '../../data/channels/channel-names.ts';
import {useChannels} from '../../data/channels/channels.ts';
import {type Destination, destinationId, findDestinations} from '../../data/channels/destinations.ts';
import {usePerson} from '../../data/people/people.ts';
import {usePeopleSearch} from '../../data/people/people-search.ts';
import {useMe} from '../../data/session/session.ts';
import line from '../people/person-line.module.css';
import {PersonLine} from '../people/person-line.tsx';
import {Chooser} from '../ui/chooser.tsx';
import {ChannelIcon} from './channel-icon.tsx';
import styles from './destination-chooser.module.css';

/** The maximum number of destinations shown. Typing narrows them down. */
const MAX_SHOWN = 50;

interface DestinationChooserProps {
  /** Offers the person's own channels of these teams. */
  teams: readonly Team[];
  /** Offers neither people nor direct and group channels. */
  withoutPeople?: boolean;
  /** Ids of destinations that are not offered. */
  without?: readonly string[];
  /** Shown instead of destinations if no more can be chosen. */
  full?: string | undefined;
  label?: string;
  onChoose: (destination: Destination) => void;
}

/** A list to choose the channel or the person that a message is for. */
export function DestinationChooser({
  teams,
  withoutPeople = false,
  without = [],
  full,
  label = t`Channel or person`,
  onChoose,
}: DestinationChooserProps) {
  const me = useMe();
  const [query, setQuery] = useState('');
  const isForPeople = !withoutPeople && query.trim() !== '';
  const {people, isLoading} = usePeopleSearch(query, {}, isForPeople);
  const channels = Object.values(useChannels())
    .filter(({delete_at}) => delete_at === 0)
    .filter(({team_id}) => (team_id === '' ? !withoutPeople : teams.some(({id}) => id === team_id)));
  const found = findDestinations(query, channels, isForPeople ? people : [], me).filter(
    (destination) => !without.includes(destinationId(destination)),
  );
  return (
    <Chooser
      label={label}
      placeholder={t`Search`}
      items={full === undefined ? found.slice(0, MAX_SHOWN) : []}
      getKey={destinationId}
      query={query}
      onQuery={setQuery}
      loading={isLoading && found.length === 0}
      steady
      none={full ?? t`No matches.`}
      onChoose={onChoose}
      render={(destination) => <Line destination={destination} teams={teams} />}
    />
  );
}

function Line({destination, teams}: {destination: Destination; teams: readonly Team[]}) {
  const me = useMe();
  const channel = 'channel' in destination ? destination.channel : undefined;
  const other = usePerson(channel?.type === 'D' ? otherUserId(channel, me.id) : '');
  const person = 'person' in destination ? destination.person : other;
  if (person) return <PersonLine person={person} />;
  if (!channel) return null;
  return (
    <>
      <span className={styles.icon}>
        <ChannelIcon channel={channel} />
      </span>
      <span className={line.line}>
        <bdi className={line.name}>{channelName(channel, me)}</bdi>{' '}
        {teams.length > 1 && (
          <bdi className={line.quiet}>{teams.find(({id}) => id === channel.team_id)?.display_name}</bdi>
        )}
      </span>
    </>
  );
}
