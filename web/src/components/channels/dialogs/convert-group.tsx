import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {addressName} from '../../../data/channels/addresses.ts';
import {channelPath} from '../../../data/channels/channel-names.ts';
import {addChannel} from '../../../data/channels/channels.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {errorMessage, server} from '../../../lib/server.ts';
import {Button} from '../../ui/button.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../ui/dialog.tsx';
import {TextField} from '../../ui/field.tsx';
import {FormDialog} from '../../ui/form-dialog.tsx';
import {SelectField} from '../../ui/select-field.tsx';
import {NotLoaded} from '../../ui/state.tsx';

interface ConvertedChannel {
  team: string;
  display_name: string;
  name: string;
}

/** Converts a group message into a private channel of a team that all of its members belong to. */
export default function ConvertGroupDialog({
  channel,
  onClose,
}: {
  channel: ServerChannel;
  onClose: () => void;
}) {
  const current = useCurrentTeam();
  const me = useMe();
  const navigate = useNavigate();
  const {
    data: teams,
    error,
    refetch,
  } = useQuery({
    queryKey: ['common-teams', channel.id],
    queryFn: async () => (await server.getGroupMessageMembersCommonTeams(channel.id)).data,
    staleTime: 0,
  });
  const [failure, setFailure] = useState<string>();
  const {register, handleSubmit, watch, setValue, formState} = useForm<ConvertedChannel>({
    defaultValues: {team: '', display_name: '', name: ''},
  });
  const {errors, isSubmitting} = formState;
  const title = t`Convert to private channel`;
  const derived = addressName(watch('display_name'));

  if (!teams || teams.length === 0) {
    return (
      <Dialog title={title} onClose={onClose}>
        <DialogBody>
          {teams ? (
            <p>
              <Trans>The people in this group have no team in common, so it can't become a channel.</Trans>
            </p>
          ) : (
            <NotLoaded error={error} onRetry={() => void refetch()} />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onPress={onClose}>
            <Trans>Close</Trans>
          </Button>
        </DialogFooter>
      </Dialog>
    );
  }

  const first = teams.find(({id}) => id === current.id) ?? teams[0]!;
  const team = teams.find(({id}) => id === watch('team')) ?? first;

  async function convert({display_name, name}: ConvertedChannel) {
    setFailure(undefined);
    try {
      const {data} = await server.convertGroupMessageToPrivateChannel(
        channel.id,
        team.id,
        display_name.trim(),
        name || derived || `channel-${Date.now().toString(36)}`,
      );
      await addChannel(data as ServerChannel);
      onClose();
      navigate(channelPath(team, data, me));
    } catch (cause) {
      setFailure(errorMessage(cause));
    }
  }

  return (
    <FormDialog
      title={title}
      submitLabel={t`Convert`}
      isChanged={formState.isDirty}
      busy={isSubmitting}
      failure={failure}
      onSubmit={handleSubmit(convert)}
      onClose={onClose}
    >
      <p>
        <Trans>
          Its members and messages stay. People who are added later can read everything. You can't change it
          back to a group message.
        </Trans>
      </p>
      {teams.length > 1 && (
        <SelectField
          label={t`Team`}
          options={teams.map(({id, display_name}) => ({value: id, label: display_name}))}
          value={team.id}
          onChange={(id) => setValue('team', id, {shouldDirty: true})}
        />
      )}
      <TextField
        label={t`Name`}
        required
        autoFocus
        maxLength={64}
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
    </FormDialog>
  );
}
