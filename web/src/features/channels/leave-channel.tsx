import type {Channel} from '@mattermost/types/channels';
import {useNavigate} from 'react-router';
import {ConfirmDialog} from '../../components/confirm-dialog.tsx';
import {server} from '../../lib/server.ts';
import {useMe} from '../../lib/session.ts';
import {useStore} from '../../lib/store.ts';
import {useCurrentTeam} from '../teams/teams.ts';
import {useChannelStats} from './channel-stats.ts';
import {dropChannel} from './channels.ts';
import {openChannel} from './reading.ts';

export function LeaveChannelDialog({channel, onClose}: {channel: Channel; onClose: () => void}) {
  const team = useCurrentTeam();
  const me = useMe();
  const navigate = useNavigate();
  const open = useStore(openChannel);
  const {data: stats} = useChannelStats(channel.id);
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
      {channel.type !== 'P'
        ? 'You can come back at any time.'
        : stats?.member_count === 1
          ? 'The channel is private, and you are the last one in it: nobody will see what was written there. If that is meant, archive it; if not, add somebody before you go.'
          : 'The channel is private: you can come back only if a member adds you.'}
    </ConfirmDialog>
  );
}
