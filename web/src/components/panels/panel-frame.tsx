import {type FocusEvent, type ReactNode, type Ref, useEffect, useRef} from 'react';
import {IconButton} from '../ui/icon-button.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
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

interface SidePanelProps {
  label: string;
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** What stands beside a page. Escape closes it, unless something in it has had that key. */
export function SidePanel({label, className, onClose, children}: SidePanelProps) {
  return (
    <aside
      className={className}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      {children}
    </aside>
  );
}

/**
 * For a page with a panel beside it: whoever closes the panel goes on where the focus was before, at a message or at what
 * opened the panel. Returns what the page has to call when the focus moves in it.
 */
export function useFocusBack(isOpen: boolean): (event: FocusEvent) => void {
  const last = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (!isOpen && document.activeElement === document.body) last.current?.focus({preventScroll: true});
  }, [isOpen]);
  return ({target}) => {
    // What can be done with a message goes with the focus, the message stays.
    last.current = target.closest<HTMLElement>('[data-post]') ?? (target as HTMLElement);
  };
}
