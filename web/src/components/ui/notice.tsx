import type {ReactNode} from 'react';
import {Icon, type IconName} from './icon.tsx';
import styles from './notice.module.css';

const ICONS: Record<'error' | 'warning' | 'success' | 'info', IconName> = {
  error: 'warning',
  warning: 'warning',
  success: 'check',
  info: 'info',
};

/** A sentence or two that must not be missed, in the place that they are about. */
export function Notice({kind = 'info', children}: {kind?: keyof typeof ICONS; children: ReactNode}) {
  return (
    <div className={styles.notice} data-kind={kind}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  );
}

/** What went wrong, said aloud too: it is always in the page, so that screen readers hear it fill. */
export function ErrorNotice({text}: {text: string | undefined}) {
  return (
    <div role="alert" className={styles.alert}>
      {text && <Notice kind="error">{text}</Notice>}
    </div>
  );
}
