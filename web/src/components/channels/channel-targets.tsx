import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Team} from '@mattermost/types/teams';
import {useState} from 'react';
import {channelName} from '../../data/channels/channel-names.ts';
import {useChannels} from '../../data/channels/channels.ts';
import {useMe} from '../../data/session/session.ts';
import {Chooser} from '../ui/chooser.tsx';
import {ChannelIcon} from './channel-icon.tsx';

/** The maximum number of channels shown. Typing narrows them down. */
const MAX_CHANNELS = 50;

interface ChannelTargetsProps {
  /** Offers the channels of these teams, in addition to direct and group messages. */
  teams: readonly Team[];
  /** Leaves out direct and group messages. */
  withoutDirect?: boolean;
  /** Ids of channels that are not offered. */
  without?: readonly string[];
  /** Shown instead of channels if no more can be chosen. */
  full?: string | undefined;
  label?: string;
  onChoose: (channel: ServerChannel) => void;
}

/** A list to choose the channel or the person that a message is for. */
export function ChannelTargets({
  teams,
  withoutDirect = false,
  without = [],
  full,
  label = t`Channel or person`,
  onChoose,
}: ChannelTargetsProps) {
  const me = useMe();
  const [query, setQuery] = useState('');
  const term = query.trim().toLowerCase();
  const teamNames = new Map(teams.map(({id, display_name}) => [id, display_name]));
  const channels = Object.values(useChannels())
    .filter(({id, delete_at}) => delete_at === 0 && !without.includes(id))
    .filter(({team_id}) => (team_id === '' ? !withoutDirect : teamNames.has(team_id)))
    .filter((channel) =>
      `${channelName(channel, me)} ${channel.team_id && channel.name}`.toLowerCase().includes(term),
    )
    .sort((one, other) => other.last_post_at - one.last_post_at);
  return (
    <Chooser
      label={label}
      placeholder={t`Search`}
      items={full === undefined ? channels.slice(0, MAX_CHANNELS) : []}
      getKey={({id}) => id}
      query={query}
      onQuery={setQuery}
      steady
      none={full ?? t`No matches.`}
      onChoose={onChoose}
      render={(channel) => (
        <>
          <ChannelIcon channel={channel} /> {channelName(channel, me)}
          {teams.length > 1 && channel.team_id !== '' && ` · ${teamNames.get(channel.team_id)}`}
        </>
      )}
    />
  );
}
