import type {ReactNode} from 'react';
import styles from './figure-tile.module.css';

/** Figures side by side, as many in a row as fit. */
export function FigureTiles({children}: {children: ReactNode}) {
  return <dl className={styles.tiles}>{children}</dl>;
}

interface FigureTileProps {
  label: string;
  value: ReactNode;
  /** A few words more about it. */
  detail?: ReactNode;
  kind?: 'plain' | 'good' | 'bad' | 'warn';
}

/** One figure that matters, large, with what it counts. */
export function FigureTile({label, value, detail, kind = 'plain'}: FigureTileProps) {
  return (
    <div className={styles.tile} data-kind={kind}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      {detail && <dd className={styles.detail}>{detail}</dd>}
    </div>
  );
}
