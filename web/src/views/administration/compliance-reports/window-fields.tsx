import {Button} from '../../../components/ui/button.tsx';
import {SelectField, TextField} from '../../../components/ui/field.tsx';
import {useDates} from '../../../data/preferences/display.ts';
import {addDays, offsetName, wallClock, zonedMillis} from '../../../lib/zoned-time.ts';
import styles from './window-fields.module.css';

/** A window as the two fields of the form have it: wall clock times, the end not in it. */
export interface WallClockWindow {
  start: string;
  end: string;
}

const midnight = (day: string) => `${day}T00:00`;
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

/** Windows that are often asked for, as they are at `now` in the zone. The first is what the form begins with. */
function windowChoices(now: number, timeZone: string): {label: string; window: WallClockWindow}[] {
  const today = wallClock(now, timeZone).slice(0, 10);
  const thisMonth = firstOfMonth(today);
  const lastMonth = firstOfMonth(addDays(thisMonth, -1));
  const days = (from: string, to: string): WallClockWindow => ({start: midnight(from), end: midnight(to)});
  return [
    {label: 'Last 30 days', window: days(addDays(today, -30), today)},
    {label: 'Yesterday', window: days(addDays(today, -1), today)},
    {label: 'Last 7 days', window: days(addDays(today, -7), today)},
    {label: 'Last month', window: days(lastMonth, thisMonth)},
    {label: 'This month so far', window: days(thisMonth, addDays(today, 1))},
  ];
}

/** A window of time as somebody enters it: wall clock times of a zone. */
export interface WindowInput {
  start: string;
  end: string;
  zone: string;
}

export type WindowErrors = {start?: string; end?: string};

/** The window that a form begins with. */
export function firstWindow(timeZone: string): WindowInput {
  return {...windowChoices(Date.now(), timeZone)[0]!.window, zone: timeZone};
}

/** The window in milliseconds, or what is wrong at which field. */
export function readWindow({start, end, zone}: WindowInput): {startAt: number; endAt: number} | WindowErrors {
  const startAt = zonedMillis(start, zone);
  const endAt = zonedMillis(end, zone);
  if (startAt === undefined || endAt === undefined) {
    const missing = 'Enter a date and a time.';
    return {
      ...(startAt === undefined && {start: missing}),
      ...(endAt === undefined && {end: missing}),
    };
  }
  return endAt > startAt ? {startAt, endAt} : {end: 'The end has to be later than the start.'};
}

interface WindowFieldsProps {
  legend: string;
  value: WindowInput;
  errors: WindowErrors;
  onChange: (value: WindowInput) => void;
}

/** From when until when, by whose clock, and the same in UTC. */
export function WindowFields({legend, value, errors, onChange}: WindowFieldsProps) {
  const {timeZone} = useDates();
  const {start, end, zone} = value;
  const startAt = zonedMillis(start, zone);
  const endAt = zonedMillis(end, zone);
  return (
    <fieldset className={styles.window}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.choices}>
        {windowChoices(Date.now(), zone).map(({label, window}) => (
          <Button
            key={label}
            size="small"
            aria-pressed={window.start === start && window.end === end}
            onPress={() => onChange({...window, zone})}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className={styles.times}>
        <TextField
          type="datetime-local"
          label="From"
          required
          error={errors.start}
          value={start}
          onChange={(event) => onChange({...value, start: event.target.value})}
        />
        <TextField
          type="datetime-local"
          label="Until just before"
          required
          error={errors.end}
          value={end}
          onChange={(event) => onChange({...value, end: event.target.value})}
        />
        <SelectField
          label="Time zone"
          value={zone}
          options={[...new Set([timeZone, 'UTC'])].map((name) => ({
            value: name,
            label: name === 'UTC' ? 'UTC' : `${name} (${offsetName(startAt ?? Date.now(), name)})`,
          }))}
          onChange={(event) => onChange({...value, zone: event.target.value})}
        />
      </div>
      <dl className={styles.utc}>
        <UtcTime label="From" millis={startAt} />
        <UtcTime label="Until just before" millis={endAt} />
      </dl>
    </fieldset>
  );
}

/** A time as the server has it, so that nobody has to wonder about zones. */
function UtcTime({label, millis}: {label: string; millis: number | undefined}) {
  return (
    <div className={styles.utcTime}>
      <dt>{label}, in UTC</dt>
      {millis === undefined ? (
        <dd>–</dd>
      ) : (
        <dd>
          {new Date(millis).toISOString().replace('T', ' ').replace('Z', '')}
          <span className={styles.millis}>{millis} ms</span>
        </dd>
      )}
    </div>
  );
}
