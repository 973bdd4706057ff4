import type {ReactNode, Ref} from 'react';
import {IconButton} from '../../components/icon-button.tsx';
import {ScrollArea} from '../../components/scroll-area.tsx';
import styles from './panel-frame.module.css';

/** A panel beside the channel: its head, and what it shows. */
export function PanelFrame({
  title,
  subtitle,
  actions,
  children,
  onClose,
}: {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  onClose: () => void;
}) {
  return (
    <>
      <header className={styles.header}>
        <div className={styles.text}>
          <h2 className={styles.title}>{title}</h2>
          {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
        </div>
        {actions}
        <IconButton icon="close" label="Close the panel" onPress={onClose} />
      </header>
      {children}
    </>
  );
}

interface PanelBodyProps {
  /** What it is, read aloud, where the focus may be put on it. */
  label?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The part of a panel that scrolls. */
export function PanelBody({label, ref, children}: PanelBodyProps) {
  return (
    <ScrollArea className={styles.body} role={label && 'region'} aria-label={label} ref={ref}>
      {children}
    </ScrollArea>
  );
}
