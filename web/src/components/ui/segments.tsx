import {DateInput, DateSegment} from 'react-aria-components/DateField';
import styles from './segments.module.css';

/** The parts of a date or a time in the library's fields. People type each part separately. */
export function Segments({className}: {className: string | undefined}) {
  return (
    <DateInput className={className!}>
      {(segment) => <DateSegment segment={segment} className={styles.segment!} />}
    </DateInput>
  );
}
