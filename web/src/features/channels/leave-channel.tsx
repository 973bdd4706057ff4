import type {Channel} from '@mattermost/types/channels';
import {useNavigate} from 'react-router';
import {ConfirmDialog} from '../../components/confirm-dialog.tsx';
import {server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {useStore} from '../../lib/store.ts';
import {useCurrentTeam} from '../teams/teams.ts';
import {dropChannel} from './channels.ts';
import {openChannel} from './reading.ts';

export function LeaveChannelDialog({channel, onClose}: {channel: Channel; onClose: () => void}) {
  const team = useCurrentTeam();
  const me = useMe();
  const navigate = useNavigate();
  const open = useStore(openChannel);
  async function leave() {
    await server.removeFromChannel(me.id, channel.id);
    if (open === channel.id) navigate(`/${team.name}`);
    dropChannel(channel.id);
  }
  return (
    <ConfirmDialog
      title={`Leave ${channel.display_name}?`}
      confirmLabel="Leave"
      danger={channel.type === 'P'}
      onConfirm={leave}
      onClose={onClose}
    >
      {channel.type === 'P'
        ? 'The channel is private: you can come back only if a member adds you.'
        : 'You can come back at any time.'}
    </ConfirmDialog>
  );
}
