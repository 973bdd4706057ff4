import {t} from '@lingui/core/macro';
import type {Team} from '@mattermost/types/teams';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {addressName} from '../../data/channels/addresses.ts';
import {refreshChannels} from '../../data/channels/channels.ts';
import {$newTeamId, refreshTeams} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {Checkbox} from '../ui/checkbox.tsx';
import {TextField} from '../ui/field.tsx';
import {FormDialog} from '../ui/form-dialog.tsx';

interface NewTeam {
  display_name: string;
  name: string;
  allow_open_invite: boolean;
}

interface CreateTeamProps {
  onClose: () => void;
  /** Called after the team is created. By default, opens the new team and its dialog to invite people. */
  onCreated?: (team: Team) => void;
}

export default function CreateTeamDialog({onClose, onCreated}: CreateTeamProps) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, watch, formState} = useForm<NewTeam>({
    defaultValues: {display_name: '', name: '', allow_open_invite: true},
  });
  const {errors, isSubmitting} = formState;
  const derived = addressName(watch('display_name'));
  const url = `${window.location.host}/${watch('name') || derived || '…'}`;

  async function create(team: NewTeam) {
    setFailure(undefined);
    try {
      const created = await server.createTeam({
        display_name: team.display_name.trim(),
        name: team.name || derived || `team-${Date.now().toString(36)}`,
        type: 'O',
        allow_open_invite: team.allow_open_invite,
      } as Team);
      // Call this first, because the home page redirects to a team as soon as there is one.
      onCreated?.(created);
      await Promise.all([refreshTeams(), refreshChannels()]);
      onClose();
      if (onCreated) return;
      $newTeamId.set(created.id);
      navigate(`/${created.name}`);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <FormDialog
      title={t`Create team`}
      submitLabel={t`Create team`}
      isChanged={formState.isDirty}
      busy={isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(create)}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        required
        autoFocus
        maxLength={64}
        placeholder={t`Engineering`}
        error={errors.display_name?.message}
        {...register('display_name', {validate: (name) => name.trim() !== '' || t`Enter a name.`})}
      />
      <TextField
        label={t`URL`}
        placeholder={derived}
        hint={t`The team will be at ${url}, even if you change its name later.`}
        error={errors.name?.message}
        {...register('name', {
          pattern: {
            value: /^[a-z0-9][a-z0-9-]*[a-z0-9]$/,
            message: t`Use at least two lowercase letters, digits or hyphens, with a letter or digit at both ends.`,
          },
        })}
      />
      <Checkbox
        label={t`Anyone with an account can join`}
        hint={t`Otherwise, people need an invitation.`}
        {...register('allow_open_invite')}
      />
    </FormDialog>
  );
}
