import {t} from '@lingui/core/macro';
import type {Team} from '@mattermost/types/teams';
import {useForm} from 'react-hook-form';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {FormDialog, useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {refreshTeams} from '../../../data/teams/teams.ts';
import {server} from '../../../lib/server.ts';
import {refreshAdministration} from '../use-change.ts';

const FIELDS = ['display_name', 'description'] as const;

/** Edits the name and description of a team. The administrator doesn't have to be one of its members. */
export default function EditTeamDialog({team, onClose}: {team: Team; onClose: () => void}) {
  const name = team.display_name;
  const {run, getError, state} = useDialogWork(onClose, FIELDS);
  const {register, handleSubmit, formState} = useForm({
    defaultValues: {display_name: name, description: team.description},
  });
  return (
    <FormDialog
      title={t`Edit ${name}`}
      submitLabel={t`Save`}
      isChanged={formState.isDirty}
      onSubmit={handleSubmit((values) =>
        run(async () => {
          await server.patchTeam({id: team.id, ...values});
          await Promise.all([refreshTeams(), refreshAdministration()]);
        }),
      )}
      {...state}
    >
      <TextField
        label={t`Name`}
        required
        autoFocus
        maxLength={64}
        error={formState.errors.display_name?.message ?? getError('display_name')}
        {...register('display_name', {
          validate: (text) => text.trim() !== '' || t`Enter a team name.`,
        })}
      />
      <TextArea
        label={t`Description`}
        rows={2}
        maxLength={255}
        error={getError('description')}
        {...register('description')}
      />
    </FormDialog>
  );
}
