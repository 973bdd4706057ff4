import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
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

/** Edits a channel's name, purpose and header, and makes it private or public. A direct channel has only a header. */
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
  const address = `${window.location.host}/${team.name}/channels/${channel.name}`;

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
    const label = channel.display_name;
    return (
      <ConfirmDialog
        title={toPrivate ? t`Make ${label} private?` : t`Make ${label} public?`}
        confirmLabel={toPrivate ? t`Make private` : t`Make public`}
        onClose={() => setConverting(false)}
        onConfirm={async () => {
          const changed = await server.updateChannelPrivacy(channel.id, toPrivate ? 'P' : 'O');
          changeChannel(channel.id, (before) => ({...before, ...changed}));
        }}
      >
        {toPrivate
          ? t`Its members keep access. Other people can no longer find or join it.`
          : t`Anyone in the team can then read all of its messages, including old ones.`}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={isTeamChannel ? t`Channel settings` : t`Edit header`} onClose={onClose} keepOpen>
      <form onSubmit={handleSubmit(save)} noValidate>
        <DialogBody>
          {isTeamChannel && (
            <>
              <TextField
                label={t`Name`}
                required
                maxLength={64}
                error={errors.display_name?.message}
                {...register('display_name', {
                  validate: (text) => text.trim() !== '' || t`Enter a channel name.`,
                })}
              />
              {channel.name !== 'town-square' && (
                <TextField
                  label={t`URL`}
                  hint={t`The last part of ${address}. Old links stop working if you change it.`}
                  error={errors.name?.message}
                  {...register('name', {
                    pattern: {
                      value: /^[a-z0-9][a-z0-9_-]*$/,
                      message: t`Use lowercase letters, digits, - and _. Start with a letter or digit.`,
                    },
                  })}
                />
              )}
              <TextArea label={t`Purpose`} rows={2} maxLength={250} {...register('purpose')} />
            </>
          )}
          <TextArea
            label={t`Header`}
            rows={2}
            maxLength={1024}
            hint={t`Shown at the top of the channel. You can use Markdown, for example for links.`}
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
                {channel.type === 'O' ? t`Make private` : t`Make public`}
              </Button>
            )
          }
        >
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" busy={isSubmitting}>
            <Trans>Save</Trans>
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
