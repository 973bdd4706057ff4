import {t} from '@lingui/core/macro';
import {type ReactNode, useState} from 'react';
import {Dialog as AriaDialog} from 'react-aria-components/Dialog';
import {Heading} from 'react-aria-components/Heading';
import {Modal, ModalOverlay} from 'react-aria-components/Modal';
import styles from './dialog.module.css';
import {IconButton} from './icon-button.tsx';

/**
 * Milliseconds for which a click outside doesn't close the dialog, because it is the second click of a double click on
 * the button that opened it.
 */
const DOUBLE_CLICK = 500;

interface DialogProps {
  title: ReactNode;
  children: ReactNode;
  /** Called to close it: by Cancel, X, Escape, and a click outside unless `keepOpen`. */
  onClose: () => void;
  /** Whether a click outside doesn't close it, because input would be lost. */
  keepOpen?: boolean;
  size?: 'small' | 'normal' | 'large';
  /** Shown before the title. */
  icon?: ReactNode;
  role?: 'dialog' | 'alertdialog';
}

/** A modal dialog, open while it is rendered. It keeps the focus, and returns it when it closes. */
export function Dialog({
  title,
  children,
  onClose,
  keepOpen = false,
  size = 'normal',
  icon,
  role,
}: DialogProps) {
  const [openedAt] = useState(() => performance.now());
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
      <Modal className={styles.modal} data-size={size}>
        <AriaDialog className={styles.dialog} role={role}>
          <header className={styles.header}>
            {icon}
            <Heading slot="title" level={2} className={styles.title}>
              {title}
            </Heading>
            <IconButton icon="close" label={t`Close`} onPress={onClose} />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export function DialogBody({children}: {children: ReactNode}) {
  return <div className={styles.body}>{children}</div>;
}

/** The buttons at the bottom of a dialog, with the main action last. */
export function DialogFooter({
  apart,
  children,
}: {
  /** A secondary action at the other side. */
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
