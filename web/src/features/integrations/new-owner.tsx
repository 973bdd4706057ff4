import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {Button} from '../../components/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/dialog.tsx';
import {Panel} from '../../components/panel.tsx';
import {tellError} from '../../components/toast.tsx';
import {errorMessage} from '../../lib/server.ts';
import {PeopleChooser} from '../people/people-chooser.tsx';

interface NewOwnerProps {
  /** What gets an owner, as it is called. */
  name: string;
  /** Whom it can be given to, as the search of users takes it. */
  among: Record<string, unknown>;
  /** To whom it cannot be given: who has it already. */
  without: readonly string[];
  onGive: (owner: UserProfile) => Promise<void>;
}

/** Gives an integration to another person. `text` says what it means to own one. */
export function OwnerPanel({text, ...dialog}: NewOwnerProps & {text: string}) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Panel
      title="Owner"
      text={text}
      actions={
        <Button icon="person" onPress={() => setChoosing(true)}>
          Give it to somebody
        </Button>
      }
    >
      {isChoosing && <NewOwnerDialog {...dialog} onClose={() => setChoosing(false)} />}
    </Panel>
  );
}

function NewOwnerDialog({name, among, without, onGive, onClose}: NewOwnerProps & {onClose: () => void}) {
  const [chosen, setChosen] = useState<UserProfile[]>([]);
  const [busy, setBusy] = useState(false);
  const [owner] = chosen;
  async function give(): Promise<void> {
    if (!owner) return;
    setBusy(true);
    try {
      await onGive(owner);
      onClose();
    } catch (error) {
      tellError(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={`A new owner of ${name}`} onClose={onClose}>
      <DialogBody>
        <PeopleChooser
          label="To whom"
          chosen={chosen}
          onChange={setChosen}
          most={1}
          among={among}
          without={without}
        />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" isDisabled={!owner} busy={busy} onPress={() => void give()}>
          Give it
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
