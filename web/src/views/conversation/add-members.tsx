import {t} from '@lingui/core/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {AddPeopleDialog} from '../../components/people/add-people-dialog.tsx';
import {refreshChannelMembers} from '../../data/channels/channel-members.ts';
import {server} from '../../lib/server.ts';

/** Adds team members to a channel. */
export default function AddMembersDialog({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const name = channel.display_name;
  return (
    <AddPeopleDialog
      title={t`Add people to ${name}`}
      label={t`Team members`}
      among={{team_id: channel.team_id, not_in_channel_id: channel.id}}
      cancelLabel={t`Cancel`}
      addLabel={t`Add`}
      onAdd={async (userIds) => {
        await server.addToChannels(userIds, channel.id);
        await refreshChannelMembers(channel.id);
      }}
      onClose={onClose}
    />
  );
}
