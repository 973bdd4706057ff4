import {type ReactNode, useEffect, useRef} from 'react';
import {Icon, type IconName} from './icon.tsx';
import styles from './notice.module.css';

const ICONS: Record<'error' | 'warning' | 'success' | 'info', IconName> = {
  error: 'warning',
  warning: 'warning',
  success: 'check',
  info: 'info',
};

/** An important message, shown next to what it is about. */
export function Notice({kind = 'info', children}: {kind?: keyof typeof ICONS; children: ReactNode}) {
  return (
    <div className={styles.notice} data-kind={kind}>
      <Icon name={ICONS[kind]} />
      <div>{children}</div>
    </div>
  );
}

/**
 * An error. It is always rendered, even without text, so that screen readers announce the text when it appears. It scrolls
 * into view, because the button that caused it may stay in place while the rest of the form scrolls.
 */
export function ErrorNotice({text}: {text: string | undefined}) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) notice.current?.scrollIntoView({block: 'nearest'});
  }, [text]);
  return (
    <div ref={notice} role="alert" className={styles.alert}>
      {text && <Notice kind="error">{text}</Notice>}
    </div>
  );
}
