import type {ReactNode} from 'react';
import styles from './place-name.module.css';

/** Somebody or something in a list: its mark, its name, and below what tells it from others. */
export function PlaceName({mark, name, detail}: {mark: ReactNode; name: ReactNode; detail?: ReactNode}) {
  return (
    <span className={styles.place}>
      {mark}
      <span>
        <span className={styles.name}>{name}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
    </span>
  );
}
