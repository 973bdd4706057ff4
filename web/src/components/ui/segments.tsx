import {DateInput, DateSegment} from 'react-aria-components/DateField';
import styles from './segments.module.css';

/** The parts of a date or a time, each of which can be typed. For fields of the library. */
export function Segments({className}: {className: string | undefined}) {
  return (
    <DateInput className={className!}>
      {(segment) => <DateSegment segment={segment} className={styles.segment!} />}
    </DateInput>
  );
}
