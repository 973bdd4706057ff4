import type {ServerChannel} from '@mattermost/types/channels';
import {AddPeopleDialog} from '../../components/people/add-people-dialog.tsx';
import {refreshChannelMembers} from '../../data/channels/channel-members.ts';
import {server} from '../../lib/server.ts';

/** Adds people of the team to a channel. */
export default function AddMembersDialog({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  return (
    <AddPeopleDialog
      title={`Add people to ${channel.display_name}`}
      label="People of the team"
      among={{team_id: channel.team_id, not_in_channel_id: channel.id}}
      cancelLabel="Cancel"
      addLabel="Add"
      onAdd={async (userIds) => {
        await server.addToChannels(userIds, channel.id);
        await refreshChannelMembers(channel.id);
      }}
      onClose={onClose}
    />
  );
}
