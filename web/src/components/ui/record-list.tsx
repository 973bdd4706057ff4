import type {ReactNode} from 'react';
import styles from './record-list.module.css';

/** Things that somebody has ordered or sent, the youngest first, each with what can be done with it. */
export function RecordList({label, children}: {label: string; children: ReactNode}) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface RecordRowProps {
  title: ReactNode;
  /** How it is: a tag. */
  status?: ReactNode;
  /** What one wants to know of it, a line each. */
  facts?: readonly ReactNode[];
  /** What can be done with it. */
  actions?: ReactNode;
  /** How far it is, or what went wrong. */
  children?: ReactNode;
}

export function RecordRow({title, status, facts = [], actions, children}: RecordRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h3 className={styles.title}>
            <span>{title}</span> {status}
          </h3>
          {facts.map((fact, index) => (
            <p key={index} className={styles.fact}>
              {fact}
            </p>
          ))}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </li>
  );
}
