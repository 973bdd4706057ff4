import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button as AriaButton} from 'react-aria-components/Button';
import {useNavigate} from 'react-router';
import {integrationsPath, useAccess} from '../../../components/integrations/sections.ts';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {Icon} from '../../../components/ui/icon.tsx';
import {lazyComponent} from '../../../components/ui/lazy-component.tsx';
import {Menu, MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {useMe} from '../../../data/session/session.ts';
import {useIsOn} from '../../../data/system/client-config.ts';
import {refreshTeams, useCurrentTeam, useHasTeamPermission} from '../../../data/teams/teams.ts';
import {withCatalog} from '../../../lib/i18n.ts';
import {server} from '../../../lib/server.ts';
import styles from './team-menu.module.css';

const GroupsDialog = lazyComponent(() =>
  withCatalog('pages', import('../../../components/groups/groups-dialog.tsx')),
);
const InviteDialog = lazyComponent(() =>
  withCatalog('pages', import('../../../components/invitations/invite-dialog.tsx')),
);
const TeamMembersDialog = lazyComponent(() => import('../../../components/teams/team-members.tsx'));
const TeamSettingsDialog = lazyComponent(() => import('../team-settings.tsx'));

/** The name of the team, which opens its menu. */
export function TeamMenu() {
  const team = useCurrentTeam();
  const name = team.display_name;
  const me = useMe();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<'invite' | 'members' | 'groups' | 'settings' | 'leave'>();
  const mayManage = useHasTeamPermission(team.id, 'manage_team');
  const mayAdd = useHasTeamPermission(team.id, 'add_user_to_team');
  const mayInvite = useHasTeamPermission(team.id, 'invite_guest') || mayAdd;
  const {emoji, ...integrations} = useAccess(team.id);
  const mayIntegrate = Object.values(integrations).some((one) => one === 'yes' || one === 'off');
  const withGroups = useIsOn('EnableCustomGroups');
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
      >
        {mayInvite ? (
          <MenuItem icon="personAdd" onAction={() => setDialog('invite')}>
            {t`Invite people`}
          </MenuItem>
        ) : null}
        <MenuItem icon="people" onAction={() => setDialog('members')}>
          {t`Members`}
        </MenuItem>
        {withGroups ? (
          <MenuItem icon="at" onAction={() => setDialog('groups')}>
            {t`Groups`}
          </MenuItem>
        ) : null}
        {mayManage ? (
          <MenuItem icon="settings" onAction={() => setDialog('settings')}>
            {t`Team settings`}
          </MenuItem>
        ) : null}
        {mayIntegrate ? (
          <MenuItem icon="hook" onAction={() => navigate(integrationsPath(team.name))}>
            {t`Integrations`}
          </MenuItem>
        ) : null}
        {emoji === 'yes' ? (
          <MenuItem icon="emoji" onAction={() => navigate(integrationsPath(team.name, 'emoji'))}>
            {t`Custom emoji`}
          </MenuItem>
        ) : null}
        <MenuSeparator />
        <MenuItem icon="signOut" danger onAction={() => setDialog('leave')}>
          {t`Leave team`}
        </MenuItem>
      </Menu>
      {dialog === 'invite' && <InviteDialog onClose={close} />}
      {dialog === 'members' && <TeamMembersDialog onClose={close} />}
      {dialog === 'groups' && <GroupsDialog onClose={close} />}
      {dialog === 'settings' && <TeamSettingsDialog onClose={close} />}
      {dialog === 'leave' && (
        <ConfirmDialog
          title={t`Leave ${name}?`}
          confirmLabel={t`Leave team`}
          danger
          onClose={close}
          onConfirm={async () => {
            await server.removeFromTeam(team.id, me.id);
            await refreshTeams();
            navigate('/');
          }}
        >
          <Trans>You also leave all of its channels. You may need an invitation to rejoin.</Trans>
        </ConfirmDialog>
      )}
    </header>
  );
}
