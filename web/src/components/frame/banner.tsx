import type {ReactNode} from 'react';
import {Markdown} from '../markdown/markdown.tsx';
import styles from './banner.module.css';

interface BannerProps {
  /** The name for screen readers. */
  label: string;
  /** Markdown. */
  text: string;
  color: string | undefined;
  textColor: string | undefined;
  /** A control after the text. */
  children?: ReactNode;
}

/** A text across the page, in colors that administrators choose. */
export function Banner({label, text, color, textColor, children}: BannerProps) {
  return (
    <section className={styles.banner} aria-label={label} style={{backgroundColor: color, color: textColor}}>
      <p className={styles.text} dir="auto">
        <Markdown text={text} inline />
      </p>
      {children}
    </section>
  );
}
