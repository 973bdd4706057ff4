import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import {useNavigate} from 'react-router';
import {Button} from '../../../components/ui/button.tsx';
import {Checkbox} from '../../../components/ui/checkbox.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../../components/ui/dialog.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {setNotifyProps} from '../../../data/channels/channel-actions.ts';
import {useChannelName} from '../../../data/channels/channel-names.ts';
import {useCollapsedThreads, useMembership} from '../../../data/channels/channels.ts';
import {useMe} from '../../../data/session/session.ts';
import {errorMessage} from '../../../lib/server.ts';
import {showError} from '../../../lib/toasts.ts';

/** The levels that a person can choose. The first one is their setting for all channels. */
function levels(ofAll = 'mention') {
  const own = [
    {value: 'all', label: t`All messages`},
    {value: 'mention', label: t`Mentions only`},
    {value: 'none', label: t`Nothing`},
  ];
  // In the words of the settings, where it also applies to direct messages.
  const usual =
    ofAll === 'mention'
      ? t`Mentions and direct messages`
      : (own.find(({value}) => value === ofAll)?.label ?? '');
  return [{value: 'default', label: t`Use my default: ${usual}`}, ...own];
}

/** The notification settings of a channel. Each change takes effect immediately. */
export default function NotificationsDialog({
  channel,
  onClose,
}: {
  channel: ServerChannel;
  onClose: () => void;
}) {
  const name = useChannelName(channel);
  const hasThreads = useCollapsedThreads();
  const navigate = useNavigate();
  const ofAll = useMe().notify_props;
  const props = useMembership(channel.id)?.notify_props ?? {};
  const set = (change: Record<string, string>) =>
    void setNotifyProps(channel.id, change).catch((error) => showError(errorMessage(error)));
  return (
    <Dialog title={t`Notifications for ${name}`} size="small" onClose={onClose}>
      <DialogBody>
        <Checkbox
          asSwitch
          label={t`Mute`}
          hint={t`New messages don't notify you or show the channel as unread. Mentions are still counted.`}
          checked={props.mark_unread === 'mention'}
          onChange={(event) => set({mark_unread: event.target.checked ? 'mention' : 'all'})}
        />
        <SelectField
          label={t`Desktop notifications`}
          options={levels(ofAll?.desktop)}
          value={props.desktop ?? 'default'}
          onChange={(chosen) => set({desktop: chosen})}
        />
        <SelectField
          label={t`Mobile notifications`}
          options={levels(ofAll?.push)}
          value={props.push ?? 'default'}
          onChange={(chosen) => set({push: chosen})}
        />
        {hasThreads && (
          <Checkbox
            asSwitch
            label={t`Follow all threads`}
            hint={t`Threads of this channel appear in your threads when someone replies.`}
            checked={props.channel_auto_follow_threads === 'on'}
            onChange={(event) => set({channel_auto_follow_threads: event.target.checked ? 'on' : 'off'})}
          />
        )}
        <Checkbox
          asSwitch
          label={t`Ignore @channel, @here and @all`}
          checked={props.ignore_channel_mentions === 'on'}
          onChange={(event) => set({ignore_channel_mentions: event.target.checked ? 'on' : 'off'})}
        />
      </DialogBody>
      <DialogFooter
        apart={
          <Button
            kind="quiet"
            onPress={() => {
              onClose();
              navigate('/_settings/notifications');
            }}
          >
            <Trans>Notification settings</Trans>
          </Button>
        }
      >
        <Button onPress={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
