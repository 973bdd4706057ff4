import type {ReactNode} from 'react';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {ScrollArea} from '../../components/ui/scroll-area.tsx';
import styles from './administration-page.module.css';

interface AdministrationPageProps {
  title: string;
  /** The purpose of the page. */
  intro?: ReactNode;
  /** Before the title, such as a button that leads back to the list. */
  before?: ReactNode;
  /** Buttons of the whole page, at the end of its header. */
  actions?: ReactNode;
  children: ReactNode;
  /** Stays visible below the content, such as unsaved changes. */
  footer?: ReactNode;
}

/** A page of administration. Its header stays, and its content scrolls. */
export function AdministrationPage({
  title,
  intro,
  before,
  actions,
  children,
  footer,
}: AdministrationPageProps) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} column="table" before={before}>
        {actions}
      </PageHeader>
      <ScrollArea className={styles.scroll} role="region" aria-label={title}>
        <div className={styles.content} data-in-turn>
          {intro && <p className={styles.intro}>{intro}</p>}
          {children}
        </div>
      </ScrollArea>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
