import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {PickerField} from '../../../components/ui/picker-field.tsx';
import {server} from '../../../lib/server.ts';
import {type Entity, EntityChooser} from '../entity-chooser.tsx';
import {refreshAdministration} from '../use-change.ts';

interface AddToTeamProps {
  user: UserProfile;
  /** The teams that the user is a member of. */
  without: readonly {id: string}[];
  onClose: () => void;
}

/** Adds a user to any team of the server. */
export default function AddToTeamDialog({user, without, onClose}: AddToTeamProps) {
  const name = user.username;
  const [team, setTeam] = useState<Entity>();
  const {run, reject, getError, state} = useDialogWork(onClose, ['team']);
  return (
    <FormDialog
      title={t`Add ${name} to a team`}
      submitLabel={t`Add to team`}
      size="small"
      isChanged={team !== undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!team) return reject('team', t`Select a team.`);
        void run(async () => {
          await server.addToTeam(team.id, user.id);
          await refreshAdministration();
        });
      }}
      {...state}
    >
      <PickerField
        label={t`Team`}
        required
        autoFocus
        chosen={team?.name ?? null}
        error={team ? undefined : getError('team')}
      >
        {(close) => (
          <EntityChooser
            label={t`Team`}
            kind="activeTeams"
            without={without}
            onChoose={(chosen) => {
              setTeam(chosen);
              close();
            }}
          />
        )}
      </PickerField>
    </FormDialog>
  );
}
