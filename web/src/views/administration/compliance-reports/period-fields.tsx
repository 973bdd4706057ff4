import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {DateTimeField} from '../../../components/time/date-time-field.tsx';
import {Button} from '../../../components/ui/button.tsx';
import {SelectField} from '../../../components/ui/select-field.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {addDays, wallClock, zonedMillis, zoneName} from '../../../lib/zoned-time.ts';
import styles from './period-fields.module.css';

/** A period in local times. The end is exclusive. */
interface WallClockPeriod {
  start: string;
  end: string;
}

const midnight = (day: string) => `${day}T00:00`;
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

/** Common periods of whole days relative to `now` in a time zone. The first one is the default. */
function commonPeriods(now: number, timeZone: string): {label: string; period: WallClockPeriod}[] {
  const today = wallClock(now, timeZone).slice(0, 10);
  const tomorrow = addDays(today, 1);
  const thisMonth = firstOfMonth(today);
  const lastMonth = firstOfMonth(addDays(thisMonth, -1));
  const days = (from: string, to: string): WallClockPeriod => ({start: midnight(from), end: midnight(to)});
  return [
    {label: t`Past 30 days`, period: days(addDays(today, -29), tomorrow)},
    {label: t`Yesterday`, period: days(addDays(today, -1), today)},
    {label: t`Past 7 days`, period: days(addDays(today, -6), tomorrow)},
    {label: t`Last month`, period: days(lastMonth, thisMonth)},
    {label: t`This month`, period: days(thisMonth, tomorrow)},
  ];
}

/** A period as entered, in the local times of a time zone. */
export interface PeriodInput extends WallClockPeriod {
  zone: string;
}

export type PeriodErrors = {start?: string; end?: string};

function defaultPeriod(timeZone: string): PeriodInput {
  return {...commonPeriods(Date.now(), timeZone)[0]!.period, zone: timeZone};
}

/** The period in milliseconds, or the errors of its fields. */
function readPeriod({start, end, zone}: PeriodInput): {startAt: number; endAt: number} | PeriodErrors {
  const startAt = zonedMillis(start, zone);
  const endAt = zonedMillis(end, zone);
  if (startAt === undefined || endAt === undefined) {
    const missing = t`Enter a date and time.`;
    return {
      ...(startAt === undefined && {start: missing}),
      ...(endAt === undefined && {end: missing}),
    };
  }
  return endAt > startAt ? {startAt, endAt} : {end: t`The end must be after the start.`};
}

/**
 * The state of the fields of a period, and their errors. The default is the past 30 days, with today, in the
 * person's time zone.
 */
export function usePeriod(initial: (timeZone: string) => PeriodInput = defaultPeriod) {
  const {timeZone} = useDates();
  const [value, setValue] = useState(() => initial(timeZone));
  const [errors, setErrors] = useState<PeriodErrors>({});
  return {
    /** The period in milliseconds. If an entry is invalid, shows the error at its field and returns undefined. */
    read(): {startAt: number; endAt: number} | undefined {
      const times = readPeriod(value);
      const isRight = 'startAt' in times;
      setErrors(isRight ? {} : times);
      return isRight ? times : undefined;
    },
    setErrors,
    /** Props for `PeriodFields`. */
    fields: {
      value,
      errors,
      onChange(next: PeriodInput) {
        setValue(next);
        setErrors({});
      },
    },
  };
}

interface PeriodFieldsProps {
  legend: string;
  value: PeriodInput;
  errors: PeriodErrors;
  onChange: (value: PeriodInput) => void;
}

/** The fields of a period and its time zone. The times are also shown in UTC. */
export function PeriodFields({legend, value, errors, onChange}: PeriodFieldsProps) {
  const {timeZone} = useDates();
  const {start, end, zone} = value;
  const startAt = zonedMillis(start, zone);
  const endAt = zonedMillis(end, zone);
  const [chosen, setChosen] = useState<string>();
  const periods = commonPeriods(Date.now(), zone);
  const same = periods.filter(({period}) => period.start === start && period.end === end);
  // On the 30th of a month, it is also the past 30 days.
  const current = same.find(({label}) => label === chosen) ?? same[0];
  return (
    <fieldset className={styles.period}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {periods.map(({label, period}) => (
          <Button
            key={label}
            size="small"
            aria-pressed={label === current?.label}
            onPress={() => {
              setChosen(label);
              onChange({...period, zone});
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={styles.times}>
        <DateTimeField
          label={t({message: 'From', context: 'start of a period'})}
          required
          error={errors.start}
          value={start}
          onChange={(next) => onChange({...value, start: next})}
        />
        <DateTimeField
          label={t({message: 'Before', context: 'end of a period'})}
          required
          error={errors.end}
          value={end}
          onChange={(next) => onChange({...value, end: next})}
        />
      </div>
      <SelectField
        label={t`Time zone`}
        value={zone}
        options={[...new Set([timeZone, 'UTC'])].map((name) => ({
          value: name,
          label: zoneName(name),
        }))}
        onChange={(next) => onChange({...value, zone: next})}
      />
      {zone !== 'UTC' && (
        <dl className={styles.utc}>
          <UtcTime label={t`From (UTC)`} millis={startAt} />
          <UtcTime label={t`Before (UTC)`} millis={endAt} />
        </dl>
      )}
    </fieldset>
  );
}

/** A time in UTC, which the server uses, to make the time zone clear. */
function UtcTime({label, millis}: {label: string; millis: number | undefined}) {
  return (
    <div className={styles.utcTime}>
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr">{millis === undefined ? '–' : wallClock(millis, 'UTC').replace('T', ' ')}</bdi>
      </dd>
    </div>
  );
}
