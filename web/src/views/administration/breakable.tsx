import {Fragment, type ReactNode} from 'react';

/** A username, an email address or the name of a host, which can continue on the next line after its parts. */
export function breakable(text: string): ReactNode {
  return text.split(/(?<=[._@])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
