import {t} from '@lingui/core/macro';
import {useNavigate} from 'react-router';
import {integrationsPath, useAccess} from '../../../components/integrations/sections.ts';
import {MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {useIsOn} from '../../../data/system/client-config.ts';
import {useCurrentTeam, useHasTeamPermission, useMayInvite} from '../../../data/teams/teams.ts';
import {openTeamDialog} from '../team-dialogs.tsx';

/** The items of the menu of a team. */
export default function TeamItems() {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const mayManage = useHasTeamPermission(team.id, 'manage_team');
  const mayInvite = useMayInvite(team.id);
  const {emoji, ...integrations} = useAccess(team.id);
  const mayIntegrate = Object.values(integrations).some((one) => one === 'yes' || one === 'off');
  const withGroups = useIsOn('EnableCustomGroups');
  return (
    <>
      {mayInvite ? (
        <MenuItem icon="personAdd" onAction={() => openTeamDialog('invite')}>
          {t`Invite people`}
        </MenuItem>
      ) : null}
      <MenuItem icon="people" onAction={() => openTeamDialog('members')}>
        {t`Members`}
      </MenuItem>
      {withGroups ? (
        <MenuItem icon="at" onAction={() => openTeamDialog('groups')}>
          {t`Groups`}
        </MenuItem>
      ) : null}
      {mayManage ? (
        <MenuItem icon="settings" onAction={() => openTeamDialog('settings')}>
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
      <MenuItem icon="signOut" danger onAction={() => openTeamDialog('leave')}>
        {t`Leave team`}
      </MenuItem>
    </>
  );
}
