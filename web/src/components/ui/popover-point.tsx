import type {Ref} from 'react';
import {createPortal} from 'react-dom';
import styles from './popover-point.module.css';
import type {Point} from './use-opener.ts';

/** The place in the window that a popover opens next to, instead of a button. */
export function PopoverPoint({at, ref}: {at: Point; ref: Ref<HTMLSpanElement>}) {
  // On the page itself, because the position of a fixed element is relative to a parent that is moved.
  return createPortal(
    <span ref={ref} className={styles.point} style={{translate: `${at.x}px ${at.y}px`}} />,
    document.body,
  );
}
