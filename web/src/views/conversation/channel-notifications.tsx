import type {ServerChannel} from '@mattermost/types/channels';
import {Button} from '../../components/ui/button.tsx';
import {Checkbox} from '../../components/ui/checkbox.tsx';
import {Dialog, DialogBody, DialogFooter} from '../../components/ui/dialog.tsx';
import {SelectField} from '../../components/ui/field.tsx';
import {setNotifyProps} from '../../data/channels/channel-actions.ts';
import {useChannelName} from '../../data/channels/channel-names.ts';
import {useMembership} from '../../data/channels/channels.ts';
import {errorMessage} from '../../lib/server.ts';
import {tellError} from '../../lib/toasts.ts';

const LEVELS = [
  {value: 'default', label: 'As in my settings'},
  {value: 'all', label: 'All messages'},
  {value: 'mention', label: 'Mentions only'},
  {value: 'none', label: 'Nothing'},
];

/** What one is told of a channel. Each change takes effect at once. */
export default function NotificationsDialog({
  channel,
  onClose,
}: {
  channel: ServerChannel;
  onClose: () => void;
}) {
  const name = useChannelName(channel);
  const props = useMembership(channel.id)?.notify_props ?? {};
  const set = (change: Record<string, string>) =>
    void setNotifyProps(channel.id, change).catch((error) => tellError(errorMessage(error)));
  return (
    <Dialog title={`Notifications of ${name}`} size="small" onClose={onClose}>
      <DialogBody>
        <Checkbox
          asSwitch
          label="Mute"
          hint="New messages do not show the channel as unread, and the system tells of none. Mentions still count."
          checked={props.mark_unread === 'mention'}
          onChange={(event) => set({mark_unread: event.target.checked ? 'mention' : 'all'})}
        />
        <SelectField
          label="On this computer"
          options={LEVELS}
          value={props.desktop ?? 'default'}
          onChange={(event) => set({desktop: event.target.value})}
        />
        <SelectField
          label="On the phone"
          options={LEVELS}
          value={props.push ?? 'default'}
          onChange={(event) => set({push: event.target.value})}
        />
        <Checkbox
          label="Ignore @channel, @here and @all"
          checked={props.ignore_channel_mentions === 'on'}
          onChange={(event) => set({ignore_channel_mentions: event.target.checked ? 'on' : 'off'})}
        />
      </DialogBody>
      <DialogFooter>
        <Button onPress={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}
