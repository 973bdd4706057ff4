import {parseDate} from '@internationalized/date';
import {plural, t} from '@lingui/core/macro';
import type {SubmissionFault} from '../../../../server/src/integrations/dialogs/rules/submission-rules.ts';
import {getDates} from '../../lib/dates.ts';

/** Describes what is wrong with a value in a dialog. */
export function faultText(fault: SubmissionFault): string {
  switch (fault.rule) {
    case 'required':
      return t`This field is required.`;
    case 'minLength': {
      const {limit, length} = fault;
      return plural(limit, {
        one: `Enter at least # character. You entered ${length}.`,
        other: `Enter at least # characters. You entered ${length}.`,
      });
    }
    case 'maxLength': {
      const {limit, length} = fault;
      return plural(limit, {
        one: `Enter at most # character. You entered ${length}.`,
        other: `Enter at most # characters. You entered ${length}.`,
      });
    }
    case 'email':
      return t`Enter a valid email address.`;
    case 'number':
      return t`Enter a number.`;
    case 'url':
      return t`Enter a URL that starts with http:// or https://.`;
    case 'tel':
      return t`Enter a phone number.`;
    case 'date':
      return t`Enter a date.`;
    case 'datetime':
      return t`Enter a date and a time.`;
    case 'minDate': {
      const day = dayText(fault.day);
      return t`Enter ${day} or a later date.`;
    }
    case 'maxDate': {
      const day = dayText(fault.day);
      return t`Enter ${day} or an earlier date.`;
    }
    case 'selections': {
      const {limit, count} = fault;
      return plural(limit, {
        one: `Select at most # value. You selected ${count}.`,
        other: `Select at most # values. You selected ${count}.`,
      });
    }
    case 'options':
      return t`Select one of the options.`;
    case 'users':
      return t`Select a person.`;
    case 'channels':
      return t`Select a channel.`;
  }
}

/** A day in the format `2026-01-31` in the language of the page. */
function dayText(day: string): string {
  return getDates('UTC', false).date(parseDate(day).toDate('UTC').getTime());
}
