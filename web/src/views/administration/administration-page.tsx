import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {PageHeader} from '../../components/frame/page-header.tsx';
import {ScrollArea} from '../../components/ui/scroll-area.tsx';
import {useIsAdministrator} from '../../data/session/permissions.ts';
import styles from './administration-page.module.css';

interface AdministrationPageProps {
  title: string;
  /** Describes the purpose of the page. */
  intro?: ReactNode;
  /** The list that the page is in, if that isn't the list of all pages. */
  back?: {path: string; label: string};
  /** Buttons for the whole page, at the end of its header. */
  actions?: ReactNode;
  children: ReactNode;
  /** Shown below the content and always visible, such as a bar for unsaved changes. */
  footer?: ReactNode;
}

/** A page in Administration. Its header stays in place while its content scrolls. */
export function AdministrationPage({title, intro, back, actions, children, footer}: AdministrationPageProps) {
  // Other roles see a single page.
  const hasList = useIsAdministrator();
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        column="table"
        back={
          back
            ? {...back, always: true}
            : hasList
              ? {path: '/_admin', label: t`Back to administration`}
              : undefined
        }
      >
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
