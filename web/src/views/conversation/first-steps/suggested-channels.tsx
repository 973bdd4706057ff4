import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {Link} from 'react-router';
import {ChannelIcon} from '../../../components/channels/channel-icon.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {popularChannels} from '../../../data/channels/browse-channels.ts';
import {channelPath} from '../../../data/channels/channel-names.ts';
import {joinChannel, useChannels} from '../../../data/channels/channels.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import styles from './suggested-channels.module.css';

/** Channels of the team that many people are in, to join them. Guests can't join channels, so they see none. */
export default function SuggestedChannels() {
  const team = useCurrentTeam();
  // A channel that the person joins stays in the list, so that the others don't move.
  const {data: channels = []} = useQuery({
    queryKey: ['popular-channels', team.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => popularChannels(team.id),
  });
  if (channels.length === 0) return null;
  return (
    <ul className={styles.channels} aria-label={t`Channels that many people are in`}>
      {channels.map((channel) => (
        <SuggestedChannel key={channel.id} channel={channel} />
      ))}
    </ul>
  );
}

function SuggestedChannel({channel}: {channel: ServerChannel}) {
  const team = useCurrentTeam();
  const me = useMe();
  const isMember = useChannels()[channel.id] !== undefined;
  const [isJoining, setJoining] = useState(false);
  const name = channel.display_name;

  async function join() {
    setJoining(true);
    try {
      await joinChannel(channel);
    } catch (error) {
      showError(errorMessage(error));
    } finally {
      setJoining(false);
    }
  }

  return (
    <li className={styles.channel}>
      <ChannelIcon channel={channel} />
      <Link className={styles.link} to={channelPath(team, channel, me)} title={channel.purpose || undefined}>
        <bdi className={styles.name}>{name}</bdi>
      </Link>
      {isMember ? (
        <span className={styles.state}>
          <Trans>Joined</Trans>
        </span>
      ) : (
        <Button size="small" busy={isJoining} aria-label={t`Join ${name}`} onPress={() => void join()}>
          <Trans>Join</Trans>
        </Button>
      )}
    </li>
  );
}
