import styles from './tag.module.css';

/** A word that says what kind of thing something is, such as BOT. */
export function Tag({
  children,
  kind = 'plain',
}: {
  children: string;
  kind?: 'plain' | 'good' | 'bad' | 'warn';
}) {
  return (
    <span className={styles.tag} data-kind={kind}>
      {children}
    </span>
  );
}

/** A number of things that wait; `what` is one of them. */
export function Badge({count, what}: {count: number; what: string}) {
  if (count === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{` ${count} ${what}${count === 1 ? '' : 's'}`}</span>
    </span>
  );
}
