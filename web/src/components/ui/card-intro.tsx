import type {ReactNode} from 'react';
import styles from './card-intro.module.css';
import {CardTitle} from './card-title.tsx';
import {Icon, type IconName} from './icon.tsx';

/** The top of a card: an icon, its title, and a short description in `children`. */
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
