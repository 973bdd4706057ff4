import type {ReactNode} from 'react';
import styles from './card-intro.module.css';
import {CardTitle} from './card-title.tsx';
import {Icon, type IconName} from './icon.tsx';

/** What stands first in a card: a sign of what it is about, its title, and a sentence or two in `children`. */
export function CardIntro({
  icon,
  tone = 'accent',
  title,
  children,
}: {
  icon: IconName;
  tone?: 'accent' | 'success' | 'quiet';
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <span className={styles.sign} data-tone={tone}>
        <Icon name={icon} size={24} />
      </span>
      <CardTitle title={title} text={children} />
    </>
  );
}
