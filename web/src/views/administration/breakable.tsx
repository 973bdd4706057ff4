import {Fragment, type ReactNode} from 'react';
import styles from './breakable.module.css';

/** Also splits `EngineeringReports`, but not a short word such as `McDonald`. */
const AFTER_PART = /(?<=[._@])|(?<=\p{Ll}{6})(?=\p{Lu})/u;

/**
 * Names, addresses and keys. A word that is longer than a line continues on the next one after its parts, such as those of
 * `a.name@example.com`.
 */
export function breakable(text: string): ReactNode {
  return text.split(' ').map((word, index, words) => {
    const parts = word.split(AFTER_PART);
    const broken = parts.map((part, position) => (
      <Fragment key={position}>
        {position > 0 && <wbr />}
        {part}
      </Fragment>
    ));
    // Among others, a word that fits on a line isn't broken.
    const isWhole = words.length > 1 && parts.length > 1;
    return (
      <Fragment key={index}>
        {index > 0 && ' '}
        {isWhole ? <span className={styles.word}>{broken}</span> : broken}
      </Fragment>
    );
  });
}
