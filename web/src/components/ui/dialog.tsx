import {t} from '@lingui/core/macro';
import {type ReactNode, type RefObject, useRef, useState} from 'react';
import {Dialog as AriaDialog} from 'react-aria-components/Dialog';
import {Heading} from 'react-aria-components/Heading';
import {Modal, ModalOverlay} from 'react-aria-components/Modal';
import styles from './dialog.module.css';
import './focus-return.ts';
import {IconButton} from './icon-button.tsx';
import {ScrollArea} from './scroll-area.tsx';
import {useCloseRequest} from './use-close-request.ts';
import {useSheetDrag} from './use-sheet-drag.ts';

/**
 * In milliseconds. Clicks outside are ignored for this long after the dialog opens, because the second click of a
 * double click on the button that opened it may be one.
 */
const DOUBLE_CLICK = 500;

interface DialogProps {
  title: ReactNode;
  /** For a dialog whose first field says what it is for. The content then has the button to close it. */
  isTitleHidden?: boolean;
  children: ReactNode;
  /** Called by Cancel, X and Escape, and by a click outside unless `keepOpen` is set. */
  onClose: () => void;
  /** Keeps the dialog open on a click outside, so that no input is lost. */
  keepOpen?: boolean;
  size?: 'small' | 'normal' | 'large' | 'wide';
  /** Shown before the title. */
  icon?: ReactNode;
  role?: 'dialog' | 'alertdialog';
}

/** A modal dialog, open while it is rendered. It traps the focus, and returns it when it closes. */
export function Dialog({
  title,
  isTitleHidden = false,
  children,
  onClose,
  keepOpen = false,
  size = 'normal',
  icon,
  role,
}: DialogProps) {
  const [openedAt] = useState(() => performance.now());
  const sheet = useRef<HTMLDivElement>(null);
  useCloseRequest(onClose);
  return (
    <ModalOverlay
      isOpen
      isDismissable={!keepOpen}
      shouldCloseOnInteractOutside={() => performance.now() - openedAt > DOUBLE_CLICK}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className={styles.overlay}
    >
      <Modal ref={sheet} className={styles.modal} data-size={size}>
        <AriaDialog className={styles.dialog} role={role}>
          <SheetDrag sheet={sheet} onClose={keepOpen ? undefined : onClose} />
          <header
            className={styles.header}
            data-bare={isTitleHidden || undefined}
            data-draggable={!keepOpen || undefined}
          >
            {icon}
            <Heading slot="title" level={2} className={isTitleHidden ? 'visually-hidden' : styles.title}>
              {title}
            </Heading>
            {!isTitleHidden && <IconButton icon="close" label={t`Close`} onPress={onClose} />}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Closes the sheet that a dialog is in narrow windows (dialog.module.css). The library renders the sheet later. */
function SheetDrag({
  sheet,
  onClose,
}: {
  sheet: RefObject<HTMLDivElement | null>;
  /** Undefined if the dialog stays open, so that no input is lost. */
  onClose: (() => void) | undefined;
}) {
  useSheetDrag(sheet, '(max-width: 40rem)', onClose);
  return undefined;
}

/** The content of a dialog. `isText`: it has nothing to focus, so that it must be focusable to scroll with the keyboard. */
export function DialogBody({isText = false, children}: {isText?: boolean; children: ReactNode}) {
  const Body = isText ? ScrollArea : 'div';
  return <Body className={styles.body}>{children}</Body>;
}

/** The buttons at the bottom of a dialog, with the main action last. */
export function DialogFooter({
  apart,
  children,
}: {
  /** A secondary action on the other side. */
  apart?: ReactNode;
  children: ReactNode;
}) {
  return (
    <footer className={styles.footer}>
      {apart && <div className={styles.apart}>{apart}</div>}
      <div className={styles.buttons}>{children}</div>
    </footer>
  );
}
