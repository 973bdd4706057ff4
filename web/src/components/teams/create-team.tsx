import type {Team} from '@mattermost/types/teams';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {addressName} from '../../data/channels/addresses.ts';
import {refreshChannels} from '../../data/channels/channels.ts';
import {refreshTeams} from '../../data/teams/teams.ts';
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
  /** What comes after it; by default the new team is shown. */
  onMade?: (team: Team) => void;
}

export default function CreateTeamDialog({onClose, onMade}: CreateTeamProps) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, watch, formState} = useForm<NewTeam>({
    defaultValues: {display_name: '', name: '', allow_open_invite: true},
  });
  const {errors, isSubmitting} = formState;
  const derived = addressName(watch('display_name'));

  async function create(team: NewTeam) {
    setFailure(undefined);
    try {
      const made = await server.createTeam({
        display_name: team.display_name.trim(),
        name: team.name || derived || `team-${Date.now().toString(36)}`,
        type: 'O',
        allow_open_invite: team.allow_open_invite,
      } as Team);
      await Promise.all([refreshTeams(), refreshChannels()]);
      onClose();
      if (onMade) onMade(made);
      else navigate(`/${made.name}`);
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <FormDialog
      title="Make a team"
      submitLabel="Make the team"
      busy={isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(create)}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        autoFocus
        maxLength={64}
        placeholder="Workshop"
        error={errors.display_name?.message}
        {...register('display_name', {validate: (name) => name.trim() !== '' || 'A team needs a name.'})}
      />
      <TextField
        label="Address"
        placeholder={derived}
        hint={`It is ${window.location.host}/${watch('name') || derived || '…'} and stays when the name changes.`}
        error={errors.name?.message}
        {...register('name', {
          pattern: {
            value: /^[a-z0-9][a-z0-9-]*[a-z0-9]$/,
            message:
              'At least two lower-case letters, digits or hyphens, with a letter or digit at both ends.',
          },
        })}
      />
      <Checkbox
        label="Anyone with an account may join"
        hint="Otherwise people need an invitation."
        {...register('allow_open_invite')}
      />
    </FormDialog>
  );
}
