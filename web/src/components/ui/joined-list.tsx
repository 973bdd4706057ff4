import {Fragment, type ReactNode} from 'react';
import {language} from '../../lib/language.ts';

/** Elements as a list in the language of the page, such as `Ann, Bob, and Cat`. For strings, use `list`. */
export function JoinedList({items}: {items: readonly ReactNode[]}): ReactNode {
  return new Intl.ListFormat(language())
    .formatToParts(items.map((_, index) => String(index)))
    .map(({type, value}, index) => (
      <Fragment key={index}>{type === 'element' ? items[Number(value)] : value}</Fragment>
    ));
}
