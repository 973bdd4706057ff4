import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {Activity, useEffect, useState} from 'react';
import {useSearchParams} from 'react-router';
import {SidePanel} from '../../components/panels/panel-frame.tsx';
import {closePanel, usePanel} from '../../components/panels/use-panel.ts';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {LoadingState} from '../../components/ui/state.tsx';
import {useChannels} from '../../data/channels/channels.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {ChannelView} from './channel-view.tsx';
import styles from './open-channels.module.css';
import {$prepared, nextVisit, prepareAgain, startVisit, type Visit} from './prepared-channels.ts';

const ChannelPanel = lazyComponent(
  () => withCatalog('conversation', import('./panels/side-panel.tsx')),
  <LoadingState />,
);
const ThreadPanel = lazyComponent(
  () => import('../../components/threads/thread-panel.tsx'),
  <LoadingState />,
);

/**
 * The open channel with its side panel, and the prepared channels, which are hidden. React runs no effects in hidden
 * channels, so nothing is loaded or marked as read there. Without a channel, nothing is visible.
 */
export function OpenChannels({channel}: {channel: ServerChannel | undefined}) {
  const team = useCurrentTeam();
  const channels = useChannels();
  const panel = usePanel();
  const postId = useSearchParams()[0].get('post') ?? undefined;
  const prepared = useStore($prepared);
  const [visit, setVisit] = useState<Visit>();
  if (visit?.channelId !== channel?.id) setVisit(channel && nextVisit(channel.id));
  useEffect(() => {
    if (!visit) return undefined;
    startVisit(visit);
    return () => prepareAgain(visit.channelId);
  }, [visit]);
  const visits = [...(visit ? [visit] : []), ...prepared.filter((one) => one !== visit)];
  return (
    <div className={styles.view} data-panel={panel ? true : undefined} hidden={!channel}>
      {visits.map((one) => {
        const isOpen = one === visit;
        const shown = isOpen ? channel : channels[one.channelId];
        // Another team has other links, so its channels are not prepared.
        if (!shown || (shown.team_id !== '' && shown.team_id !== team.id)) return null;
        return (
          <Activity key={one.number} mode={isOpen ? 'visible' : 'hidden'}>
            <ChannelView
              channel={shown}
              isOpen={isOpen}
              panel={isOpen ? panel : undefined}
              postId={isOpen ? postId : undefined}
            />
          </Activity>
        );
      })}
      {panel && channel && (
        <SidePanel label={t`Side panel`} className={styles.panel} onClose={closePanel}>
          {panel.kind === 'thread' ? (
            <ThreadPanel
              key={panel.replyId ?? panel.rootId}
              rootId={panel.rootId}
              replyId={panel.replyId}
              onClose={closePanel}
            />
          ) : (
            <ChannelPanel panel={panel} channel={channel} onClose={closePanel} />
          )}
        </SidePanel>
      )}
    </div>
  );
}
