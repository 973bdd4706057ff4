import type {ServerChannel} from '@mattermost/types/channels';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {Button} from '../../components/ui/button.tsx';
import {ConfirmDialog} from '../../components/ui/confirm-dialog.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/ui/dialog.tsx';
import {TextArea, TextField} from '../../components/ui/field.tsx';
import {ErrorNotice} from '../../components/ui/notice.tsx';
import {channelPath} from '../../data/channels/channel-names.ts';
import {changeChannel, useMayInChannel} from '../../data/channels/channels.ts';
import {useMe} from '../../data/session/session.ts';
import {useCurrentTeam} from '../../data/teams/teams.ts';
import {errorMessage, server} from '../../lib/server.ts';

interface Values {
  display_name: string;
  name: string;
  purpose: string;
  header: string;
}

/** Names and texts of a channel, and whether it is private. Of a direct or group channel only the header. */
export default function ChannelSettingsDialog({
  channel,
  onClose,
}: {
  channel: ServerChannel;
  onClose: () => void;
}) {
  const team = useCurrentTeam();
  const me = useMe();
  const navigate = useNavigate();
  const isTeamChannel = channel.type === 'O' || channel.type === 'P';
  const mayConvert = useMayInChannel(
    channel.id,
    channel.type === 'P' ? 'convert_private_channel_to_public' : 'convert_public_channel_to_private',
  );
  const [converting, setConverting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const {display_name, name, purpose, header} = channel;
  const {register, handleSubmit, formState} = useForm<Values>({
    defaultValues: {display_name, name, purpose, header},
  });
  const {errors, isSubmitting} = formState;

  async function save(values: Values) {
    setFailure(undefined);
    try {
      const changed = await server.patchChannel(channel.id, isTeamChannel ? values : {header: values.header});
      changeChannel(channel.id, (before) => ({...before, ...changed}));
      onClose();
      if (changed.name !== channel.name) navigate(channelPath(team, changed, me), {replace: true});
    } catch (error) {
      setFailure(errorMessage(error));
    }
  }

  if (converting) {
    const toPrivate = channel.type === 'O';
    return (
      <ConfirmDialog
        title={toPrivate ? 'Make the channel private?' : 'Make the channel public?'}
        confirmLabel={toPrivate ? 'Make it private' : 'Make it public'}
        onClose={() => setConverting(false)}
        onConfirm={async () => {
          const changed = await server.updateChannelPrivacy(channel.id, toPrivate ? 'P' : 'O');
          changeChannel(channel.id, (before) => ({...before, ...changed}));
        }}
      >
        {toPrivate
          ? 'Who is in it stays in it. Others can no longer find or join it.'
          : 'Everybody in the team can then read all that was ever written in it.'}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={isTeamChannel ? 'Channel settings' : 'Change the header'} onClose={onClose} keepOpen>
      <form onSubmit={handleSubmit(save)} noValidate>
        <DialogBody>
          {isTeamChannel && (
            <>
              <TextField
                label="Name"
                required
                maxLength={64}
                error={errors.display_name?.message}
                {...register('display_name', {
                  validate: (text) => text.trim() !== '' || 'A channel needs a name.',
                })}
              />
              {channel.name !== 'town-square' && (
                <TextField
                  label="Address"
                  hint={`The last part of ${window.location.host}/${team.name}/channels/${channel.name}. Old links break if you change it.`}
                  error={errors.name?.message}
                  {...register('name', {
                    pattern: {
                      value: /^[a-z0-9][a-z0-9_-]*$/,
                      message: 'Lower-case letters, digits, - and _, with a letter or digit in front.',
                    },
                  })}
                />
              )}
              <TextArea label="Purpose" rows={2} maxLength={250} {...register('purpose')} />
            </>
          )}
          <TextArea
            label="Header"
            rows={2}
            maxLength={1024}
            hint="Stands at the top of the channel; Markdown is possible, for links above all."
            {...register('header')}
          />
          <ErrorNotice text={failure} />
        </DialogBody>
        <DialogFooter
          apart={
            isTeamChannel &&
            mayConvert &&
            channel.name !== 'town-square' && (
              <Button
                kind="quiet"
                icon={channel.type === 'O' ? 'lock' : 'globe'}
                onPress={() => setConverting(true)}
              >
                {channel.type === 'O' ? 'Make private' : 'Make public'}
              </Button>
            )
          }
        >
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isSubmitting}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
