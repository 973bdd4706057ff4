import {t} from '@lingui/core/macro';
import {useMemo} from 'react';
import {languageName} from '../../../../server/src/platform/languages/languages.ts';
import {Checkbox} from '../../components/ui/checkbox.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {SelectField} from '../../components/ui/select-field.tsx';
import {formatName} from '../../data/people/people.ts';
import {useImportedTheme, useMayChooseTheme} from '../../data/preferences/display.ts';
import {usePreference} from '../../data/preferences/preferences.ts';
import {offeredLanguages} from '../../data/session/language.ts';
import {changeMe, useMe} from '../../data/session/session.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {createDates, getTimeZone, usesTwelveHours} from '../../lib/dates.ts';
import {language} from '../../lib/language.ts';
import {PreferenceCards, PreferenceSelect, PreferenceSwitch} from './preference-controls.tsx';
import {DisplayPreview, ThemePreview} from './previews.tsx';

const CATEGORY = 'display_settings';

/** Settings for the theme, language, times, names, and message layout. */
export default function Display() {
  return (
    <>
      {useMayChooseTheme() && <Colors />}
      <Language />
      <Time />
      <Names />
      <MessageDisplay />
    </>
  );
}

function Colors() {
  const imported = useImportedTheme();
  return (
    <Panel title={t`Theme`}>
      <PreferenceCards
        category={CATEGORY}
        name="colour_scheme"
        initial={imported ? 'theme' : 'system'}
        label={t`Theme`}
        hideLabel
        options={[
          {value: 'system', label: t`Match system`, shown: <ThemePreview scheme="system" />},
          {value: 'light', label: t`Light`, shown: <ThemePreview scheme="light" />},
          {value: 'dark', label: t`Dark`, shown: <ThemePreview scheme="dark" />},
          ...(imported
            ? [
                {
                  value: 'theme',
                  label: t`Custom colors`,
                  shown: <ThemePreview scheme="own" colors={imported.colors} />,
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

function Language() {
  const me = useMe();
  const languages = offeredLanguages();
  const shown = languages.find((language) => language === me.locale) ?? language();

  return (
    <Panel title={t`Language`} text={t`Messages stay in the language they were written in.`}>
      <SelectField
        label={t`Language`}
        hideLabel
        options={languages.map((value) => ({value, label: languageName(value)}))}
        value={shown}
        onChange={(chosen) => changeMe({locale: chosen})}
      />
    </Panel>
  );
}

function Time() {
  const me = useMe();
  const zone = getTimeZone(me);
  const isAutomatic = String(me.timezone?.useAutomaticTimezone) !== 'false';
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), []);
  const examples = useMemo(() => [createDates(zone, true), createDates(zone, false)], [zone]);
  const now = Date.now();

  function setZone(useAutomatic: boolean, manual: string) {
    changeMe({
      timezone: {
        ...me.timezone,
        useAutomaticTimezone: String(useAutomatic),
        manualTimezone: manual,
      } as typeof me.timezone,
    });
  }

  return (
    <Panel title={t`Time`}>
      <PreferenceCards
        category={CATEGORY}
        name="use_military_time"
        initial={usesTwelveHours() ? 'false' : 'true'}
        label={t`Time format`}
        options={[
          {value: 'false', label: t`12-hour`, hint: examples[0]!.time(now)},
          {value: 'true', label: t`24-hour`, hint: examples[1]!.time(now)},
        ]}
      />
      <Checkbox
        asSwitch
        label={t`Set time zone automatically`}
        hint={isAutomatic ? t`Current time zone: ${zone}` : undefined}
        checked={isAutomatic}
        onChange={(event) => setZone(event.target.checked, me.timezone?.manualTimezone || zone)}
      />
      {!isAutomatic && (
        <SelectField
          label={t`Time zone`}
          options={(zones.includes(zone) ? zones : [zone, ...zones]).map((value) => ({
            value,
            label: value.replaceAll('_', ' '),
          }))}
          value={zone}
          onChange={(chosen) => setZone(false, chosen)}
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
  const option = (value: string, label: string) => ({value, label, hint: formatName(example, value)});
  return (
    <Panel title={t`Names`} text={isLocked ? t`Your administrator set this for everyone.` : undefined}>
      {!isLocked && (
        <PreferenceCards
          category={CATEGORY}
          name="name_format"
          initial={TeammateNameDisplay}
          label={t`Show people as`}
          options={[
            option('username', t`Username`),
            option('full_name', t`Full name`),
            option('nickname_full_name', t`Nickname, or full name`),
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
    <Panel title={t`Messages`}>
      <PreferenceCards
        category={CATEGORY}
        name="message_display"
        initial="clean"
        label={t`Density`}
        options={[
          {
            value: 'clean',
            label: t`Comfortable`,
            hint: t`Roomy, with profile pictures.`,
            shown: <DisplayPreview kind="clean" />,
          },
          {
            value: 'compact',
            label: t`Compact`,
            hint: t`Fits more messages on the screen.`,
            shown: <DisplayPreview kind="compact" />,
          },
        ]}
      />
      {isCompact && (
        <PreferenceSwitch
          category={CATEGORY}
          name="colorize_usernames"
          initial="true"
          label={t`Color usernames`}
        />
      )}
      <PreferenceSwitch
        category={CATEGORY}
        name="collapse_consecutive_messages"
        initial="true"
        label={t`Group consecutive messages`}
        hint={t`Messages sent by one person within five minutes share one name and picture.`}
      />
      <PreferenceSelect
        category={CATEGORY}
        name="channel_display_mode"
        initial="full"
        label={t`Width`}
        options={[
          {value: 'full', label: t`Full width`},
          {value: 'centered', label: t`Centered column`},
        ]}
      />
      <PreferenceSwitch
        category={CATEGORY}
        name="collapse_previews"
        initial="false"
        label={t`Collapse image previews`}
      />
      <PreferenceSwitch
        category={CATEGORY}
        name="link_previews"
        initial="true"
        label={t`Show link previews`}
        hint={t`Under messages with a link: the title and image of the page, or the linked message.`}
      />
      {(CollapsedThreads === 'default_on' || CollapsedThreads === 'default_off') && (
        <PreferenceSwitch
          category={CATEGORY}
          name="collapsed_reply_threads"
          initial={CollapsedThreads === 'default_on' ? 'on' : 'off'}
          on="on"
          off="off"
          label={t`Show replies in threads only`}
          hint={t`Otherwise, replies also appear in the channel.`}
        />
      )}
    </Panel>
  );
}
