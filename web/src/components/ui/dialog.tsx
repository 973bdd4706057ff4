import {t} from '@lingui/core/macro';
import {type ReactNode, useState} from 'react';
import {Dialog as AriaDialog} from 'react-aria-components/Dialog';
import {Heading} from 'react-aria-components/Heading';
import {Modal, ModalOverlay} from 'react-aria-components/Modal';
import styles from './dialog.module.css';
import {IconButton} from './icon-button.tsx';

/**
 * Milliseconds for which a click outside closes nothing: it is the second one of a double click on what has opened the
 * window.
 */
const DOUBLE_CLICK = 500;

interface DialogProps {
  title: ReactNode;
  children: ReactNode;
  /** Closes it: Cancel, X, Escape, and a click outside unless `keepOpen`. */
  onClose: () => void;
  /** A click outside does not close it, because work would be lost. */
  keepOpen?: boolean;
  size?: 'small' | 'normal' | 'large';
  /** Something small before the title. */
  icon?: ReactNode;
  role?: 'dialog' | 'alertdialog';
}

/** A window over the page, for as long as it is rendered. It holds the focus, and gives it back. */
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

/** What can be done, at the foot: the main thing last, where the eye ends. */
export function DialogFooter({
  apart,
  children,
}: {
  /** Stands at the other side: neither the main thing nor its opposite. */
  apart?: ReactNode;
  children: ReactNode;
}) {
  return (
    <footer className={styles.footer}>
      {apart && <div className={styles.apart}>{apart}</div>}
      {children}
    </footer>
  );
}
