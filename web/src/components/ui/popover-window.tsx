import type {ReactNode, RefObject} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import type {PopoverProps} from 'react-aria-components/Popover';
import {SheetPopover} from './sheet-popover.tsx';
import type {Opener} from './use-opener.ts';

interface PopoverWindowProps {
  opener: Opener;
  label: string;
  frameClassName: string | undefined;
  className: string | undefined;
  placement: PopoverProps['placement'];
  offset: number;
  anchor?: RefObject<HTMLElement | null> | undefined;
  children: (close: () => void) => ReactNode;
}

/** The window of a popover, loaded when the first one opens. */
export default function PopoverWindow({
  opener: {buttonRef, setOpen},
  label,
  frameClassName,
  className,
  placement,
  offset,
  anchor,
  children,
}: PopoverWindowProps) {
  return (
    <SheetPopover
      className={frameClassName}
      triggerRef={anchor ?? buttonRef}
      onClose={() => setOpen(false)}
      placement={placement}
      offset={offset}
    >
      <Dialog ref={allowGrowth} className={className} aria-label={label}>
        {children(() => setOpen(false))}
      </Dialog>
    </SheetPopover>
  );
}

/**
 * The library positions the window again when its size changes. At an edge of the page, the window's maximum height
 * stops it from growing with its contents, so this removes the maximum until the window is positioned.
 */
function allowGrowth(contents: HTMLElement | null) {
  const frame = contents?.parentElement;
  if (!contents || !frame) return;
  const observer = new ResizeObserver(() => {
    if (frame.scrollHeight > frame.clientHeight) frame.style.maxHeight = '';
  });
  observer.observe(contents);
  return () => observer.disconnect();
}
