import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {useEffect, useState} from 'react';
import {Button} from '../../../components/ui/button.tsx';
import {joinChannel, loadedMembership} from '../../../data/channels/channels.ts';
import {catchUp, discardWindow, loadedWindow} from '../../../data/posts/channel-window.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';
import styles from '../channel-view.module.css';

/** In milliseconds. The server sends the events of a channel only to its members. */
const REFRESH = 15_000;

/** Shown instead of the composer of a public channel that the person reads without being a member. */
export default function JoinBar({channel}: {channel: ServerChannel}) {
  const channelId = channel.id;
  const name = channel.display_name;
  const [isJoining, setJoining] = useState(false);
  useQuery({
    queryKey: ['channel-preview', channelId],
    queryFn: () => catchUp(channelId).then(() => null),
    refetchInterval: REFRESH,
    staleTime: 0,
  });
  // The next visit loads the messages again, because nothing keeps them up to date.
  useEffect(
    () => () => {
      if (!loadedMembership(channelId)) discardWindow(channelId);
    },
    [channelId],
  );
  async function join() {
    setJoining(true);
    const knownIds = loadedWindow(channelId)?.ids;
    try {
      await joinChannel(channel);
      // For messages between the last refresh and the first event.
      await catchUp(channelId, knownIds);
    } catch (error) {
      showError(errorMessage(error));
      setJoining(false);
    }
  }
  return (
    <div className={styles.closed}>
      <p>
        <Trans>
          You are viewing <strong>{name}</strong>
        </Trans>
      </p>
      <Button kind="primary" busy={isJoining} onPress={() => void join()}>
        <Trans>Join channel</Trans>
      </Button>
    </div>
  );
}
