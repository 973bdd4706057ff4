import {cloneElement, type ReactElement, type Ref, type RefObject, useRef, useState} from 'react';
import type {ButtonProps} from 'react-aria-components/Button';
import {errorMessage} from '../../lib/server.ts';
import {tellError} from '../../lib/toasts.ts';

/** A button of the library, or of ours, which hand on what they get. */
export type Trigger = ReactElement<ButtonProps & {ref?: Ref<HTMLButtonElement>}>;

interface OpenerOptions {
  trigger: Trigger;
  kind: 'menu' | 'dialog';
  /** Fetches the code of what opens: as soon as the pointer or the focus is on the button, and before it opens. */
  load: () => Promise<unknown>;
  onOpenChange?: (isOpen: boolean) => void;
}

export interface Opener {
  /** The button that was given, made to open. */
  button: ReactElement;
  buttonRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Opened by a key, so that the focus belongs on the first thing in it. */
  byKey: boolean;
}

/** Makes a button open something that hangs on it, and whose code is not needed before that. */
export function useOpener({trigger, kind, load, onOpenChange}: OpenerOptions): Opener {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [byKey, setByKey] = useState(false);

  function setOpen(open: boolean) {
    setIsOpen(open);
    onOpenChange?.(open);
  }
  async function open(withKey: boolean) {
    try {
      await load();
      setByKey(withKey);
      setOpen(true);
    } catch (error) {
      tellError(errorMessage(error));
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
  // What fails now says so when it is to open.
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
  return {button, buttonRef, isOpen, setOpen, byKey};
}
