import type {ReactNode} from 'react';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {ScrollArea} from '../../components/ui/scroll-area.tsx';
import styles from './administration-page.module.css';

interface AdministrationPageProps {
  title: string;
  /** A sentence about what the page is for. */
  lead?: ReactNode;
  /** Before the title: the way back to the page that this one is below. */
  before?: ReactNode;
  /** What can be done with the page as a whole, at the right of its head. */
  actions?: ReactNode;
  children: ReactNode;
  /** Stays at the foot, such as what is not saved yet. */
  footer?: ReactNode;
}

/** A page of administration: its head stays, and the rest scrolls. */
export function AdministrationPage({
  title,
  lead,
  before,
  actions,
  children,
  footer,
}: AdministrationPageProps) {
  return (
    <div className={styles.page}>
      <PageHeader title={title} before={before}>
        {actions}
      </PageHeader>
      <ScrollArea className={styles.scroll} role="region" aria-label={title}>
        <div className={styles.content} data-in-turn>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
      </ScrollArea>
      {footer && <footer className={styles.footer}>{footer}</footer>}
    </div>
  );
}
