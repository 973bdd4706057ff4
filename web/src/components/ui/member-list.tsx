import {Children, type ReactNode} from 'react';
import styles from './member-list.module.css';

/** A list of people in a dialog. */
export function MemberList({children, none}: {children: ReactNode; none: string}) {
  if (Children.count(children) === 0) return <p className={styles.none}>{none}</p>;
  return <ul className={styles.list}>{children}</ul>;
}

export function MemberRow({children, actions}: {children: ReactNode; actions?: ReactNode}) {
  return (
    <li className={styles.row}>
      <span className={styles.main}>{children}</span>
      {actions}
    </li>
  );
}
