import type {ReactNode} from 'react';
import {Dialog} from 'react-aria-components/Dialog';
import {Popover, type PopoverProps} from 'react-aria-components/Popover';
import sheet from './sheet.module.css';
import {useCloseRequest} from './use-close-request.ts';
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
  useCloseRequest(() => setOpen(false));
  return (
    <Popover
      className={`${frameClassName} ${sheet.sheet}`}
      triggerRef={buttonRef}
      isOpen
      onOpenChange={setOpen}
      placement={placement}
      offset={offset}
    >
      <Dialog ref={allowGrowth} className={className} aria-label={label}>
        {children(() => setOpen(false))}
      </Dialog>
    </Popover>
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
