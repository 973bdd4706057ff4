import type {ReactNode} from 'react';
import {Tooltip as AriaTooltip} from 'react-aria-components/Tooltip';
import styles from './tooltip.module.css';

/** A short text about the hovered or focused element. */
export function Tooltip({children}: {children: ReactNode}) {
  return (
    <AriaTooltip className={styles.tooltip} offset={6}>
      {children}
    </AriaTooltip>
  );
}
