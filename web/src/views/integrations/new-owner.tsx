import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {PeopleChooser} from '../../components/people/people-chooser.tsx';
import {Button} from '../../components/ui/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/ui/dialog.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {errorMessage} from '../../lib/server.ts';
import {tellError} from '../../lib/toasts.ts';

interface NewOwnerProps {
  /** Of what is transferred. */
  name: string;
  /** The filter of the user search for who can own it. */
  among: Record<string, unknown>;
  /** Ids of users who cannot be chosen, such as the present owner. */
  without: readonly string[];
  onTransfer: (owner: UserProfile) => Promise<void>;
}

/** Transfers an integration to another person. `text` says what it means to own one. */
export function OwnerPanel({text, ...dialog}: NewOwnerProps & {text: string}) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Panel
      title="Owner"
      text={text}
      actions={
        <Button icon="person" onPress={() => setChoosing(true)}>
          Transfer ownership
        </Button>
      }
    >
      {isChoosing && <NewOwnerDialog {...dialog} onClose={() => setChoosing(false)} />}
    </Panel>
  );
}

function NewOwnerDialog({name, among, without, onTransfer, onClose}: NewOwnerProps & {onClose: () => void}) {
  const [chosen, setChosen] = useState<UserProfile[]>([]);
  const [busy, setBusy] = useState(false);
  const [owner] = chosen;
  async function transfer(): Promise<void> {
    if (!owner) return;
    setBusy(true);
    try {
      await onTransfer(owner);
      onClose();
    } catch (error) {
      tellError(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <Dialog title={`Transfer ${name}`} onClose={onClose}>
      <DialogBody>
        <PeopleChooser
          label="New owner"
          chosen={chosen}
          onChange={setChosen}
          most={1}
          among={among}
          without={without}
        />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Cancel</Button>
        <Button kind="primary" isDisabled={!owner} busy={busy} onPress={() => void transfer()}>
          Transfer
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
