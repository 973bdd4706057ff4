import type {ServerChannel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {Button} from '../../components/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/dialog.tsx';
import {ErrorNotice} from '../../components/notice.tsx';
import {queries} from '../../lib/queries.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {PeopleChooser} from '../people/people-chooser.tsx';

/** At once. */
const MOST = 50;

/** Adds people of the team to a channel. */
export default function AddMembersDialog({channel, onClose}: {channel: ServerChannel; onClose: () => void}) {
  const [chosen, setChosen] = useState<UserProfile[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function add() {
    setBusy(true);
    setFailure(undefined);
    try {
      await server.addToChannels(
        chosen.map(({id}) => id),
        channel.id,
      );
      await queries.invalidateQueries({queryKey: ['channel-members', channel.id]});
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={`Add people to ${channel.display_name}`} onClose={onClose}>
      <DialogBody>
        <PeopleChooser
          label="People of the team"
          chosen={chosen}
          onChange={setChosen}
          most={MOST}
          among={{team_id: channel.team_id, not_in_channel_id: channel.id}}
        />
        <ErrorNotice text={failure} />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" busy={busy} isDisabled={chosen.length === 0} onPress={() => void add()}>
          Add
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
