import type {ReactNode} from 'react';
import styles from './gallery.module.css';

/** One component or token in one state, with its name in the code. */
export function Specimen({name, wide, children}: {name: string; wide?: boolean; children: ReactNode}) {
  return (
    <div className={styles.specimen} data-specimen data-wide={wide || undefined}>
      <code className={styles.name}>{name}</code>
      <div className={styles.shown}>{children}</div>
    </div>
  );
}

export function Specimens({children}: {children: ReactNode}) {
  return <div className={styles.specimens}>{children}</div>;
}
