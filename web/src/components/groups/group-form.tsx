import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {type FormEvent, useState} from 'react';
import {createGroup, type Group, renameGroup} from '../../data/groups/groups.ts';
import {errorMessage, errorPath} from '../../lib/server.ts';
import {PeopleChooser} from '../people/people-chooser.tsx';
import {TextField} from '../ui/field.tsx';
import {FormDialog} from '../ui/form-dialog.tsx';

/** How many people can be added to a new group. */
const MOST = 50;

/** Creates a group, or renames one. */
export function GroupForm({group, onClose}: {group: Group | undefined; onClose: () => void}) {
  const [displayName, setDisplayName] = useState(group?.display_name ?? '');
  // Follows the display name until the person changes it.
  const [ownName, setOwnName] = useState(group?.name);
  const [people, setPeople] = useState<UserProfile[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{path: string | undefined; text: string}>();
  const name = ownName ?? nameFrom(displayName);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (displayName.trim() === '') return setFailure({path: 'display_name', text: t`Enter a name.`});
    setBusy(true);
    setFailure(undefined);
    try {
      const names = {name, display_name: displayName.trim()};
      if (group) await renameGroup(group.id, names);
      else
        await createGroup(
          names,
          people.map(({id}) => id),
        );
      onClose();
    } catch (error) {
      setFailure({path: errorPath(error), text: errorMessage(error)});
      setBusy(false);
    }
  }

  const faultOf = (path: string) => (failure?.path === path ? failure.text : undefined);
  return (
    <FormDialog
      title={group ? t`Edit group` : t`Create group`}
      submitLabel={group ? t`Save` : t`Create group`}
      busy={busy}
      failure={['name', 'display_name'].includes(failure?.path ?? '') ? undefined : failure?.text}
      onSubmit={(event) => void submit(event as FormEvent)}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        required
        autoFocus
        maxLength={128}
        value={displayName}
        error={faultOf('display_name')}
        onChange={({target}) => setDisplayName(target.value)}
      />
      <TextField
        label={t`Mention`}
        hint={t`People write @ and this to mention the group.`}
        required
        maxLength={64}
        value={name}
        error={faultOf('name')}
        onChange={({target}) => setOwnName(target.value.toLowerCase())}
      />
      {!group && (
        <PeopleChooser label={t`Members`} chosen={people} onChange={setPeople} most={MOST} among={{}} />
      )}
    </FormDialog>
  );
}

/** A name for mentions that resembles the display name. */
function nameFrom(displayName: string): string {
  return displayName
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 64);
}
