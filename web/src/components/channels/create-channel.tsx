import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {addressName} from '../../data/channels/addresses.ts';
import {channelPath} from '../../data/channels/channel-names.ts';
import {takeOverChannel} from '../../data/channels/channels.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam, useMayInTeam} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {Checkbox} from '../ui/checkbox.tsx';
import {TextField} from '../ui/field.tsx';
import {FormDialog} from '../ui/form-dialog.tsx';

interface NewChannel {
  display_name: string;
  name: string;
  purpose: string;
  isPrivate: boolean;
}

export default function CreateChannelDialog({onClose}: {onClose: () => void}) {
  const team = useCurrentTeam();
  const me = useMe();
  const navigate = useNavigate();
  const mayPublic = useMayInTeam(team.id, 'create_public_channel');
  const mayPrivate = useMayInTeam(team.id, 'create_private_channel');
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, watch, formState} = useForm<NewChannel>({
    defaultValues: {display_name: '', name: '', purpose: '', isPrivate: !mayPublic},
  });
  const {errors, isSubmitting} = formState;
  const derived = addressName(watch('display_name'));

  async function create(channel: NewChannel) {
    setFailure(undefined);
    try {
      const made = await server.createChannel({
        team_id: team.id,
        display_name: channel.display_name.trim(),
        // A name in a script that addresses cannot spell gets one of letters.
        name: channel.name || derived || `channel-${Date.now().toString(36)}`,
        purpose: channel.purpose.trim(),
        type: channel.isPrivate ? 'P' : 'O',
      });
      await takeOverChannel(made);
      onClose();
      navigate(channelPath(team, made, me));
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <FormDialog
      title="Create a channel"
      submitLabel="Create the channel"
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
        placeholder="Release planning"
        error={errors.display_name?.message}
        {...register('display_name', {
          validate: (name) => name.trim() !== '' || 'A channel needs a name.',
        })}
      />
      <TextField
        label="Address"
        placeholder={derived}
        hint={`${window.location.host}/${team.name}/channels/${watch('name') || derived || '…'}`}
        error={errors.name?.message}
        {...register('name', {
          pattern: {
            value: /^[a-z0-9][a-z0-9_-]*$/,
            message: 'Lower-case letters, digits, - and _, with a letter or digit in front.',
          },
        })}
      />
      <TextField
        label="Purpose"
        maxLength={250}
        hint="What it is for, so that others find it."
        {...register('purpose')}
      />
      <Checkbox
        label="Private"
        hint="Only people who are added see it, and find it."
        disabled={!mayPublic || !mayPrivate}
        {...register('isPrivate')}
      />
    </FormDialog>
  );
}
