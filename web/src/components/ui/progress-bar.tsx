import {type ReactNode, useId} from 'react';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** The accessible name. */
  label: string;
  /** From 0 to 1; undefined if unknown. */
  share: number | undefined;
  /** The progress as text, such as `1,200 of 5,000 messages`. */
  detail?: ReactNode;
}

/** The progress of a long operation. */
export function ProgressBar({label, share, detail}: ProgressBarProps) {
  const id = useId();
  const percent = share === undefined ? undefined : Math.round(100 * Math.min(1, Math.max(0, share)));
  return (
    <div className={styles.frame}>
      <div className={styles.words}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        {percent !== undefined && <span className={styles.percent}>{percent} %</span>}
      </div>
      <div
        className={styles.track}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div
          className={styles.bar}
          data-unknown={percent === undefined || undefined}
          style={percent === undefined ? undefined : {width: `${percent}%`}}
        />
      </div>
      {detail && <div className={styles.detail}>{detail}</div>}
    </div>
  );
}
