import type {ServerChannel} from '@mattermost/types/channels';
import {Markdown} from '../../../components/markdown/markdown.tsx';
import {PanelBody, PanelFrame} from '../../../components/panels/panel-frame.tsx';
import {usePanel} from '../../../components/panels/use-panel.ts';
import {CopyButton} from '../../../components/ui/copy.tsx';
import {Icon, type IconName} from '../../../components/ui/icon.tsx';
import {useChannelStats} from '../../../data/channels/channel-members.ts';
import {channelPath, useChannelName} from '../../../data/channels/channel-names.ts';
import {useChannelFileCount} from '../../../data/files/channel-files.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import styles from './channel-info-panel.module.css';

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
  const {data: files} = useChannelFileCount(channel.id);
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
