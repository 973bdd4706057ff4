import type {ReactNode} from 'react';
import {errorMessage} from '../../lib/server.ts';
import {Button} from './button.tsx';
import {Icon, type IconName} from './icon.tsx';
import {Spinner} from './spinner.tsx';
import styles from './state.module.css';

/** Nothing is here: why, and what to do about it. */
export function EmptyState({icon, title, children}: {icon: IconName; title: string; children?: ReactNode}) {
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name={icon} size={28} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
    </div>
  );
}

/** It could not be read: what the server says, and another try. */
export function ErrorState({error, onRetry}: {error: unknown; onRetry?: () => void}) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.mark} data-kind="error">
        <Icon name="warning" size={28} />
      </span>
      <p className={styles.text}>{errorMessage(error)}</p>
      {onRetry && (
        <Button icon="refresh" onPress={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** A place as large as what will stand there, so that what is below it stays where it is. */
export function StatePlace({children}: {children: ReactNode}) {
  return <div className={styles.place}>{children}</div>;
}

/** It is being read. It shows after a moment only, so that what comes at once does not flicker. */
export function LoadingState({label = 'Loading…'}: {label?: string}) {
  return (
    <div className={styles.loading} role="status" data-loading>
      <Spinner size={20} />
      {label}
    </div>
  );
}
