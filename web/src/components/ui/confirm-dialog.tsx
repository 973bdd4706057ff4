import type {ReactNode} from 'react';
import {lazyComponent} from './lazy-component.tsx';

export interface ConfirmDialogProps {
  title: string;
  /** The consequences, and whether they can be undone. */
  children: ReactNode;
  confirmLabel: string;
  /** If "Cancel" would be unclear. */
  cancelLabel?: string;
  danger?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks for confirmation before an action that is hard to undo. Loaded when the first one opens. */
export const ConfirmDialog = lazyComponent<ConfirmDialogProps>(() => import('./confirm-window.tsx'));
