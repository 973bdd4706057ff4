import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useState} from 'react';
import {
  endsNextDay,
  formatNotificationSchedule,
  type NotificationHours,
  type NotificationSchedule,
  parseNotificationSchedule,
  WEEKDAYS,
  type Weekday,
} from '../../../../server/src/messaging/preferences/notification-schedule/notification-schedule.ts';
import {Checkbox} from '../../components/ui/checkbox.tsx';
import {Panel} from '../../components/ui/panel.tsx';
import {SelectField} from '../../components/ui/select-field.tsx';
import {useDates} from '../../data/preferences/display.ts';
import {setPreferences, usePreference} from '../../data/preferences/preferences.ts';
import {useIsOn} from '../../data/system/client-config.ts';
import {clockTimes} from '../../lib/clock-times.ts';
import {getDates} from '../../lib/dates.ts';
import {language} from '../../lib/language.ts';
import {errorMessage} from '../../lib/server.ts';
import {showError} from '../../lib/toasts.ts';
import {firstDayOfWeek} from '../../lib/zoned-time.ts';
import styles from './settings.module.css';

/** From Monday to Sunday. */
const DAYS: readonly Weekday[] = [...WEEKDAYS.slice(1), WEEKDAYS[0]];
const WORKING_DAYS = DAYS.slice(0, 5);

const USUAL_HOURS: NotificationHours = {from: '09:00', to: '18:00'};

const HALF_HOURS = clockTimes(30);

const kinds = () => [
  {value: 'any_time', label: t`At any time`},
  {value: 'every_day', label: t`Every day`},
  {value: 'weekdays', label: t`Weekdays`},
  {value: 'custom', label: t({message: 'Custom', context: 'schedule'})},
];

/** The days and hours in which the person is notified. */
export function Schedule() {
  const schedule = parseNotificationSchedule(usePreference('notifications', 'schedule', ''));
  const [isCustom, setCustom] = useState(false);
  const {timeZone} = useDates();
  const withEmail = useIsOn('SendEmailNotifications');
  const kind = schedule && isCustom ? 'custom' : getKind(schedule);
  const hours = schedule && Object.values(schedule)[0]!;

  function save(next: NotificationSchedule | undefined) {
    const value = next ? formatNotificationSchedule(next) : '';
    setPreferences([{category: 'notifications', name: 'schedule', value}]).catch((error) =>
      showError(errorMessage(error)),
    );
  }

  function setKind(next: string) {
    setCustom(next === 'custom');
    if (next === 'any_time') save(undefined);
    else if (next !== 'custom') save(sameHours(next === 'every_day' ? DAYS : WORKING_DAYS, hours));
    else if (!schedule) save(sameHours(WORKING_DAYS));
  }

  return (
    <Panel
      title={t`Notification schedule`}
      text={
        schedule &&
        (withEmail
          ? t`Outside of these hours, nothing is shown, played or pushed, and emails wait. Unread messages and badges stay as they are.`
          : t`Outside of these hours, nothing is shown, played or pushed. Unread messages and badges stay as they are.`)
      }
    >
      <SelectField
        label={t`Allow notifications`}
        hint={schedule && t`Your time zone: ${timeZone}`}
        options={kinds()}
        value={kind}
        onChange={setKind}
      />
      {(kind === 'every_day' || kind === 'weekdays') && (
        <div className={styles.hours}>
          <HoursFields
            hours={hours!}
            onChange={(next) => save(sameHours(kind === 'every_day' ? DAYS : WORKING_DAYS, next))}
          />
        </div>
      )}
      {kind === 'custom' && (
        <div>
          {weekFrom(firstDayOfWeek()).map((day) => (
            <DayRow key={day} day={day} schedule={schedule!} onChange={save} />
          ))}
        </div>
      )}
    </Panel>
  );
}

/** The days of the week by their numbers, starting with the given day. */
function weekFrom(first: number): Weekday[] {
  return [...WEEKDAYS.slice(first), ...WEEKDAYS.slice(0, first)];
}

function getKind(schedule: NotificationSchedule | undefined): string {
  if (!schedule) return 'any_time';
  const days = Object.keys(schedule).length;
  const all = new Set(Object.values(schedule).map(({from, to}) => `${from}-${to}`));
  if (all.size > 1) return 'custom';
  if (days === DAYS.length) return 'every_day';
  return days === WORKING_DAYS.length && WORKING_DAYS.every((day) => schedule[day]) ? 'weekdays' : 'custom';
}

function sameHours(days: readonly Weekday[], hours = USUAL_HOURS): NotificationSchedule {
  return Object.fromEntries(days.map((day) => [day, hours]));
}

interface DayProps {
  day: Weekday;
  schedule: NotificationSchedule;
  onChange(schedule: NotificationSchedule): void;
}

/** A day with its hours, or without notifications. The last remaining day can't be removed. */
function DayRow({day, schedule, onChange}: DayProps) {
  const hours = schedule[day];
  const isLast = hours !== undefined && Object.keys(schedule).length === 1;
  const {[day]: _, ...others} = schedule;
  const name = dayName(day);
  return (
    <div className={styles.day}>
      <Checkbox
        label={name}
        checked={hours !== undefined}
        disabled={isLast}
        onChange={(event) => onChange(event.target.checked ? {...others, [day]: USUAL_HOURS} : others)}
      />
      {hours ? (
        <div className={styles.hours}>
          <HoursFields hours={hours} day={name} onChange={(next) => onChange({...others, [day]: next})} />
        </div>
      ) : (
        <span className={styles.quiet}>
          <Trans>No notifications</Trans>
        </span>
      )}
    </div>
  );
}

interface HoursProps {
  hours: NotificationHours;
  /** The name of the day, if it is shown next to the fields. */
  day?: string;
  onChange(hours: NotificationHours): void;
}

function HoursFields({hours: {from, to}, day, onChange}: HoursProps) {
  const {hour12} = useDates();
  const name = (time: string) => getDates('UTC', hour12).time(Date.parse(`1970-01-01T${time}Z`));
  return (
    <>
      <SelectField
        label={day === undefined ? t({message: 'From', context: 'time'}) : t`${day}, from`}
        hideLabel={day !== undefined}
        options={HALF_HOURS.map((value) => ({value, label: name(value)}))}
        value={from}
        onChange={(chosen) => onChange({from: chosen, to})}
      />
      <SelectField
        label={day === undefined ? t({message: 'To', context: 'time'}) : t`${day}, to`}
        hideLabel={day !== undefined}
        options={HALF_HOURS.map((value) => {
          const time = name(value);
          return {value, label: endsNextDay({from, to: value}) ? t`${time} (next day)` : time};
        })}
        value={to}
        onChange={(chosen) => onChange({from, to: chosen})}
      />
    </>
  );
}

function dayName(day: Weekday): string {
  // January 4, 1970 was a Sunday.
  const time = Date.UTC(1970, 0, 4 + WEEKDAYS.indexOf(day));
  return new Intl.DateTimeFormat(language(), {weekday: 'long', timeZone: 'UTC'}).format(time);
}
