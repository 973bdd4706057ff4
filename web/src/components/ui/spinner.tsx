import styles from './spinner.module.css';

/** A progress indicator. The text next to it says what is in progress. */
export function Spinner({size = 16}: {size?: number}) {
  return (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <circle className={styles.track} cx="8" cy="8" r="6.5" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" />
    </svg>
  );
}
