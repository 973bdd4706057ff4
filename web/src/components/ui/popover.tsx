import type {ReactNode, RefObject} from 'react';
import type {PopoverProps} from 'react-aria-components/Popover';
import {lazyComponent} from './lazy-component.tsx';
import {type Trigger, useOpener} from './use-opener.ts';

const PopoverWindow = lazyComponent(() => import('./popover-window.tsx'));

interface PopoverTriggerProps {
  /** The button that opens it. */
  trigger: Trigger;
  /** Its accessible name. */
  label: string;
  /** Class names of the floating frame and of its contents. */
  frameClassName: string | undefined;
  className: string | undefined;
  placement: PopoverProps['placement'];
  offset: number;
  /** What it opens next to, instead of the button. */
  anchor?: RefObject<HTMLElement | null> | undefined;
  /** The contents. They call `close` when they are done. */
  children: (close: () => void) => ReactNode;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens a small window next to it. */
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
