import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useState} from 'react';
import {useForm} from 'react-hook-form';
import {useNavigate} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {ColorField} from '../../../components/ui/color-field.tsx';
import {ConfirmDialog} from '../../../components/ui/confirm-dialog.tsx';
import {DialogBody, DialogFooter} from '../../../components/ui/dialog.tsx';
import {TextArea, TextField} from '../../../components/ui/field.tsx';
import {useDialogWork} from '../../../components/ui/form-dialog.tsx';
import {InputDialog} from '../../../components/ui/input-dialog.tsx';
import {ErrorNotice} from '../../../components/ui/notice.tsx';
import {isTownSquare} from '../../../data/channels/addresses.ts';
import {channelPath} from '../../../data/channels/channel-names.ts';
import {changeChannel, permissionFor, useHasChannelPermission} from '../../../data/channels/channels.ts';
import {useMe} from '../../../data/session/session.ts';
import {useCurrentTeam} from '../../../data/teams/teams.ts';
import {server} from '../../../lib/server.ts';
import ChannelBanner from './channel-banner.tsx';
import styles from './channel-settings.module.css';

interface Values {
  display_name: string;
  name: string;
  purpose: string;
  header: string;
  banner: {enabled: boolean; text: string; background_color: string};
}

/** Amber. Text is readable on it, and it looks like neither an error nor a success. */
const BANNER_COLOR = '#f2a93b';

/**
 * Edits a channel's name, purpose, header and banner, and makes it private or public, if the person has permission. A
 * direct channel only has a header.
 */
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
  const mayChange =
    useHasChannelPermission(channel.id, permissionFor(channel, 'properties')) || !isTeamChannel;
  const mayChangeBanner =
    useHasChannelPermission(channel.id, permissionFor(channel, 'banner')) && isTeamChannel;
  const mayConvert = useHasChannelPermission(
    channel.id,
    channel.type === 'P' ? 'convert_private_channel_to_public' : 'convert_public_channel_to_private',
  );
  const [converting, setConverting] = useState(false);
  const {run, state} = useDialogWork(onClose);
  const {display_name, name, purpose, header} = channel;
  const {enabled = false, text = '', background_color = ''} = channel.banner_info ?? {};
  const {register, handleSubmit, watch, formState} = useForm<Values>({
    defaultValues: {
      ...{display_name, name, purpose, header},
      banner: {enabled, text, background_color: background_color || BANNER_COLOR},
    },
  });
  const {errors} = formState;
  const banner = watch('banner');
  const address = `${window.location.host}/${team.name}/channels/${channel.name}`;

  async function save({banner: banner_info, header, ...names}: Values) {
    const changed = await server.patchChannel(channel.id, {
      ...(mayChange && {header, ...(isTeamChannel && names)}),
      ...(mayChangeBanner && (banner_info.enabled || channel.banner_info) && {banner_info}),
    });
    changeChannel(channel.id, (before) => ({...before, ...changed}));
    if (changed.name !== channel.name) navigate(channelPath(team, changed, me), {replace: true});
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
    <InputDialog
      title={isTeamChannel ? t`Channel settings` : t`Edit header`}
      isChanged={formState.isDirty}
      onClose={onClose}
    >
      <form onSubmit={handleSubmit((values) => run(() => save(values)))} noValidate>
        <DialogBody>
          {mayChange && isTeamChannel && (
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
              {!isTownSquare(channel) && (
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
          {mayChange && (
            <TextArea
              label={t`Header`}
              rows={2}
              maxLength={1024}
              hint={t`Shown at the top of the channel. You can use Markdown, for example for links.`}
              {...register('header')}
            />
          )}
          {mayChangeBanner && (
            <>
              <Checkbox
                label={t`Show a banner`}
                hint={t`A colored line below the channel header, for something that everyone has to know.`}
                {...register('banner.enabled')}
              />
              {banner.enabled && (
                <div className={styles.banner}>
                  <TextArea
                    label={t`Banner text`}
                    required
                    rows={2}
                    maxLength={1024}
                    hint={t`You can use Markdown, for example for links.`}
                    error={errors.banner?.text?.message}
                    {...register('banner.text', {
                      validate: (text, values) =>
                        !values.banner.enabled || text.trim() !== '' || t`Enter a text for the banner.`,
                    })}
                  />
                  <ColorField label={t`Banner color`} {...register('banner.background_color')} />
                  {banner.text.trim() !== '' && (
                    <div className={styles.preview}>
                      <ChannelBanner banner={banner} />
                    </div>
                  )}
                </div>
              )}
            </>
          )}
          <ErrorNotice text={state.failure} />
        </DialogBody>
        <DialogFooter
          apart={
            isTeamChannel &&
            mayConvert &&
            !isTownSquare(channel) && (
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
          <Button kind="primary" type="submit" busy={state.busy}>
            <Trans>Save</Trans>
          </Button>
        </DialogFooter>
      </form>
    </InputDialog>
  );
}
