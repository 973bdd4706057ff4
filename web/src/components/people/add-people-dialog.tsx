import type {UserProfile} from '@mattermost/types/users';
import {type ReactNode, useState} from 'react';
import type {PeopleFilter} from '../../data/people/people-search.ts';
import {errorMessage} from '../../lib/server.ts';
import {Button} from '../ui/button.tsx';
import {DialogBody, DialogFooter} from '../ui/dialog.tsx';
import {InputDialog} from '../ui/input-dialog.tsx';
import {ErrorNotice} from '../ui/notice.tsx';
import {PeopleChooser} from './people-chooser.tsx';

/** The maximum number of people who can be added at the same time. */
const MAX_PEOPLE = 50;

interface AddPeopleDialogProps {
  title: string;
  /** Describes the people to choose from. `among` filters the search for them. */
  label: string;
  among: PeopleFilter;
  /** Ids of people to leave out. */
  without?: readonly string[];
  cancelLabel: string;
  addLabel: string;
  onAdd: (userIds: string[]) => Promise<unknown>;
  onClose: () => void;
  /** Other ways to add people. */
  children?: ReactNode;
}

/** Adds people to a team, a channel or a group. */
export function AddPeopleDialog({
  title,
  label,
  among,
  without,
  cancelLabel,
  addLabel,
  onAdd,
  onClose,
  children,
}: AddPeopleDialogProps) {
  const [chosen, setChosen] = useState<UserProfile[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function add() {
    setBusy(true);
    setFailure(undefined);
    try {
      await onAdd(chosen.map(({id}) => id));
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  }
  return (
    <InputDialog title={title} isChanged={chosen.length > 0} onClose={onClose}>
      <DialogBody>
        {children}
        <PeopleChooser
          label={label}
          chosen={chosen}
          onChange={setChosen}
          most={MAX_PEOPLE}
          among={among}
          without={without}
        />
        <ErrorNotice text={failure} />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>{cancelLabel}</Button>
        <Button kind="primary" busy={busy} isDisabled={chosen.length === 0} onPress={() => void add()}>
          {addLabel}
        </Button>
      </DialogFooter>
    </InputDialog>
  );
}
