import type {ServerChannel} from '@mattermost/types/channels';
import {useState} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {Icon} from '../../components/icon.tsx';
import {IconButton} from '../../components/icon-button.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../components/menu.tsx';
import {part} from '../../components/part.tsx';
import {Tag} from '../../components/tag.tsx';
import {tellError} from '../../components/toast.tsx';
import {errorMessage} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {DrawerButton} from '../frame/frame.tsx';
import {usePageTitle} from '../frame/page-title.ts';
import {Markdown} from '../markdown/markdown.tsx';
import {usePerson} from '../people/people.ts';
import {usePresence} from '../people/presence.ts';
import {usePanel} from '../posts/use-panel.ts';
import {SearchField} from '../search/search-field.tsx';
import {useMayInTeam} from '../teams/teams.ts';
import {ArchiveDialog} from './archive-channel.tsx';
import {setMuted} from './channel-actions.ts';
import styles from './channel-header.module.css';
import {ChannelIcon} from './channel-icon.tsx';
import {useChannelName} from './channel-names.ts';
import {useChannelStats} from './channel-stats.ts';
import {permissionFor, useMayInChannel, useMembership} from './channels.ts';
import {LeaveChannelDialog} from './leave-channel.tsx';
import {otherOf} from './other-of.ts';

const AddMembersDialog = part(() => import('./add-members.tsx'));
const ChannelSettingsDialog = part(() => import('./channel-settings.tsx'));
const NotificationsDialog = part(() => import('./channel-notifications.tsx'));

const PRESENCE_WORDS = {online: 'Online', away: 'Away', dnd: 'Do not disturb', offline: 'Offline'};

/** What the channel is, and the ways to everything about it. */
export function ChannelHeader({channel}: {channel: ServerChannel}) {
  const me = useMe();
  const [panel, openPanel] = usePanel();
  const name = useChannelName(channel);
  usePageTitle(name);
  const isDirect = channel.type === 'D';
  const other = usePerson(isDirect ? otherOf(channel, me.id) : '');
  const presence = usePresence(other && !other.is_bot ? other.id : '');
  const {data: stats, isPending} = useChannelStats(channel.id);
  const toggle = (kind: 'info' | 'members' | 'pinned') =>
    openPanel(panel?.kind === kind ? undefined : {kind});
  return (
    <header className={styles.header}>
      <DrawerButton />
      <div className={styles.main}>
        <div className={styles.line}>
          <span className={styles.icon}>
            <ChannelIcon channel={channel} />
          </span>
          <ChannelMenu channel={channel} name={name} />
          {other?.is_bot && <Tag>BOT</Tag>}
        </div>
        <div className={styles.about} data-may-be-empty={other?.is_bot || undefined}>
          {isDirect && presence && <span className={styles.presence}>{PRESENCE_WORDS[presence]}</span>}
          {!isDirect && stats && (
            <button
              type="button"
              className={styles.count}
              aria-label={`${stats.member_count} members`}
              aria-pressed={panel?.kind === 'members'}
              onClick={() => toggle('members')}
            >
              <Icon name="people" size={15} /> {stats.member_count}
            </button>
          )}
          {(stats?.pinnedpost_count ?? 0) > 0 && (
            <button
              type="button"
              className={styles.count}
              aria-label={`${stats!.pinnedpost_count} pinned messages`}
              aria-pressed={panel?.kind === 'pinned'}
              onClick={() => toggle('pinned')}
            >
              <Icon name="pin" size={15} /> {stats!.pinnedpost_count}
            </button>
          )}
          {/* Not before what stands left of it: it would be moved while it is read. */}
          {channel.header && !isPending && (
            <span className={styles.text}>
              <Markdown text={channel.header} inline />
            </span>
          )}
        </div>
      </div>
      <SearchField channel={channel} />
      <IconButton
        icon="bookmark"
        label="Saved messages"
        pressed={panel?.kind === 'saved'}
        onPress={() => openPanel(panel?.kind === 'saved' ? undefined : {kind: 'saved'})}
      />
      <IconButton
        icon="at"
        label="Recent mentions"
        pressed={panel?.kind === 'mentions'}
        onPress={() => openPanel(panel?.kind === 'mentions' ? undefined : {kind: 'mentions'})}
      />
      <IconButton
        icon="info"
        label="About this channel"
        pressed={panel?.kind === 'info'}
        onPress={() => toggle('info')}
      />
    </header>
  );
}

/** The name of the channel, which opens what can be done with it. */
function ChannelMenu({channel, name}: {channel: ServerChannel; name: string}) {
  const [dialog, setDialog] = useState<'settings' | 'add' | 'notifications' | 'leave' | 'archive'>();
  const [, openPanel] = usePanel();
  const membership = useMembership(channel.id);
  const isTeamChannel = channel.type === 'O' || channel.type === 'P';
  const mayAdd = useMayInChannel(channel.id, permissionFor(channel, 'members'));
  const mayChange = useMayInChannel(channel.id, permissionFor(channel, 'properties'));
  const mayArchive = useMayInChannel(channel.id, permissionFor(channel, 'delete'));
  const mayRestore = useMayInTeam(channel.team_id, 'manage_team');
  const isMuted = membership?.notify_props?.mark_unread === 'mention';
  const isArchived = channel.delete_at > 0;
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu
        label={name}
        placement="bottom start"
        trigger={
          <AriaButton className={styles.name}>
            <h1>{name}</h1>
            <Icon name="chevronDown" size={16} />
          </AriaButton>
        }
      >
        <MenuItem icon="info" onAction={() => openPanel({kind: 'info'})}>
          About this channel
        </MenuItem>
        {channel.type !== 'D' ? (
          <MenuItem icon="people" onAction={() => openPanel({kind: 'members'})}>
            Members
          </MenuItem>
        ) : null}
        {isTeamChannel && mayAdd && !isArchived ? (
          <MenuItem icon="personAdd" onAction={() => setDialog('add')}>
            Add people
          </MenuItem>
        ) : null}
        <MenuItem icon="pin" onAction={() => openPanel({kind: 'pinned'})}>
          Pinned messages
        </MenuItem>
        <MenuItem icon="file" onAction={() => openPanel({kind: 'files'})}>
          Files
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="bookmark" onAction={() => openPanel({kind: 'saved'})}>
          Saved messages
        </MenuItem>
        <MenuItem icon="at" onAction={() => openPanel({kind: 'mentions'})}>
          Recent mentions
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="bell" onAction={() => setDialog('notifications')}>
          Notifications
        </MenuItem>
        <MenuItem
          icon={isMuted ? 'bell' : 'bellOff'}
          onAction={() =>
            void setMuted(channel.id, !isMuted).catch((error) => tellError(errorMessage(error)))
          }
        >
          {isMuted ? 'Unmute' : 'Mute'}
        </MenuItem>
        {(isTeamChannel ? mayChange : true) && !isArchived ? (
          <MenuItem icon="settings" onAction={() => setDialog('settings')}>
            {isTeamChannel ? 'Channel settings' : 'Change the header'}
          </MenuItem>
        ) : null}
        {isTeamChannel && channel.name !== 'town-square' ? (
          <>
            <MenuSeparator />
            {(isArchived ? mayRestore : mayArchive) ? (
              <MenuItem icon="archive" danger onAction={() => setDialog('archive')}>
                {isArchived ? 'Restore the channel' : 'Archive the channel'}
              </MenuItem>
            ) : null}
            <MenuItem icon="signOut" danger onAction={() => setDialog('leave')}>
              Leave the channel
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {dialog === 'settings' && <ChannelSettingsDialog channel={channel} onClose={close} />}
      {dialog === 'add' && <AddMembersDialog channel={channel} onClose={close} />}
      {dialog === 'notifications' && <NotificationsDialog channel={channel} onClose={close} />}
      {dialog === 'leave' && <LeaveChannelDialog channel={channel} onClose={close} />}
      {dialog === 'archive' && <ArchiveDialog channel={channel} onClose={close} />}
    </>
  );
}
