import type {ReactNode} from 'react';
import styles from './record-list.module.css';

/** A list of jobs or uploads, newest first, with their actions. */
export function RecordList({label, children}: {label: string; children: ReactNode}) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface RecordRowProps {
  title: ReactNode;
  /** The level of the title as a heading: 2 on pages without sections. */
  level?: 2 | 3;
  /** The status, as a tag. */
  status?: ReactNode;
  /** Details, one per line. */
  facts?: readonly ReactNode[];
  /** The actions. */
  actions?: ReactNode;
  /** The progress or error. */
  children?: ReactNode;
}

export function RecordRow({title, level = 3, status, facts = [], actions, children}: RecordRowProps) {
  const Heading = `h${level}` as const;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <div className={styles.words}>
          <Heading className={styles.title}>
            <span>{title}</span> {status}
          </Heading>
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
