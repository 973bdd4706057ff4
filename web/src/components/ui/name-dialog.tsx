import {lazyDialog} from './lazy-component.tsx';

export interface NameDialogProps {
  title: string;
  label: string;
  initial: string;
  maxLength: number;
  submitLabel: string;
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for one line of text. Loaded when it opens for the first time. */
export const NameDialog = lazyDialog<NameDialogProps>(() => import('./name-window.tsx'));
