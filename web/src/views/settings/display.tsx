import {useMemo} from 'react';
import {Checkbox} from '../../components/ui/checkbox.tsx';
import {SelectField} from '../../components/ui/field.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {nameOf} from '../../data/people/people.ts';
import {useImportedTheme, useMayChooseTheme} from '../../data/preferences/display.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {setMe, useMe} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {createDates, timeZoneOf} from '../../lib/dates.ts';
import {errorMessage, server} from '../../lib/server.ts';
import {tellError} from '../../lib/toasts.ts';
import {PreferenceCards, PreferenceSelect, PreferenceSwitch} from './preference-controls.tsx';
import {DisplayPreview, ThemePreview} from './previews.tsx';

const CATEGORY = 'display_settings';

/** Colours, times, names, and how messages stand. */
export default function Display() {
  return (
    <>
      {useMayChooseTheme() && <Colours />}
      <Time />
      <Names />
      <MessageDisplay />
    </>
  );
}

function Colours() {
  const imported = useImportedTheme();
  return (
    <Panel title="Colours">
      <PreferenceCards
        category={CATEGORY}
        name="colour_scheme"
        initial={imported ? 'theme' : 'system'}
        label="Theme"
        options={[
          {value: 'system', label: 'As the system', shown: <ThemePreview scheme="system" />},
          {value: 'light', label: 'Light', shown: <ThemePreview scheme="light" />},
          {value: 'dark', label: 'Dark', shown: <ThemePreview scheme="dark" />},
          ...(imported
            ? [
                {
                  value: 'theme',
                  label: 'My own colours',
                  shown: <ThemePreview scheme="own" colours={imported.colours} />,
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

function Time() {
  const me = useMe();
  const zone = timeZoneOf(me);
  const isAutomatic = String(me.timezone?.useAutomaticTimezone) !== 'false';
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const examples = useMemo(() => [createDates(zone, true), createDates(zone, false)], [zone]);
  const now = Date.now();

  function setZone(useAutomatic: boolean, manual: string) {
    const timezone = {
      ...me.timezone,
      useAutomaticTimezone: String(useAutomatic),
      manualTimezone: manual,
    } as typeof me.timezone;
    setMe({...me, timezone});
    server.patchMe({timezone}).then(setMe, (error) => {
      setMe(me);
      tellError(errorMessage(error));
    });
  }

  return (
    <Panel title="Time">
      <PreferenceCards
        category={CATEGORY}
        name="use_military_time"
        initial="false"
        label="Clock"
        options={[
          {value: 'false', label: '12 hours', hint: examples[0]!.time(now)},
          {value: 'true', label: '24 hours', hint: examples[1]!.time(now)},
        ]}
      />
      <Checkbox
        asSwitch
        label="Take the time zone of this computer"
        hint={isAutomatic ? `It is ${zone}.` : undefined}
        checked={isAutomatic}
        onChange={(event) => setZone(event.target.checked, me.timezone?.manualTimezone || zone)}
      />
      {!isAutomatic && (
        <SelectField
          label="Time zone"
          options={(zones.includes(zone) ? zones : [zone, ...zones]).map((value) => ({
            value,
            label: value.replaceAll('_', ' '),
          }))}
          value={zone}
          onChange={(event) => setZone(false, event.target.value)}
        />
      )}
    </Panel>
  );
}

function Names() {
  const me = useMe();
  const {TeammateNameDisplay = 'username', LockTeammateNameDisplay} = useClientConfig();
  const isLocked = LockTeammateNameDisplay === 'true';
  const example = {
    ...me,
    username: me.username,
    first_name: me.first_name || 'Ada',
    last_name: me.last_name || 'Lovelace',
    nickname: me.nickname || 'Countess',
  };
  const option = (value: string, label: string) => ({value, label, hint: nameOf(example, value)});
  return (
    <Panel
      title="Names of others"
      text={isLocked ? 'The administrator has settled this for everybody.' : undefined}
    >
      {!isLocked && (
        <PreferenceCards
          category={CATEGORY}
          name="name_format"
          initial={TeammateNameDisplay}
          label="Show people by"
          options={[
            option('username', 'Username'),
            option('full_name', 'Name'),
            option('nickname_full_name', 'Nickname or name'),
          ]}
        />
      )}
    </Panel>
  );
}

function MessageDisplay() {
  const {CollapsedThreads = 'disabled'} = useClientConfig();
  const isCompact = usePreference(CATEGORY, 'message_display', 'clean') === 'compact';
  return (
    <Panel title="Messages">
      <PreferenceCards
        category={CATEGORY}
        name="message_display"
        initial="clean"
        label="Density"
        options={[
          {
            value: 'clean',
            label: 'Clean',
            hint: 'Easy on the eye, with pictures.',
            shown: <DisplayPreview kind="clean" />,
          },
          {
            value: 'compact',
            label: 'Compact',
            hint: 'As much as fits, a line each.',
            shown: <DisplayPreview kind="compact" />,
          },
        ]}
      />
      {isCompact && (
        <PreferenceSwitch
          category={CATEGORY}
          name="colorize_usernames"
          initial="true"
          label="A colour for each name"
        />
      )}
      <PreferenceSwitch
        category={CATEGORY}
        name="collapse_consecutive_messages"
        initial="true"
        label="Messages in a row share one head"
        hint="Name and picture stand once above what somebody writes within five minutes."
      />
      <PreferenceSelect
        category={CATEGORY}
        name="channel_display_mode"
        initial="full"
        label="Width"
        options={[
          {value: 'full', label: 'All of the window'},
          {value: 'centered', label: 'A column in the middle'},
        ]}
      />
      <PreferenceSwitch
        category={CATEGORY}
        name="collapse_previews"
        initial="false"
        label="Pictures stay closed until I open them"
      />
      {(CollapsedThreads === 'default_on' || CollapsedThreads === 'default_off') && (
        <PreferenceSwitch
          category={CATEGORY}
          name="collapsed_reply_threads"
          initial={CollapsedThreads === 'default_on' ? 'on' : 'off'}
          on="on"
          off="off"
          label="Replies in threads of their own"
          hint="Else they stand in the channel too."
        />
      )}
    </Panel>
  );
}
