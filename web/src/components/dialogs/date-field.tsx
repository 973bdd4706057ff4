import {t} from '@lingui/core/macro';
import {useState} from 'react';
import {resolveDay} from '../../../../server/src/integrations/dialogs/rules/dates.ts';
import type {DateElement} from '../../../../server/src/integrations/dialogs/rules/dialog.ts';
import {sentenceSpace} from '../../../../server/src/platform/languages/languages.ts';
import {useDates} from '../../data/preferences/display.ts';
import {clockTimes} from '../../lib/clock-times.ts';
import {getDates} from '../../lib/dates.ts';
import {language} from '../../lib/language.ts';
import {wallClock, zonedMillis} from '../../lib/zoned-time.ts';
import DatePicker from '../ui/date-picker.tsx';
import type {FieldProps, GroupedControlProps} from '../ui/field.tsx';
import {PartsGroup} from '../ui/parts-group.tsx';
import {Select} from '../ui/select-field.tsx';
import TimeInput from '../ui/time-input.tsx';
import styles from './date-field.module.css';

interface DateFieldProps {
  element: DateElement;
  field: FieldProps;
  /** A day such as `2026-01-31`, or a time such as `2026-01-31T08:00:00Z`; empty for none. */
  value: string;
  autoFocus: boolean;
  onChange: (value: string) => void;
}

/** A day, or a day and a time. */
export function DateField(props: DateFieldProps) {
  return props.element.type === 'date' ? <DayField {...props} /> : <DateTimeField {...props} />;
}

/** The first and last day to offer. */
function useLimits({minDate, maxDate}: DateElement, timeZone: string) {
  const calendar = {now: Date.now(), timeZone};
  return {
    min: minDate && resolveDay(minDate, calendar),
    max: maxDate && resolveDay(maxDate, calendar),
  };
}

function DayField({element, field, value, autoFocus, onChange}: DateFieldProps) {
  const {timeZone} = useDates();
  const limits = useLimits(element, timeZone);
  return (
    <PartsGroup {...field}>
      {(control) => (
        <DatePicker
          {...control}
          {...limits}
          label={field.label}
          timeZone={timeZone}
          value={value}
          required={!element.optional}
          autoFocus={autoFocus}
          onChange={onChange}
        />
      )}
    </PartsGroup>
  );
}

function DateTimeField({element, field, value, autoFocus, onChange}: DateFieldProps) {
  const own = useDates().timeZone;
  const timeZone = element.timeZone || own;
  const limits = useLimits(element, timeZone);
  // One part may be entered before the other.
  const [[day, time], setParts] = useState(() => splitTime(value, timeZone));

  function change(newDay: string, newTime: string): void {
    setParts([newDay, newTime]);
    const millis = newDay && newTime ? zonedMillis(`${newDay}T${newTime}`, timeZone) : undefined;
    onChange(millis === undefined ? '' : `${new Date(millis).toISOString().slice(0, 19)}Z`);
  }

  const place = timeZone === own ? undefined : t`Time zone: ${timeZone}`;
  const hint =
    field.hint && place ? (
      <>
        {field.hint}
        {sentenceSpace(language())}
        {place}
      </>
    ) : (
      (field.hint ?? place)
    );
  const timeLabel = t`${field.label}: time`;
  return (
    <PartsGroup {...field} hint={hint} isIncomplete={(day === '') !== (time === '')}>
      {(control) => (
        <div className={styles.parts}>
          <DatePicker
            {...control}
            {...limits}
            label={field.label}
            timeZone={timeZone}
            value={day}
            required={!element.optional}
            autoFocus={autoFocus}
            onChange={(newDay) => change(newDay, time)}
          />
          {element.manualTimeEntry ? (
            <TimeEntry
              control={control}
              label={timeLabel}
              time={time}
              onChange={(next) => change(day, next)}
            />
          ) : (
            <TimeSelect
              control={control}
              label={timeLabel}
              interval={element.timeInterval}
              time={time}
              onChange={(next) => change(day, next)}
            />
          )}
        </div>
      )}
    </PartsGroup>
  );
}

/** The day and the time of day, each empty if there is none. */
function splitTime(value: string, timeZone: string): [day: string, time: string] {
  if (value === '') return ['', ''];
  const [day = '', time = ''] = wallClock(Date.parse(value), timeZone).split('T');
  return [day, time.slice(0, 5)];
}

interface TimeProps {
  control: GroupedControlProps;
  label: string;
  /** A time of day in the format `08:00`; empty for none. */
  time: string;
  onChange: (time: string) => void;
}

function TimeEntry({control, label, time, onChange}: TimeProps) {
  const {hour12} = useDates();
  return (
    <span className={styles.time}>
      <TimeInput {...control} label={label} hours={hour12 ? 12 : 24} value={time} onChange={onChange} />
    </span>
  );
}

function TimeSelect({control, label, interval, time, onChange}: TimeProps & {interval: number}) {
  const {hour12} = useDates();
  // The times of day are the same in any zone.
  const format = getDates('UTC', hour12).time;
  const offered = clockTimes(interval);
  const times = time === '' || offered.includes(time) ? offered : [...offered, time].sort();
  return (
    <span className={styles.time}>
      <Select
        control={{...control, 'aria-label': label}}
        label={label}
        value={time}
        options={[
          {value: '', label: t`Time`},
          ...times.map((one) => ({value: one, label: format(Date.parse(`1970-01-01T${one}Z`))})),
        ]}
        onChange={onChange}
      />
    </span>
  );
}
