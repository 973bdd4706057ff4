import {type ReactNode, type RefObject, useRef} from 'react';
import {Popover, type PopoverProps} from 'react-aria-components/Popover';
import './focus-return.ts';
import sheet from './sheet.module.css';
import {useCloseRequest} from './use-close-request.ts';
import {useSheetDrag} from './use-sheet-drag.ts';

interface SheetPopoverProps extends Omit<PopoverProps, 'className' | 'children' | 'isOpen' | 'onOpenChange'> {
  className: string | undefined;
  /** Shown in a sheet, where the button that opened it may be covered. */
  title?: string;
  onClose: () => void;
  children: ReactNode;
}

/** The space in pixels between a window and the edges of the page, as the library's default `containerPadding`. */
const EDGE = 12;

/** A window that floats next to its button, open while it is rendered. On a phone, it is a sheet at the bottom. */
export function SheetPopover({className, title, onClose, children, ...popover}: SheetPopoverProps) {
  const frame = useRef<HTMLElement>(null);
  // There, the library would let it be as high as the page, and go beyond its edge. Elsewhere, a limit would keep it
  // below its button: the library doesn't measure a limited window again when it has its contents.
  const isAtSide = /^(?:left|right|start|end)/.test(popover.placement ?? '');
  return (
    <Popover
      {...popover}
      ref={frame}
      maxHeight={isAtSide ? window.innerHeight - 2 * EDGE : undefined}
      className={`${className} ${sheet.sheet}`}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Head frame={frame} title={title} onClose={onClose} />
      {children}
    </Popover>
  );
}

interface HeadProps {
  frame: RefObject<HTMLElement | null>;
  title: string | undefined;
  onClose: () => void;
}

/**
 * The title, and the ways to close a sheet with a finger. It is a component because the popover renders its contents
 * later.
 */
function Head({frame, title, onClose}: HeadProps) {
  useCloseRequest(onClose);
  useSheetDrag(frame, '(pointer: coarse) and ((max-width: 40rem) or (max-height: 30rem))', onClose);
  return (
    <div className={sheet.head}>
      {title !== undefined && (
        // It is also the name of what is below it.
        <bdi className={sheet.title} aria-hidden>
          {title}
        </bdi>
      )}
    </div>
  );
}
