import {t} from '@lingui/core/macro';
import type {ReactNode} from 'react';
import {IconButton} from '../ui/icon-button.tsx';
import styles from './view-tools.module.css';

/** The row of buttons below a file in the viewer. */
export function ViewTools({children}: {children: ReactNode}) {
  return (
    <div className={styles.tools} role="toolbar" aria-label={t`View`}>
      {children}
    </div>
  );
}

interface ZoomToolsProps {
  /** 1 is the size that fits the window. */
  scale: number;
  /** The size that fits the window, as a share of the file's own size. */
  fitted?: number;
  smallest: number;
  largest: number;
  onChange: (scale: number) => void;
}

/** The zoom factor of the buttons. */
export const ZOOM_STEP = 1.5;

export function ZoomTools({scale, fitted = 1, smallest, largest, onChange}: ZoomToolsProps) {
  const format = new Intl.NumberFormat(document.documentElement.lang, {style: 'percent'});
  const percent = format.format(scale * fitted);
  return (
    <>
      <IconButton
        icon="minus"
        label={t`Zoom out`}
        onDark
        isDisabled={scale <= smallest}
        onPress={() => onChange(scale / ZOOM_STEP)}
      />
      <button
        type="button"
        className={styles.scale}
        title={t`Fit to window`}
        aria-label={`${percent}, ${t`Fit to window`}`}
        onClick={() => onChange(1)}
      >
        {percent}
      </button>
      <IconButton
        icon="add"
        label={t`Zoom in`}
        onDark
        isDisabled={scale >= largest}
        onPress={() => onChange(scale * ZOOM_STEP)}
      />
    </>
  );
}
