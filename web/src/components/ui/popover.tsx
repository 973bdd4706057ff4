import type {ReactNode} from 'react';
import type {PopoverProps} from 'react-aria-components/Popover';
import {lazyComponent} from './lazy-component.tsx';
import {type Trigger, useOpener} from './use-opener.ts';

const PopoverWindow = lazyComponent(() => import('./popover-window.tsx'));

interface PopoverTriggerProps {
  /** What opens it: a button. */
  trigger: Trigger;
  /** What it is, read aloud. */
  label: string;
  /** The look of the frame that floats, and that of what is in it. */
  frameClassName: string | undefined;
  className: string | undefined;
  placement: PopoverProps['placement'];
  offset: number;
  /** What is in it; `close` when it has done its work. */
  children: (close: () => void) => ReactNode;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A button, and a small window that it opens beside itself. */
export function PopoverTrigger({trigger, onOpenChange, children, ...look}: PopoverTriggerProps) {
  const opener = useOpener({trigger, kind: 'dialog', load: PopoverWindow.load, onOpenChange});
  return (
    <>
      {opener.button}
      {opener.isOpen && (
        <PopoverWindow {...look} opener={opener}>
          {children}
        </PopoverWindow>
      )}
    </>
  );
}
