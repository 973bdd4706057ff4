import type {ReactNode} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import {Popover, type PopoverProps} from 'react-aria-components/Popover';
import type {Opener} from './use-opener.ts';

interface PopoverWindowProps {
  opener: Opener;
  label: string;
  frameClassName: string | undefined;
  className: string | undefined;
  placement: PopoverProps['placement'];
  offset: number;
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
  children,
}: PopoverWindowProps) {
  return (
    <Popover
      className={frameClassName}
      triggerRef={buttonRef}
      isOpen
      onOpenChange={setOpen}
      placement={placement}
      offset={offset}
    >
      <Dialog ref={letGrow} className={className} aria-label={label}>
        {children(() => setOpen(false))}
      </Dialog>
    </Popover>
  );
}

/**
 * The library places the window again when its size changes. A window that ends at an edge of the page can't grow with its
 * contents, so it loses its limit until then.
 */
function letGrow(contents: HTMLElement | null) {
  const frame = contents?.parentElement;
  if (!contents || !frame) return;
  const observer = new ResizeObserver(() => {
    if (frame.scrollHeight > frame.clientHeight) frame.style.maxHeight = '';
  });
  observer.observe(contents);
  return () => observer.disconnect();
}
