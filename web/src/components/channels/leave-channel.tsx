import type {Channel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {useNavigate} from 'react-router';
import {useChannelStats} from '../../data/channels/channel-members.ts';
import {dropChannel} from '../../data/channels/channels.ts';
import {$openChannel} from '../../data/channels/read-state.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {server} from '../../lib/server.ts';
import {ConfirmDialog} from '../ui/confirm-dialog.tsx';

export function LeaveChannelDialog({channel, onClose}: {channel: Channel; onClose: () => void}) {
  const team = useCurrentTeam();
  const me = useMe();
  const navigate = useNavigate();
  const open = useStore($openChannel);
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
