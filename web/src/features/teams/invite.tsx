import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {Button} from '../../components/button.tsx';
import {CopyField} from '../../components/copy.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/dialog.tsx';
import {ErrorNotice} from '../../components/notice.tsx';
import {tellDone} from '../../components/toast.tsx';
import {errorMessage, server} from '../../lib/server.ts';
import {PeopleChooser} from '../people/people-chooser.tsx';
import {useCurrentTeam} from './teams.ts';

/** At once. */
const MOST = 50;

/** Brings people into the team: those with an account at once, others by a link. */
export default function InviteDialog({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  const [chosen, setChosen] = useState<UserProfile[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function add() {
    setBusy(true);
    setFailure(undefined);
    try {
      await server.addUsersToTeam(
        team.id,
        chosen.map(({id}) => id),
      );
      tellDone(
        chosen.length === 1 ? 'One person was added to the team.' : `${chosen.length} people were added.`,
      );
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={`Invite people to ${team.display_name}`} onClose={onClose}>
      <DialogBody>
        {team.invite_id && (
          <CopyField
            label="Whoever opens this link can join"
            value={`${window.location.origin}/signup_user_complete/?id=${team.invite_id}`}
          />
        )}
        <PeopleChooser
          label="People with an account"
          chosen={chosen}
          onChange={setChosen}
          most={MOST}
          among={{not_in_team_id: team.id}}
        />
        <ErrorNotice text={failure} />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Close</Button>
        <Button kind="primary" busy={busy} isDisabled={chosen.length === 0} onPress={() => void add()}>
          Add to the team
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
