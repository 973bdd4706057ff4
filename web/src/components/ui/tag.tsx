import {Plural} from '@lingui/react/macro';
import {count} from '../../lib/numbers.ts';
import styles from './tag.module.css';

/** A label such as BOT. */
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

/** The number of unread mentions; nothing if it is 0. */
export function MentionBadge({mentions}: {mentions: number}) {
  if (mentions === 0) return null;
  return (
    <span className={styles.badge}>
      <span aria-hidden="true">{mentions > 99 ? `${count(99)}+` : count(mentions)}</span>
      <span className="visually-hidden">
        {' '}
        <Plural value={mentions} one="# mention" other="# mentions" />
      </span>
    </span>
  );
}
