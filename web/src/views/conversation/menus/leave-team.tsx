import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useNavigate} from 'react-router';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {useMe} from '../../../data/session/session.ts';
import {refreshTeams, useCurrentTeam} from '../../../data/teams/teams.ts';
import {server} from '../../../lib/server.ts';

export default function LeaveTeamDialog({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  const name = team.display_name;
  const me = useMe();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={t`Leave ${name}?`}
      confirmLabel={t`Leave team`}
      danger
      onClose={onClose}
      onConfirm={async () => {
        await server.removeFromTeam(team.id, me.id);
        await refreshTeams();
        navigate('/');
      }}
    >
      <Trans>You also leave all of its channels. You may need an invitation to rejoin.</Trans>
    </ConfirmDialog>
  );
}
