import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {type FormEvent, useState} from 'react';
import {createGroup, renameGroup} from '../../data/groups/group-changes.ts';
import type {Group} from '../../data/groups/groups.ts';
import {foldText} from '../../lib/fold-text.ts';
import {PeopleChooser} from '../people/people-chooser.tsx';
import {FieldGroup, TextField} from '../ui/field.tsx';
import {FormDialog, useDialogWork} from '../ui/form-dialog.tsx';
import {useIsChanged} from '../ui/use-is-changed.ts';

/** How many people can be added to a new group. */
const MAX_PEOPLE = 50;

/** Creates a group, or renames one. */
export default function GroupForm({group, onClose}: {group: Group | undefined; onClose: () => void}) {
  const [displayName, setDisplayName] = useState(group?.display_name ?? '');
  // Follows the display name until the person changes it.
  const [ownName, setOwnName] = useState(group?.name);
  const [people, setPeople] = useState<UserProfile[]>([]);
  const {run, reject, getError, state} = useDialogWork(onClose, ['name', 'display_name']);
  const name = ownName ?? nameFrom(displayName);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (displayName.trim() === '') return reject('display_name', t`Enter a name.`);
    const names = {name, display_name: displayName.trim()};
    const ids = people.map(({id}) => id);
    await run(() => (group ? renameGroup(group.id, names) : createGroup(names, ids)));
  }

  return (
    <FormDialog
      title={group ? t`Edit group` : t`Create group`}
      submitLabel={group ? t`Save` : t`Create group`}
      onSubmit={(event) => void submit(event as FormEvent)}
      {...state}
      isChanged={useIsChanged(displayName, name, people)}
    >
      <TextField
        label={t`Name`}
        required
        autoFocus
        maxLength={128}
        value={displayName}
        error={getError('display_name')}
        onChange={({target}) => setDisplayName(target.value)}
      />
      <TextField
        label={t`Mention`}
        hint={t`People write @ and this to mention the group.`}
        required
        maxLength={64}
        value={name}
        error={getError('name')}
        onChange={({target}) => setOwnName(target.value.toLowerCase())}
      />
      {!group && (
        <FieldGroup label={t`Members`}>
          {() => (
            <PeopleChooser
              label={t`Members`}
              chosen={people}
              onChange={setPeople}
              most={MAX_PEOPLE}
              among={{}}
              autoFocus={false}
            />
          )}
        </FieldGroup>
      )}
    </FormDialog>
  );
}

/** A name for mentions that resembles the display name. */
function nameFrom(displayName: string): string {
  return foldText(displayName)
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);
}
