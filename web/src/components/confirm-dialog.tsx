import {lazy, type ReactNode, Suspense} from 'react';

const ConfirmWindow = lazy(() => import('./confirm-window.tsx'));

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
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Suspense>
      <ConfirmWindow {...props} />
    </Suspense>
  );
}
