import type {CSSProperties} from 'react';
import type {ThemeColors} from '../../lib/theme-colors.ts';
import styles from './previews.module.css';

/** A small picture of the page in a theme. */
export function ThemePreview({
  scheme,
  colors = {},
}: {
  /** `own` uses `colors`. */
  scheme: 'system' | 'light' | 'dark' | 'own';
  colors?: ThemeColors;
}) {
  return (
    <span className={styles.theme} data-scheme={scheme} style={colors as CSSProperties} aria-hidden="true">
      <span className={styles.rail} />
      <span className={styles.sidebar}>
        <i />
        <i data-on />
        <i />
      </span>
      <span className={styles.main}>
        <i />
        <i />
        <b />
      </span>
    </span>
  );
}

/** A small picture of two messages. */
export function DisplayPreview({kind}: {kind: 'clean' | 'compact'}) {
  return (
    <span className={styles.messages} data-kind={kind} aria-hidden="true">
      {[0, 1].map((index) => (
        <span key={index} className={styles.message}>
          <i />
          <span>
            <b />
            <u />
          </span>
        </span>
      ))}
    </span>
  );
}
