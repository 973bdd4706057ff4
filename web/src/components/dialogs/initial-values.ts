import {
  isRelativeTime,
  relativeHours,
  resolveDay,
} from '../../../../server/src/integrations/dialogs/rules/dates.ts';
import {
  type DateElement,
  type DialogElement,
  defaultSelections,
} from '../../../../server/src/integrations/dialogs/rules/dialog.ts';
import type {
  Submission,
  SubmittedValue,
} from '../../../../server/src/integrations/dialogs/rules/submission-rules.ts';
import {wallClock, zonedMillis} from '../../lib/zoned-time.ts';

/** The values of a form that was just opened. */
export function initialValues(elements: readonly DialogElement[], timeZone: string): Submission {
  return Object.fromEntries(elements.map((element) => [element.name, getDefault(element, timeZone)]));
}

/** The values after a form was replaced: the input of elements that are still there, and defaults. */
export function refreshedValues(
  before: readonly DialogElement[],
  after: readonly DialogElement[],
  values: Submission,
  timeZone: string,
): Submission {
  const kept = after.filter((element) => {
    const old = before.find(({name}) => name === element.name);
    return old !== undefined && canKeep(old, element, values[element.name]);
  });
  return {
    ...initialValues(after, timeZone),
    ...Object.fromEntries(kept.map(({name}) => [name, values[name]])),
  };
}

function canKeep(old: DialogElement, element: DialogElement, value: SubmittedValue | undefined): boolean {
  if (old.type !== element.type) return false;
  if (element.type !== 'select' && element.type !== 'radio') return true;
  if (Array.isArray(value) !== (element.multiselect === true)) return false;
  if (!('dataSource' in old) || old.dataSource !== element.dataSource) return false;
  if (element.dataSource !== '') return true;
  const offered = new Set(element.options.map((option) => option.value));
  return [value ?? []].flat().every((one) => one === '' || offered.has(String(one)));
}

function getDefault(element: DialogElement, timeZone: string): SubmittedValue {
  switch (element.type) {
    case 'bool':
      return element.default === 'true';
    case 'select':
      return element.multiselect ? defaultSelections(element.default) : element.default;
    case 'date':
      return element.default && resolveDay(element.default, {now: Date.now(), timeZone});
    case 'datetime':
      return defaultTime(element, element.timeZone || timeZone);
    default:
      return element.default;
  }
}

/** A default of a datetime. A relative time in hours is rounded up to a time that the field offers. */
function defaultTime({default: given, timeInterval, manualTimeEntry}: DateElement, timeZone: string): string {
  if (given === '') return '';
  const now = Date.now();
  const hours = relativeHours(given);
  const step = (manualTimeEntry ? 1 : timeInterval) * 60_000;
  if (hours !== undefined) return instant(roundedUp(now + hours * 3_600_000, step, timeZone));
  if (isRelativeTime(given)) {
    return instant(zonedMillis(`${resolveDay(given, {now, timeZone})}T00:00`, timeZone) ?? Number.NaN);
  }
  const hasZone = /(?:Z|[+-]\d{2}:\d{2})$/.test(given);
  return instant(hasZone ? Date.parse(given) : (zonedMillis(given, timeZone) ?? Number.NaN));
}

/** The next multiple of the step on the clocks of the zone. */
function roundedUp(millis: number, step: number, timeZone: string): number {
  const clock = Date.parse(`${wallClock(millis, timeZone).slice(0, 16)}Z`);
  return millis + (Math.ceil(clock / step) * step - clock) - (millis % 60_000);
}

function instant(millis: number): string {
  return Number.isFinite(millis) ? `${new Date(millis).toISOString().slice(0, 19)}Z` : '';
}
