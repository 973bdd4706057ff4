import {useState} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {Icon} from '../../../components/ui/icon.tsx';
import {lazyComponent, lazyDialog} from '../../../components/ui/lazy-component.tsx';
import {Menu} from '../../../components/ui/menu.tsx';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import type {TeamDialog} from '../menus/team-items.tsx';
import styles from './team-menu.module.css';

const GroupsDialog = lazyDialog(() =>
  withCatalog('pages', import('../../../components/groups/groups-dialog.tsx')),
);
const InviteDialog = lazyDialog(() =>
  withCatalog('pages', import('../../../components/invitations/invite-dialog.tsx')),
);
const LeaveTeamDialog = lazyComponent(() => withCatalog('conversation', import('../menus/leave-team.tsx')));
const TeamItems = lazyComponent(() => withCatalog('conversation', import('../menus/team-items.tsx')));
const TeamMembersDialog = lazyDialog(() => import('../../../components/teams/team-members.tsx'));
const TeamSettingsDialog = lazyDialog(() =>
  withCatalog('conversation', import('../menus/team-settings.tsx')),
);

/** The name of the team, which opens its menu. */
export function TeamMenu() {
  const {display_name: name} = useCurrentTeam();
  const [dialog, setDialog] = useState<TeamDialog>();
  const close = () => setDialog(undefined);
  return (
    <header className={styles.header}>
      <Menu
        label={name}
        placement="bottom start"
        trigger={
          <AriaButton className={styles.button}>
            <h1 className={styles.name}>
              <bdi>{name}</bdi>
            </h1>
            <Icon name="chevronDown" size={16} />
          </AriaButton>
        }
        load={TeamItems.load}
      >
        <TeamItems onDialog={setDialog} />
      </Menu>
      {dialog === 'invite' && <InviteDialog onClose={close} />}
      {dialog === 'members' && <TeamMembersDialog onClose={close} />}
      {dialog === 'groups' && <GroupsDialog onClose={close} />}
      {dialog === 'settings' && <TeamSettingsDialog onClose={close} />}
      {dialog === 'leave' && <LeaveTeamDialog onClose={close} />}
    </header>
  );
}
