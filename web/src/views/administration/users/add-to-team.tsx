import {t} from '@lingui/core/macro';
import type {UserProfile} from '@mattermost/types/users';
import {useState} from 'react';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {server} from '../../../lib/server.ts';
import type {Entity} from '../entity-chooser.tsx';
import {TeamField} from '../team-field.tsx';
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
      <TeamField
        required
        autoFocus
        chosen={team}
        without={without}
        error={getError('team')}
        onChange={setTeam}
      />
    </FormDialog>
  );
}
