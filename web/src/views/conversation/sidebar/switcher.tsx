import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {ChannelIcon} from '../../../components/channels/channel-icon.tsx';
import {PersonLine} from '../../../components/people/people-chooser.tsx';
import {Chooser} from '../../../components/ui/chooser.tsx';
import {Dialog, DialogBody} from '../../../components/ui/dialog.tsx';
import {channelName, channelPath} from '../../../data/channels/channel-names.ts';
import {type Channels, useChannels} from '../../../data/channels/channels.ts';
import {openDirect} from '../../../data/channels/direct.ts';
import {rememberPeople} from '../../../data/people/people.ts';
import {me as knownMe, useMe} from '../../../data/session/session.ts';
import {useCurrentTeam, useTeams} from '../../../data/teams/teams.ts';
import {server} from '../../../lib/server.ts';
import {useDebounced} from '../../../lib/use-debounced.ts';
import styles from './switcher.module.css';
import {$switcherOpen} from './switcher-state.ts';

type Target = {channel: ServerChannel} | {person: UserProfile};

/** The most channels and people shown at once. */
const MOST = 12;

/** Finds channels and people by name. */
export default function SwitcherDialog() {
  const team = useCurrentTeam();
  const teams = useTeams();
  const me = useMe();
  const channels = useChannels();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const term = useDebounced(query.trim().replace(/^[@~]/, ''));
  const close = () => $switcherOpen.set(false);
  const {data: people = []} = useQuery({
    queryKey: ['switcher-people', term],
    queryFn: async () => {
      const found = await server.searchUsers(term, {limit: MOST});
      rememberPeople(found);
      return found;
    },
    enabled: term !== '',
    placeholderData: (before) => before,
  });
  const matching = matchingChannels(channels, query.trim().replace(/^[@~]/, ''));
  const withDirect = new Set(matching.filter(({type}) => type === 'D').flatMap(({name}) => name.split('__')));
  const others = query.trim() === '' ? [] : people.filter(({id}) => !withDirect.has(id));
  const targets: Target[] = [
    ...matching.map((channel) => ({channel})),
    ...others.map((person) => ({person})),
  ].slice(0, MOST);

  async function open(target: Target) {
    close();
    if ('channel' in target) {
      const home = teams.find(({id}) => id === target.channel.team_id) ?? team;
      navigate(channelPath(home, target.channel, me));
      return;
    }
    const path = await openDirect(team, [target.person.id]);
    if (path) navigate(path);
  }

  return (
    <Dialog title={t`Find channels and people`} onClose={close}>
      <DialogBody>
        <Chooser
          label={t`Channels and people`}
          placeholder={t`Type a name`}
          items={targets}
          keyOf={(target) => ('channel' in target ? target.channel.id : target.person.id)}
          query={query}
          onQuery={setQuery}
          none={t`No results`}
          onChoose={(target) => void open(target)}
          render={(target) =>
            'person' in target ? (
              <PersonLine person={target.person} />
            ) : (
              <>
                <span className={styles.icon}>
                  <ChannelIcon channel={target.channel} />
                </span>
                <span className={styles.name}>{channelName(target.channel, me)}</span>
                {target.channel.team_id !== '' && target.channel.team_id !== team.id && (
                  <span className={styles.team}>
                    {teams.find(({id}) => id === target.channel.team_id)?.display_name}
                  </span>
                )}
              </>
            )
          }
        />
      </DialogBody>
    </Dialog>
  );
}

/** The person's channels that match: names that start with the term first, then the most recent. */
function matchingChannels(channels: Channels, term: string): ServerChannel[] {
  const lower = term.toLowerCase();
  const own = knownMe();
  const scored = Object.values(channels)
    .filter(({delete_at}) => delete_at === 0)
    .map((channel) => {
      const name = channelName(channel, own).toLowerCase();
      const begins = name.startsWith(lower) || channel.name.startsWith(lower);
      return {channel, rank: begins ? 0 : name.includes(lower) || channel.name.includes(lower) ? 1 : 2};
    });
  return scored
    .filter(({rank}) => rank < 2)
    .sort((a, b) => a.rank - b.rank || b.channel.last_post_at - a.channel.last_post_at)
    .map(({channel}) => channel);
}
