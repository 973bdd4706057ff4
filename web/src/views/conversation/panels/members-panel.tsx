import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {ChannelMembers} from '../../../components/channels/channel-members.tsx';
import {PanelBody, PanelFrame} from '../../../components/panels/panel-frame.tsx';
import {IconButton} from '../../../components/ui/icon-button.tsx';
import {useChannelName} from '../../../data/channels/channel-names.ts';
import {permissionFor, useHasChannelPermission} from '../../../data/channels/channels.ts';
import {openDirect} from '../../../data/channels/direct.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import AddMembersDialog from '../add-members.tsx';

/** The members of a channel. */
export function MembersPanel({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const name = useChannelName(channel);
  const [isAdding, setAdding] = useState(false);
  const isTeamChannel = channel.type === 'O' || channel.type === 'P';
  const mayManage = useHasChannelPermission(channel.id, permissionFor(channel, 'members')) && isTeamChannel;
  const mayChangeRoles = useHasChannelPermission(channel.id, 'manage_channel_roles') && isTeamChannel;

  async function message(userId: string) {
    const path = await openDirect(team, [userId]);
    if (path) navigate(path);
  }

  return (
    <PanelFrame
      title={t`Members`}
      subtitle={name}
      onClose={onClose}
      actions={
        mayManage && channel.delete_at === 0 ? (
          <IconButton icon="personAdd" label={t`Add people`} onPress={() => setAdding(true)} />
        ) : undefined
      }
    >
      <ChannelMembers
        channel={channel}
        mayRemove={mayManage === true}
        mayChangeRoles={mayChangeRoles === true}
        onMessage={({id}) => void message(id)}
        Body={PanelBody}
      />
      {isAdding && <AddMembersDialog channel={channel} onClose={() => setAdding(false)} />}
    </PanelFrame>
  );
}
