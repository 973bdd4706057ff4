import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {errorMessage} from '../../lib/server.ts';
import {Button} from './button.tsx';
import {Icon, type IconName} from './icon.tsx';
import {Spinner} from './spinner.tsx';
import styles from './state.module.css';

/** An empty page or list: why it is empty, and what to do. */
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

interface ErrorStateProps {
  error: unknown;
  onRetry?: () => void;
  retryLabel?: string;
}

/** A failed load: the error, and a button to try again. */
export function ErrorState({error, onRetry, retryLabel = t`Try again`}: ErrorStateProps) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.mark} data-kind="error">
        <Icon name="warning" size={28} />
      </span>
      <p className={styles.text}>{errorMessage(error)}</p>
      {onRetry && (
        <Button icon="refresh" onPress={onRetry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}

/**
 * In place of content that isn't loaded: the error and a button to try again, or a loading indicator. Show it only if
 * there is no content. Content that is loaded stays if refreshing it fails.
 */
export function NotLoaded({
  error,
  onRetry,
  label,
}: Pick<ErrorStateProps, 'error' | 'onRetry'> & {label?: string}) {
  return error ? <ErrorState error={error} onRetry={onRetry} /> : <LoadingState label={label} />;
}

/** Reserves space for content that is still loading, so that the content below doesn't move. */
export function StatePlace({children}: {children: ReactNode}) {
  return <div className={styles.place}>{children}</div>;
}

/** A loading indicator. It appears after a short delay, so that it doesn't flicker if the response is fast. */
export function LoadingState({label = t`Loading…`}: {label?: string}) {
  return (
    <div className={styles.loading} role="status" data-loading>
      <Spinner size={20} />
      {label}
    </div>
  );
}
