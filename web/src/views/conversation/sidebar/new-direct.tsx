import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {PeopleChooser} from '../../../components/people/people-chooser.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../components/ui/dialog.tsx';
import {openDirect} from '../../../data/channels/direct.ts';
import {useClientConfig} from '../../../data/system/client-config.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';

/** Others in one group channel, beside oneself. */
const MOST_OTHERS = 7;

/** Finds who to write to: one person, or up to seven for a group. */
export default function NewDirectDialog({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  const navigate = useNavigate();
  const {RestrictDirectMessage} = useClientConfig();
  const [chosen, setChosen] = useState<UserProfile[]>([]);
  const [busy, setBusy] = useState(false);
  async function open() {
    setBusy(true);
    const path = await openDirect(
      team,
      chosen.map(({id}) => id),
    );
    setBusy(false);
    if (!path) return;
    onClose();
    navigate(path);
  }
  return (
    <Dialog title="New direct message" onClose={onClose}>
      <DialogBody>
        <p>Write to one person, or to a group of up to {MOST_OTHERS}.</p>
        <PeopleChooser
          label="To whom"
          chosen={chosen}
          onChange={setChosen}
          most={MOST_OTHERS}
          among={RestrictDirectMessage === 'team' ? {team_id: team.id} : {}}
        />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" busy={busy} isDisabled={chosen.length === 0} onPress={() => void open()}>
          Write
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
