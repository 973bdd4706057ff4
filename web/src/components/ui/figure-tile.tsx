import type {ReactNode} from 'react';
import {Link} from 'react-router';
import styles from './figure-tile.module.css';

/** A row of tiles that wraps. */
export function FigureTiles({children}: {children: ReactNode}) {
  return <dl className={styles.tiles}>{children}</dl>;
}

interface FigureTileProps {
  label: string;
  value: ReactNode;
  /** An additional short text. */
  detail?: ReactNode;
  kind?: 'plain' | 'good' | 'bad' | 'warn';
  /** The path of the page that lists the counted things. */
  to?: string;
}

/** A large figure with its label. */
export function FigureTile({label, value, detail, kind = 'plain', to}: FigureTileProps) {
  return (
    <div className={styles.tile} data-kind={kind}>
      <dt className={styles.label}>{to ? <Link to={to}>{label}</Link> : label}</dt>
      <dd className={styles.value}>{value}</dd>
      {detail && <dd className={styles.detail}>{detail}</dd>}
    </div>
  );
}
