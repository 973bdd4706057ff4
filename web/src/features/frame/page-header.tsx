import type {ReactNode} from 'react';
import {DrawerButton} from './frame.tsx';
import styles from './page-header.module.css';
import {usePageTitle} from './page-title.ts';

/** The head of a page: its title, and what can be done with the page as a whole. */
export function PageHeader({
  title,
  before,
  children,
}: {
  title: ReactNode;
  /** Between the way to the navigation and the title. */
  before?: ReactNode;
  children?: ReactNode;
}) {
  usePageTitle(typeof title === 'string' ? title : '');
  return (
    <header className={styles.header}>
      <DrawerButton />
      {before}
      <div className={styles.title}>{typeof title === 'string' ? <h1>{title}</h1> : title}</div>
      {children}
    </header>
  );
}
