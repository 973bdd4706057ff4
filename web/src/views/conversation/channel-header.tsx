import {i18n} from '@lingui/core';
import {msg, plural, t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {memo} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {ChannelIcon} from '../../components/channels/channel-icon.tsx';
import {DrawerButton} from '../../components/frame/frame.tsx';
import {usePageTitle} from '../../components/frame/page-header.tsx';
import {leaveField, useShortcut} from '../../components/keyboard/use-shortcut.ts';
import {Markdown} from '../../components/markdown/markdown.tsx';
import {type Panel, togglePanel} from '../../components/panels/use-panel.ts';
import {useLocalTime} from '../../components/people/local-time.ts';
import {StatusLine} from '../../components/people/status-emoji.tsx';
import {Icon} from '../../components/ui/icon.tsx';
import {IconButton} from '../../components/ui/icon-button.tsx';
import {lazyComponent} from '../../components/ui/lazy-component.tsx';
import {Menu} from '../../components/ui/menu.tsx';
import {Tag} from '../../components/ui/tag.tsx';
import {otherUserId} from '../../data/channels/addresses.ts';
import {useChannelStats} from '../../data/channels/channel-members.ts';
import {useChannelName} from '../../data/channels/channel-names.ts';
import {usePerson} from '../../data/people/people.ts';
import {usePresence} from '../../data/people/presence.ts';
import {useMe} from '../../data/session/session.ts';
import {withCatalog} from '../../lib/i18n.ts';
import {count} from '../../lib/numbers.ts';
import styles from './channel-header.module.css';
import {SearchField} from './search-field.tsx';

const ChannelItems = lazyComponent(() => withCatalog('conversation', import('./menus/channel-items.tsx')));

const PRESENCES = {
  online: msg`Online`,
  away: msg`Away`,
  dnd: msg`Do not disturb`,
  offline: msg`Offline`,
};

interface ChannelHeaderProps {
  channel: ServerChannel;
  panel: Panel | undefined;
}

/** The header of a channel, with its menu, search, and buttons for the panels. */
export const ChannelHeader = memo(function ChannelHeader({channel, panel}: ChannelHeaderProps) {
  const me = useMe();
  const name = useChannelName(channel);
  usePageTitle(name);
  const isDirect = channel.type === 'D';
  const other = usePerson(isDirect ? otherUserId(channel, me.id) : '');
  const localTime = useLocalTime(other && other.id !== me.id ? other : undefined);
  const presence = usePresence(other && !other.is_bot ? other.id : '');
  const {data: stats, isPending} = useChannelStats(channel.id);
  const memberCount = stats?.member_count ?? 0;
  const pinnedCount = stats?.pinnedpost_count ?? 0;
  const toggleInfo = () => togglePanel({kind: 'info'});
  useShortcut('channelInfo', () => {
    leaveField();
    toggleInfo();
  });
  return (
    <header className={styles.header}>
      <DrawerButton />
      <div className={styles.main}>
        <div className={styles.line}>
          <span className={styles.icon}>
            <ChannelIcon channel={channel} />
          </span>
          <ChannelMenu channel={channel} name={name} />
          {other?.is_bot && <Tag>{t`BOT`}</Tag>}
        </div>
        <div className={styles.about} data-may-be-empty={other?.is_bot || undefined}>
          {isDirect && presence && <span className={styles.presence}>{i18n._(PRESENCES[presence])}</span>}
          {localTime !== '' && (
            <span className={styles.presence}>
              <Trans>Local time: {localTime}</Trans>
            </span>
          )}
          {isDirect && <StatusLine userId={other?.id ?? ''} className={styles.presence} />}
          {!isDirect && stats && (
            <button
              type="button"
              className={styles.count}
              aria-label={plural(memberCount, {one: '# member', other: '# members'})}
              aria-pressed={panel?.kind === 'members'}
              onClick={() => togglePanel({kind: 'members'})}
            >
              <Icon name="people" size={15} /> {count(memberCount)}
            </button>
          )}
          {pinnedCount > 0 && (
            <button
              type="button"
              className={styles.count}
              aria-label={plural(pinnedCount, {
                one: '# pinned message',
                other: '# pinned messages',
              })}
              aria-pressed={panel?.kind === 'pinned'}
              onClick={() => togglePanel({kind: 'pinned'})}
            >
              <Icon name="pin" size={15} /> {count(pinnedCount)}
            </button>
          )}
          {/* Shown together with the counts before it. Otherwise, they would move it when they appear. */}
          {channel.header && !isPending && (
            <bdi className={styles.text}>
              <Markdown text={channel.header} inline />
            </bdi>
          )}
        </div>
      </div>
      <SearchField panel={panel} />
      <IconButton
        icon="bookmark"
        label={t`Saved messages`}
        pressed={panel?.kind === 'saved'}
        onPress={() => togglePanel({kind: 'saved'})}
      />
      <IconButton
        icon="at"
        label={t`Recent mentions`}
        pressed={panel?.kind === 'mentions'}
        onPress={() => togglePanel({kind: 'mentions'})}
      />
      <IconButton
        icon="info"
        label={channel.team_id === '' ? t`About this conversation` : t`About this channel`}
        pressed={panel?.kind === 'info'}
        onPress={toggleInfo}
      />
    </header>
  );
});

/** The name of the channel, which opens its menu. */
function ChannelMenu({channel, name}: {channel: ServerChannel; name: string}) {
  return (
    <Menu
      label={name}
      placement="bottom start"
      trigger={
        <AriaButton className={`${styles.name} touch-target`}>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <Icon name="chevronDown" size={16} />
        </AriaButton>
      }
      load={ChannelItems.load}
    >
      <ChannelItems channel={channel} />
    </Menu>
  );
}
