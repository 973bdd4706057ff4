import {i18n} from '@lingui/core';
import {msg, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {Markdown} from '../../../components/markdown/markdown.tsx';
import {PanelBody, PanelFrame} from '../../../components/panels/panel-frame.tsx';
import {openPanel} from '../../../components/panels/use-panel.ts';
import PersonFacts from '../../../components/people/profile/person-facts.tsx';
import {CopyButton} from '../../../components/ui/copy.tsx';
import {Icon, type IconName} from '../../../components/ui/icon.tsx';
import {otherUserId} from '../../../data/channels/addresses.ts';
import {useChannelStats} from '../../../data/channels/channel-members.ts';
import {channelPath, useChannelName} from '../../../data/channels/channel-names.ts';
import {useChannelFileCount} from '../../../data/files/channel-files.ts';
import {useDates} from '../../../data/preferences/display.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {count} from '../../../lib/numbers.ts';
import styles from './channel-info-panel.module.css';

const TYPES = {
  O: msg`Public channel`,
  P: msg`Private channel`,
  D: msg`Direct messages`,
  G: msg`Group messages`,
  threads: msg`Threads`,
};

/** Information about a channel. */
export function ChannelInfoPanel({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const me = useMe();
  const team = useCurrentTeam();
  const dates = useDates();
  const name = useChannelName(channel);
  const {data: stats} = useChannelStats(channel.id);
  const {data: files} = useChannelFileCount(channel.id);
  return (
    <PanelFrame
      title={t({message: 'About', comment: 'Title of the panel with information about a channel'})}
      subtitle={name}
      onClose={onClose}
    >
      <PanelBody>
        {channel.type === 'D' && (
          <div className={styles.profile}>
            <PersonFacts userId={otherUserId(channel, me.id)} />
          </div>
        )}
        <div className={styles.ways}>
          {channel.type !== 'D' && (
            <PanelLink
              icon="people"
              label={t`Members`}
              count={stats?.member_count}
              onClick={() => openPanel({kind: 'members'})}
            />
          )}
          <PanelLink
            icon="pin"
            label={t`Pinned messages`}
            count={stats?.pinnedpost_count}
            onClick={() => openPanel({kind: 'pinned'})}
          />
          <PanelLink icon="file" label={t`Files`} count={files} onClick={() => openPanel({kind: 'files'})} />
        </div>
        <dl className={styles.facts}>
          {channel.purpose && (
            <div>
              <dt>
                <Trans>Purpose</Trans>
              </dt>
              <dd>
                <Markdown text={channel.purpose} />
              </dd>
            </div>
          )}
          {channel.header && (
            <div>
              <dt>
                <Trans>Header</Trans>
              </dt>
              <dd>
                <Markdown text={channel.header} />
              </dd>
            </div>
          )}
          <div>
            <dt>
              <Trans>Type</Trans>
            </dt>
            <dd>{i18n._(TYPES[channel.type])}</dd>
          </div>
          <div>
            <dt>
              <Trans>Created</Trans>
            </dt>
            <dd>{dates.date(channel.create_at)}</dd>
          </div>
          <Copyable
            term={t`Link`}
            label={t`Copy link`}
            value={`${window.location.origin}${channelPath(team, channel, me)}`}
          />
          <Copyable term={t`ID`} label={t`Copy ID`} value={channel.id} />
        </dl>
      </PanelBody>
    </PanelFrame>
  );
}

function PanelLink({
  icon,
  label,
  count: number,
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
      <span className={styles.count}>{number !== undefined && count(number)}</span>
      <Icon name="chevronRight" size={16} />
    </button>
  );
}

function Copyable({term, label, value}: {term: string; label: string; value: string}) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className={styles.copied}>
        <code>{value}</code>
        <CopyButton text={value} label={label} />
      </dd>
    </div>
  );
}
