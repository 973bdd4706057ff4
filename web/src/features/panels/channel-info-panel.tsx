import type {ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {CopyButton} from '../../components/copy.tsx';
import {Icon, type IconName} from '../../components/icon.tsx';
import {server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {useDates} from '../../lib/use-dates.ts';
import {channelPath, useChannelName} from '../channels/channel-names.ts';
import {useChannelStats} from '../channels/channel-stats.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {usePanel} from '../posts/use-panel.ts';
import {useCurrentTeam} from '../teams/teams.ts';
import styles from './channel-info-panel.module.css';
import {PanelBody, PanelFrame} from './panel-frame.tsx';

const KINDS = {
  O: 'Public channel',
  P: 'Private channel',
  D: 'Direct messages',
  G: 'Group messages',
  threads: 'Threads',
};

/** What a channel is. */
export function ChannelInfoPanel({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const dates = useDates();
  const name = useChannelName(channel);
  const [, openPanel] = usePanel();
  const {data: stats} = useChannelStats(channel.id);
  const {data: files} = useQuery({
    queryKey: ['channel-files', channel.id, 'count'],
    queryFn: async () => (await server.getChannelStats(channel.id, true)).files_count,
    staleTime: 0,
  });
  return (
    <PanelFrame title="About" subtitle={name} onClose={onClose}>
      <PanelBody>
        <div className={styles.ways}>
          {channel.type !== 'D' && (
            <Way
              icon="people"
              label="Members"
              count={stats?.member_count}
              onClick={() => openPanel({kind: 'members'})}
            />
          )}
          <Way
            icon="pin"
            label="Pinned messages"
            count={stats?.pinnedpost_count}
            onClick={() => openPanel({kind: 'pinned'})}
          />
          <Way icon="file" label="Files" count={files} onClick={() => openPanel({kind: 'files'})} />
        </div>
        <dl className={styles.facts}>
          {channel.purpose && (
            <div>
              <dt>Purpose</dt>
              <dd>
                <Markdown text={channel.purpose} />
              </dd>
            </div>
          )}
          {channel.header && (
            <div>
              <dt>Header</dt>
              <dd>
                <Markdown text={channel.header} />
              </dd>
            </div>
          )}
          <div>
            <dt>Kind</dt>
            <dd>{KINDS[channel.type]}</dd>
          </div>
          <div>
            <dt>Made on</dt>
            <dd>{dates.date(channel.create_at)}</dd>
          </div>
          <Copied term="Link" value={`${window.location.origin}${channelPath(team, channel, me)}`} />
          <Copied term="Id" value={channel.id} />
        </dl>
      </PanelBody>
    </PanelFrame>
  );
}

function Way({
  icon,
  label,
  count,
  onClick,
}: {
  icon: IconName;
  label: string;
  count: number | undefined;
  onClick: () => void;
}) {
  return (
    <button type="button" className={styles.way} onClick={onClick}>
      <Icon name={icon} />
      <span>{label}</span>
      <span className={styles.count}>{count}</span>
      <Icon name="chevronRight" size={16} />
    </button>
  );
}

function Copied({term, value}: {term: string; value: string}) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={styles.copied}>
        <code>{value}</code>
        <CopyButton text={value} label={`Copy: ${term}`} />
      </dd>
    </div>
  );
}
