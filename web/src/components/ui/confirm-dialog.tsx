import type {ReactNode} from 'react';
import {lazyComponent} from './lazy-component.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  confirmLabel: string;
  danger?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something that is hard to undo. Windows are loaded when the first one opens. */
export const ConfirmDialog = lazyComponent<ConfirmDialogProps>(() => import('./confirm-window.tsx'));
