import {plural, t} from '@lingui/core/macro';
import type {SubmissionFault} from '../../../../server/src/integrations/dialogs/rules/submission-rules.ts';

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
    case 'options':
      return t`Select one of the options.`;
    case 'users':
      return t`Select a person.`;
    case 'channels':
      return t`Select a channel.`;
  }
}
