import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {PeopleChooser} from '../../components/people/people-chooser.tsx';
import {Button} from '../../components/ui/button.tsx';
import {DialogBody, DialogFooter} from '../../components/ui/dialog.tsx';
import {InputDialog} from '../../components/ui/input-dialog.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import type {PeopleFilter} from '../../data/people/people-search.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';

interface NewOwnerProps {
  /** The name of the integration. */
  name: string;
  /** Filters of the user search that select possible owners. */
  among: PeopleFilter;
  /** Ids of users who can't be chosen, such as the current owner. */
  without: readonly string[];
  onTransfer: (owner: UserProfile) => Promise<void>;
}

/** Transfers an integration to another person. `text` explains what an owner does. */
export function OwnerPanel({text, ...dialog}: NewOwnerProps & {text: string}) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <Panel
      title={t`Owner`}
      text={text}
      actions={
        <Button icon="person" onPress={() => setChoosing(true)}>
          <Trans>Transfer ownership</Trans>
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
      showError(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <InputDialog title={t`Transfer ${name}`} isChanged={chosen.length > 0} onClose={onClose}>
      <DialogBody>
        <PeopleChooser
          label={t`New owner`}
          chosen={chosen}
          onChange={setChosen}
          most={1}
          among={among}
          without={without}
        />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>{t`Cancel`}</Button>
        <Button kind="primary" isDisabled={!owner} busy={busy} onPress={() => void transfer()}>
          <Trans>Transfer</Trans>
        </Button>
      </DialogFooter>
    </InputDialog>
  );
}
