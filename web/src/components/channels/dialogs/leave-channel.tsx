import {t} from '@lingui/core/macro';
import type {Channel} from '@mattermost/types/channels';
import {useStore} from '@nanostores/react';
import {useNavigate} from 'react-router';
import {useChannelStats} from '../../../data/channels/channel-members.ts';
import {removeChannel} from '../../../data/channels/channels.ts';
import {$openChannel} from '../../../data/channels/read-state.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {server} from '../../../lib/server.ts';
import {ConfirmDialog} from '../../ui/confirm-dialog.tsx';

export default function LeaveChannelDialog({channel, onClose}: {channel: Channel; onClose: () => void}) {
  const team = useCurrentTeam();
  const name = channel.display_name;
  const me = useMe();
  const navigate = useNavigate();
  const open = useStore($openChannel);
  const {data: stats} = useChannelStats(channel.id);
  async function leave() {
    await server.removeFromChannel(me.id, channel.id);
    if (open === channel.id) navigate(`/${team.name}`);
    removeChannel(channel.id);
  }
  return (
    <ConfirmDialog
      title={t`Leave ${name}?`}
      confirmLabel={t`Leave`}
      danger={channel.type === 'P'}
      onConfirm={leave}
      onClose={onClose}
    >
      {channel.type !== 'P'
        ? t`You can rejoin at any time.`
        : stats?.member_count === 1
          ? t`You are the last member of this private channel. If you leave, no one can read its messages. To keep it, archive it or add someone first.`
          : t`This channel is private. You can rejoin only if a member adds you.`}
    </ConfirmDialog>
  );
}
