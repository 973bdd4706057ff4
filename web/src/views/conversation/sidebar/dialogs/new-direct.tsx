import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {useNavigate} from 'react-router';
import {PeopleChooser} from '../../../../components/people/people-chooser.tsx';
import {Button} from '../../../../components/ui/button.tsx';
import {DialogBody, DialogFooter} from '../../../../components/ui/dialog.tsx';
import {InputDialog} from '../../../../components/ui/input-dialog.tsx';
import {openDirect} from '../../../../data/channels/direct.ts';
import {useClientConfig} from '../../../../data/system/client-config.ts';
import {useCurrentTeam} from '../../../../data/teams/teams.ts';

/** The maximum number of other people in a group channel. */
const MOST_OTHERS = 7;

/** Starts a direct message with one person, or with a group. */
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
    <InputDialog title={t`New direct message`} isChanged={chosen.length > 0} onClose={onClose}>
      <DialogBody>
        <p>
          <Trans>Choose one person, or up to {MOST_OTHERS} people for a group message.</Trans>
        </p>
        <PeopleChooser
          label={t({message: 'To', comment: 'The people to send a direct message to'})}
          chosen={chosen}
          onChange={setChosen}
          most={MOST_OTHERS}
          among={RestrictDirectMessage === 'team' ? {team_id: team.id} : {}}
        />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button kind="primary" busy={busy} isDisabled={chosen.length === 0} onPress={() => void open()}>
          <Trans>Start conversation</Trans>
        </Button>
      </DialogFooter>
    </InputDialog>
  );
}
