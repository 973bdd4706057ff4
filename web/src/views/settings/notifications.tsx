import {useEffect, useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {Checkbox} from '../../components/ui/checkbox.tsx';
import {SelectField, TextField} from '../../components/ui/field.tsx';
import {Notice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {useCollapsedThreads} from '../../data/channels/channels.ts';
import {setPreferences, usePreference} from '../../data/preferences/preferences.ts';
import {setMe, useMe} from '../../data/session/session.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {tellError} from '../../lib/toasts.ts';
import {useDebounced} from '../../lib/use-debounced.ts';

const LEVELS = [
  {value: 'all', label: 'All messages'},
  {value: 'mention', label: 'Mentions and direct messages'},
  {value: 'none', label: 'Nothing'},
];

/** What one is told of, and how. Each change takes effect at once. */
export default function Notifications() {
  return (
    <>
      <OnComputer />
      <OnPhone />
      <ByEmail />
      <Words />
    </>
  );
}

type NotifyProps = Record<string, string>;

/** What is set, and a function that sets more. It shows at once, and is taken back if the server refuses. */
function useNotifyProps(): [NotifyProps, (change: NotifyProps) => void] {
  const me = useMe();
  const props = (me.notify_props ?? {}) as unknown as NotifyProps;
  function set(change: NotifyProps) {
    const next = {...props, ...change} as unknown as typeof me.notify_props;
    setMe({...me, notify_props: next});
    server.patchMe({notify_props: next}).then(setMe, (error) => {
      setMe(me);
      tellError(errorMessage(error));
    });
  }
  return [props, set];
}

function OnComputer() {
  const [props, set] = useNotifyProps();
  const hasThreads = useCollapsedThreads();
  return (
    <Panel
      title="On this computer"
      text="Also while you look at something else. Channels can be set apart in their menu."
    >
      <Permission />
      <SelectField
        label="Tell me of"
        options={LEVELS}
        value={props.desktop ?? 'mention'}
        onChange={(event) => set({desktop: event.target.value})}
      />
      {hasThreads && (
        <Checkbox
          asSwitch
          label="Also of replies in threads that I follow"
          checked={props.desktop_threads !== 'mention'}
          onChange={(event) => set({desktop_threads: event.target.checked ? 'all' : 'mention'})}
        />
      )}
      <Checkbox
        asSwitch
        label="With a sound"
        checked={props.desktop_sound !== 'false'}
        onChange={(event) => set({desktop_sound: String(event.target.checked)})}
      />
    </Panel>
  );
}

/** Browsers ask first whether a site may notify. */
function Permission() {
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  if (permission === 'granted') return null;
  if (permission === 'denied') {
    return (
      <Notice kind="warning">
        This browser does not let Patchbay notify you. Allow it in the browser’s settings for this site.
      </Notice>
    );
  }
  return (
    <div>
      <Button icon="bell" onPress={() => void Notification.requestPermission().then(setPermission)}>
        Let this browser notify me
      </Button>
    </div>
  );
}

const PUSH_STATUSES = [
  {value: 'online', label: 'Always'},
  {value: 'away', label: 'While I am away or offline'},
  {value: 'offline', label: 'While I am offline'},
];

function OnPhone() {
  const [props, set] = useNotifyProps();
  return (
    <Panel title="On the phone" text="For apps that take notices of this server.">
      <SelectField
        label="Tell me of"
        options={LEVELS}
        value={props.push ?? 'mention'}
        onChange={(event) => set({push: event.target.value})}
      />
      {props.push !== 'none' && (
        <SelectField
          label="When"
          options={PUSH_STATUSES}
          value={props.push_status ?? 'away'}
          onChange={(event) => set({push_status: event.target.value})}
        />
      )}
    </Panel>
  );
}

/** Seconds in which mails are gathered, as the preference has them. */
const INTERVALS = [
  {value: '30', label: 'At once'},
  {value: '900', label: 'Every 15 minutes'},
  {value: '3600', label: 'Every hour'},
  {value: '0', label: 'Never'},
];

function ByEmail() {
  const [props, set] = useNotifyProps();
  const isOn = useIsOn('SendEmailNotifications');
  const interval = usePreference('notifications', 'email_interval', '30');
  const value = props.email === 'false' ? '0' : interval;
  return (
    <Panel
      title="By email"
      text={isOn ? 'Of mentions and direct messages while you are away.' : 'This server sends no email yet.'}
    >
      <SelectField
        label="Send email"
        options={INTERVALS}
        value={INTERVALS.some((one) => one.value === value) ? value : '30'}
        onChange={(event) => {
          const next = event.target.value;
          set({email: String(next !== '0')});
          setPreferences([{category: 'notifications', name: 'email_interval', value: next}]).catch((error) =>
            tellError(errorMessage(error)),
          );
        }}
      />
    </Panel>
  );
}

const COMMENTS = [
  {value: 'any', label: 'In threads that I began or wrote in'},
  {value: 'root', label: 'In threads that I began'},
  {value: 'never', label: 'Only where I am mentioned'},
];

function Words() {
  const me = useMe();
  const [props, set] = useNotifyProps();
  return (
    <Panel title="What counts as a mention" text={`@${me.username} always does.`}>
      <Keywords value={props.mention_keys ?? ''} onChange={(keys) => set({mention_keys: keys})} />
      {me.first_name && (
        <Checkbox
          asSwitch
          label={`My first name, “${me.first_name}”`}
          checked={props.first_name === 'true'}
          onChange={(event) => set({first_name: String(event.target.checked)})}
        />
      )}
      <Checkbox
        asSwitch
        label="@channel, @here and @all"
        checked={props.channel !== 'false'}
        onChange={(event) => set({channel: String(event.target.checked)})}
      />
      <SelectField
        label="Replies"
        options={COMMENTS}
        value={props.comments ?? 'never'}
        onChange={(event) => set({comments: event.target.value})}
      />
    </Panel>
  );
}

/** Milliseconds after the last key at which the words are kept. */
const PAUSE = 600;

function Keywords({value, onChange}: {value: string; onChange: (value: string) => void}) {
  const [text, setText] = useState(value.split(',').filter(Boolean).join(', '));
  const keys = useDebounced(
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean)
      .join(','),
    PAUSE,
  );
  useEffect(() => {
    if (keys !== value) onChange(keys);
  }, [keys]);
  return (
    <TextField
      label="Other words"
      placeholder="release, harbour"
      hint="Separated by commas. Messages with one of them count as mentions of you."
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
