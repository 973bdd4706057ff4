import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {Button} from '../../components/ui/button.tsx';
import {Checkbox} from '../../components/ui/checkbox.tsx';
import {Notice} from '../../components/ui/notice.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {SelectField} from '../../components/ui/select-field.tsx';
import {useCollapsedThreads} from '../../data/channels/channels.ts';
import {getChosenSound, playSound, SOUND_NAMES} from '../../data/posts/notification-sounds.ts';
import {setPreferences, usePreference} from '../../data/preferences/preferences.ts';
import {changeMe, useMe} from '../../data/session/session.ts';
import {testPush, turnOffPush, turnOnPush, usePushState} from '../../data/session/web-push.ts';
import {useClientConfig, useIsOn} from '../../data/system/client-config.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError, showSuccess} from '../../lib/toasts.ts';
import {KeywordsField} from './keywords-field.tsx';
import {Schedule} from './notification-schedule.tsx';

const levels = () => [
  {value: 'all', label: t`All messages`},
  {value: 'mention', label: t`Mentions and direct messages`},
  {value: 'none', label: t`Nothing`},
];

/** Settings for notifications. Each change takes effect immediately. */
export default function Notifications() {
  return (
    <>
      <Schedule />
      <OnComputer />
      <WhileAway />
      <ByEmail />
      <Words />
    </>
  );
}

type NotifyProps = Record<string, string>;

/** The settings, and a function that changes some of them. */
function useNotifyProps(): [NotifyProps, (change: NotifyProps) => void] {
  const me = useMe();
  const props = (me.notify_props ?? {}) as unknown as NotifyProps;
  function set(change: NotifyProps) {
    changeMe({notify_props: {...props, ...change} as unknown as typeof me.notify_props});
  }
  return [props, set];
}

function OnComputer() {
  const [props, set] = useNotifyProps();
  const hasThreads = useCollapsedThreads();
  const level = props.desktop ?? 'mention';
  const isOn = level !== 'none';
  const isLoud = props.desktop_sound !== 'false';
  return (
    <Panel
      title={t`Desktop notifications`}
      text={t`Shown even when Patchbay is in the background. Each channel's menu has its own settings.`}
    >
      <Permission />
      <SelectField
        label={t`Notify me about`}
        options={levels()}
        value={level}
        onChange={(chosen) => set({desktop: chosen})}
      />
      {isOn && hasThreads && (
        <Checkbox
          asSwitch
          label={t`Include replies in threads I follow`}
          checked={props.desktop_threads !== 'mention'}
          onChange={(event) => set({desktop_threads: event.target.checked ? 'all' : 'mention'})}
        />
      )}
      {isOn && (
        <Checkbox
          asSwitch
          label={t`Play a sound`}
          checked={isLoud}
          onChange={(event) => set({desktop_sound: String(event.target.checked)})}
        />
      )}
      {isOn && isLoud && (
        <SelectField
          label={t`Sound`}
          options={SOUND_NAMES.map((name) => ({value: name, label: name}))}
          value={getChosenSound(props)}
          onChange={(name) => {
            void playSound(name);
            set({desktop_notification_sound: name});
          }}
        />
      )}
    </Panel>
  );
}

/** Browsers ask for permission before a site can show notifications. */
function Permission() {
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  );
  if (permission === 'granted') return null;
  if (permission === 'denied') {
    return (
      <Notice kind="warning">
        <Trans>
          This browser blocks notifications from Patchbay. Allow them in the browser's settings for this site.
        </Trans>
      </Notice>
    );
  }
  return (
    <div>
      <Button icon="bell" onPress={() => void Notification.requestPermission().then(setPermission)}>
        <Trans>Enable desktop notifications</Trans>
      </Button>
    </div>
  );
}

/** Whether this browser gets push notifications, which also arrive while no page of Patchbay is open. */
function InThisBrowser() {
  const state = usePushState();
  const [isBusy, setBusy] = useState(false);
  function run(work: Promise<unknown>) {
    setBusy(true);
    work.catch((error) => showError(errorMessage(error))).finally(() => setBusy(false));
  }
  if (state === undefined) return null;
  const isAvailable = state === 'on' || state === 'off';
  return (
    <>
      <Checkbox
        asSwitch
        label={t`Send push notifications to this browser`}
        hint={isAvailable ? undefined : <Unavailable reason={state} />}
        checked={state === 'on'}
        disabled={isBusy || !isAvailable}
        onChange={(event) => run(event.target.checked ? turnOnPush() : turnOffPush())}
      />
      {state === 'on' && (
        <div>
          <Button
            icon="bell"
            busy={isBusy}
            onPress={() => run(testPush().then(() => showSuccess(t`Test notification sent.`)))}
          >
            <Trans>Send test notification</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** Why this browser can't receive push notifications. */
function Unavailable({reason}: {reason: 'disabled' | 'unsupported' | 'blocked'}) {
  if (reason === 'disabled') return <Trans>Push notifications are turned off on this server.</Trans>;
  if (reason === 'blocked') return <Trans>This browser blocks notifications, see above.</Trans>;
  return (
    <Trans>
      This browser doesn't support push notifications. On an iPhone or iPad, add Patchbay to the home screen
      first.
    </Trans>
  );
}

const pushStatuses = () => [
  {value: 'online', label: t`Always`},
  {value: 'away', label: t`When I'm away or offline`},
  {value: 'offline', label: t`When I'm offline`},
];

/** The settings for mobile apps also apply to push notifications of browsers. */
function WhileAway() {
  const [props, set] = useNotifyProps();
  const hasThreads = useCollapsedThreads();
  const level = props.push ?? 'mention';
  const isOn = level !== 'none';
  return (
    <Panel
      title={t`Mobile and push notifications`}
      text={t`Shown by mobile apps, and by browsers even when Patchbay is closed.`}
    >
      <SelectField
        label={t`Notify me about`}
        options={levels()}
        value={level}
        onChange={(chosen) => set({push: chosen})}
      />
      {isOn && hasThreads && (
        <Checkbox
          asSwitch
          label={t`Include replies in threads I follow`}
          checked={props.push_threads !== 'mention'}
          onChange={(event) => set({push_threads: event.target.checked ? 'all' : 'mention'})}
        />
      )}
      {isOn && (
        <SelectField
          label={t`When`}
          options={pushStatuses()}
          value={props.push_status ?? 'away'}
          onChange={(chosen) => set({push_status: chosen})}
        />
      )}
      <InThisBrowser />
    </Panel>
  );
}

/** How often email is sent, in seconds, as stored in the preference. */
const intervals = () => [
  {value: '30', label: t`Immediately`},
  {value: '900', label: t`Every 15 minutes`},
  {value: '3600', label: t`Every hour`},
  {value: '0', label: t`Never`},
];

/** Only shown if the server sends these emails. */
function ByEmail() {
  const [props, set] = useNotifyProps();
  const isOn = useIsOn('SendEmailNotifications');
  const isBatched = useIsOn('EnableEmailBatching');
  const hasThreads = useCollapsedThreads();
  const interval = usePreference('notifications', 'email_interval', isBatched ? '900' : '30');
  if (!isOn) return null;
  const isWanted = props.email !== 'false';
  const options = intervals();
  return (
    <Panel title={t`Email notifications`} text={t`Sent for mentions and direct messages when you're away.`}>
      {isBatched ? (
        <SelectField
          label={t`Send email notifications`}
          options={options}
          value={!isWanted ? '0' : options.some((one) => one.value === interval) ? interval : '900'}
          onChange={(chosen) => {
            const next = chosen;
            set({email: String(next !== '0')});
            setPreferences([{category: 'notifications', name: 'email_interval', value: next}]).catch(
              (error) => showError(errorMessage(error)),
            );
          }}
        />
      ) : (
        <Checkbox
          asSwitch
          label={t`Send email notifications`}
          checked={isWanted}
          onChange={(event) => set({email: String(event.target.checked)})}
        />
      )}
      {isWanted && hasThreads && (
        <Checkbox
          asSwitch
          label={t`Include replies in threads I follow`}
          checked={(props.email_threads ?? 'all') === 'all'}
          onChange={(event) => set({email_threads: event.target.checked ? 'all' : 'mention'})}
        />
      )}
    </Panel>
  );
}

const replyLevels = () => [
  {value: 'any', label: t`In threads I started or replied to`},
  {value: 'root', label: t`In threads I started`},
  {value: 'never', label: t`Only when I'm mentioned`},
];

/** The modes of collapsed threads in which replies can be mentions. In the others, following a thread decides. */
const REPLY_MODES = ['disabled', 'default_off'];

function Words() {
  const me = useMe();
  const {CollapsedThreads = 'disabled'} = useClientConfig();
  const hasThreads = useCollapsedThreads();
  const [props, set] = useNotifyProps();
  const {username, first_name: firstName} = me;
  return (
    <Panel title={t`Mentions`} text={t`You are always notified about @${username}.`}>
      <KeywordsField value={props.mention_keys ?? ''} onChange={(keys) => set({mention_keys: keys})} />
      {firstName && (
        <Checkbox
          asSwitch
          label={t`My first name, “${firstName}”`}
          checked={props.first_name === 'true'}
          onChange={(event) => set({first_name: String(event.target.checked)})}
        />
      )}
      <Checkbox
        asSwitch
        label={t`@channel, @here and @all`}
        checked={props.channel !== 'false'}
        onChange={(event) => set({channel: String(event.target.checked)})}
      />
      {!hasThreads && REPLY_MODES.includes(CollapsedThreads) && (
        <SelectField
          label={t`Replies`}
          options={replyLevels()}
          value={props.comments ?? 'never'}
          onChange={(chosen) => set({comments: chosen})}
        />
      )}
    </Panel>
  );
}
