import {t} from '@lingui/core/macro';
import {useNavigate} from 'react-router';
import {integrationsPath, useAccess} from '../../../components/integrations/sections.ts';
import {MenuItem, MenuSeparator} from '../../../components/ui/menu.tsx';
import {useIsOn} from '../../../data/system/client-config.ts';
import {useCurrentTeam, useHasTeamPermission} from '../../../data/teams/teams.ts';

/** A dialog that the menu of a team opens. */
export type TeamDialog = 'invite' | 'members' | 'groups' | 'settings' | 'leave';

/** The items of the menu of a team. */
export default function TeamItems({onDialog}: {onDialog: (dialog: TeamDialog) => void}) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const mayManage = useHasTeamPermission(team.id, 'manage_team');
  const mayAdd = useHasTeamPermission(team.id, 'add_user_to_team');
  const mayInvite = useHasTeamPermission(team.id, 'invite_guest') || mayAdd;
  const {emoji, ...integrations} = useAccess(team.id);
  const mayIntegrate = Object.values(integrations).some((one) => one === 'yes' || one === 'off');
  const withGroups = useIsOn('EnableCustomGroups');
  return (
    <>
      {mayInvite ? (
        <MenuItem icon="personAdd" onAction={() => onDialog('invite')}>
          {t`Invite people`}
        </MenuItem>
      ) : null}
      <MenuItem icon="people" onAction={() => onDialog('members')}>
        {t`Members`}
      </MenuItem>
      {withGroups ? (
        <MenuItem icon="at" onAction={() => onDialog('groups')}>
          {t`Groups`}
        </MenuItem>
      ) : null}
      {mayManage ? (
        <MenuItem icon="settings" onAction={() => onDialog('settings')}>
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
      <MenuItem icon="signOut" danger onAction={() => onDialog('leave')}>
        {t`Leave team`}
      </MenuItem>
    </>
  );
}
