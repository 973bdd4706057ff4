import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {addressName} from '../../../data/channels/addresses.ts';
import {channelPath} from '../../../data/channels/channel-names.ts';
import {addChannel} from '../../../data/channels/channels.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam, useHasTeamPermission} from '../../../data/teams/teams.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {Checkbox} from '../../ui/checkbox.tsx';
import {TextField} from '../../ui/field.tsx';
import {FormDialog} from '../../ui/form-dialog.tsx';

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
  const mayPublic = useHasTeamPermission(team.id, 'create_public_channel');
  const mayPrivate = useHasTeamPermission(team.id, 'create_private_channel');
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, watch, formState} = useForm<NewChannel>({
    defaultValues: {display_name: '', name: '', purpose: '', isPrivate: !mayPublic},
  });
  const {errors, isSubmitting} = formState;
  const derived = addressName(watch('display_name'));

  async function create(channel: NewChannel) {
    setFailure(undefined);
    try {
      const created = await server.createChannel({
        team_id: team.id,
        display_name: channel.display_name.trim(),
        // A display name without any letters a-z or digits gets a generated name.
        name: channel.name || derived || `channel-${Date.now().toString(36)}`,
        purpose: channel.purpose.trim(),
        type: channel.isPrivate ? 'P' : 'O',
      });
      await addChannel(created);
      onClose();
      navigate(channelPath(team, created, me));
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  return (
    <FormDialog
      title={t`Create channel`}
      submitLabel={t`Create channel`}
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
        placeholder={t`Release planning`}
        error={errors.display_name?.message}
        {...register('display_name', {
          validate: (name) => name.trim() !== '' || t`Enter a channel name.`,
        })}
      />
      <TextField
        label={t`URL`}
        placeholder={derived}
        hint={`${window.location.host}/${team.name}/channels/${watch('name') || derived || '…'}`}
        error={errors.name?.message}
        {...register('name', {
          pattern: {
            value: /^[a-z0-9][a-z0-9_-]*$/,
            message: t`Use lowercase letters, digits, - and _. Start with a letter or digit.`,
          },
        })}
      />
      <TextField
        label={t`Purpose`}
        maxLength={250}
        hint={t`What the channel is for. It helps people find the channel.`}
        {...register('purpose')}
      />
      <Checkbox
        label={t`Private`}
        hint={t`Only people who are added can find and see the channel.`}
        disabled={!mayPublic || !mayPrivate}
        {...register('isPrivate')}
      />
    </FormDialog>
  );
}
