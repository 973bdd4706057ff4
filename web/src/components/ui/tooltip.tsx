import type {ReactNode} from 'react';
import {Tooltip as AriaTooltip} from 'react-aria-components/Tooltip';
import styles from './tooltip.module.css';

/** A few words about what the pointer or the focus is on. */
export function Tooltip({children}: {children: ReactNode}) {
  return (
    <AriaTooltip className={styles.tooltip} offset={6}>
      {children}
    </AriaTooltip>
  );
}
