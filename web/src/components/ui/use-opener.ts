import {cloneElement, type ReactElement, type Ref, type RefObject, useRef, useState} from 'react';
import type {ButtonProps} from 'react-aria-components/Button';
import {showLoadError} from './lazy-component.tsx';
import {keepTyped} from './typed-ahead.ts';

/** A button of the library, or a component of ours that passes its props on to one. */
export type Trigger = ReactElement<ButtonProps & {ref?: Ref<HTMLButtonElement>}>;

interface OpenerOptions {
  trigger: Trigger;
  kind: 'menu' | 'dialog';
  /** Loads the popup's code. Called when the button gets the pointer or focus, and before the popup opens. */
  load: () => Promise<unknown>;
  onOpenChange?: (isOpen: boolean) => void;
}

/** Distances in pixels from the left and the top of the window. */
export interface Point {
  x: number;
  y: number;
}

export interface Opener {
  /** The `trigger`, which now opens the popup. */
  button: ReactElement;
  buttonRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Loads the popup's code, then opens it: at a point of the window, or next to the button. */
  open: (at?: Point) => void;
  /** Where it was opened, if not next to the button. */
  at: Point | undefined;
  /** Whether it was opened with a key. Then its first element gets the focus. */
  byKey: boolean;
}

/** Makes a button open a popup whose code is loaded on demand. */
export function useOpener({trigger, kind, load, onOpenChange}: OpenerOptions): Opener {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [byKey, setByKey] = useState(false);
  const [at, setAt] = useState<Point>();

  function setOpen(open: boolean) {
    setIsOpen(open);
    onOpenChange?.(open);
  }
  async function open(withKey: boolean, point?: Point) {
    // A menu handles typed characters when it is open.
    if (kind === 'dialog') keepTyped();
    try {
      await load();
      setByKey(withKey);
      setAt(point);
      setOpen(true);
    } catch (error) {
      showLoadError(error);
    }
  }
  const onKeyDown: ButtonProps['onKeyDown'] = (event) => {
    if (kind === 'menu' && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      void open(true);
    } else {
      event.continuePropagation();
    }
  };
  // Ignored here: an error is shown when the popup opens.
  const prepare = () => void load().catch(() => undefined);
  const button = cloneElement(trigger, {
    ref: buttonRef,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    onHoverStart: prepare,
    onFocus: prepare,
    onKeyDown,
    onPress: ({pointerType}) => {
      if (isOpen) setOpen(false);
      else void open(pointerType === 'keyboard' || pointerType === 'virtual');
    },
  });
  return {button, buttonRef, isOpen, setOpen, open: (point) => void open(false, point), at, byKey};
}
