import {t} from '@lingui/core/macro';
import {type FocusEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef} from 'react';
import {isTouchOnly} from '../../lib/touch.ts';
import {focusMessageBox} from '../keyboard/message-box.ts';
import {moveMessageFocus} from '../keyboard/message-focus.ts';
import {IconButton} from '../ui/icon-button.tsx';
import {ScrollArea} from '../ui/scroll-area.tsx';
import {useSwipe} from '../ui/use-swipe.ts';
import {useHistoryScroll} from './history-memory.ts';
import styles from './panel-frame.module.css';
import {useWayBack} from './use-panel.ts';

/** A side panel: its header and its content. On a phone, the panel is a page with a button that leads back. */
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
  const goBack = useWayBack();
  return (
    <>
      <header className={styles.header} data-leads-back={goBack ? true : undefined}>
        <span className={goBack ? undefined : styles.back}>
          <IconButton icon="arrowLeft" label={t`Back`} onPress={goBack ?? onClose} />
        </span>
        <div className={styles.text}>
          <h2 className={styles.title}>{title}</h2>
          {subtitle && <bdi className={styles.subtitle}>{subtitle}</bdi>}
        </div>
        {actions}
        <span className={styles.close}>
          <IconButton icon="close" label={t`Close panel`} onPress={onClose} />
        </span>
      </header>
      {children}
    </>
  );
}

interface PanelBodyProps {
  /** A label for screen readers, if the body can take the focus. */
  label?: string;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/**
 * The scrolling content of a panel. It takes the focus when the panel opens, unless a field has it. The arrow keys,
 * Home and End move between messages in it.
 */
export function PanelBody({label, ref, children}: PanelBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => body.current!);
  useHistoryScroll(body);
  useEffect(() => {
    const active = document.activeElement;
    const hasField = active?.matches('input, textarea') || body.current!.closest('aside')?.contains(active);
    if (!hasField && !isTouchOnly()) moveFocusTo(body.current!);
  }, []);
  return (
    <ScrollArea
      className={styles.body}
      role={label && 'region'}
      aria-label={label}
      ref={body}
      onKeyDown={(event) => moveMessageFocus(event, 'first')}
    >
      {children}
    </ScrollArea>
  );
}

/**
 * Moves the focus to the content of a panel for the person, so that keys scroll it. Its ring is only shown when they
 * move the focus there themselves.
 */
export function moveFocusTo(body: HTMLElement): void {
  body.toggleAttribute('data-focus-moved', true);
  body.addEventListener('blur', () => body.removeAttribute('data-focus-moved'), {once: true});
  body.focus({preventScroll: true});
}

interface SidePanelProps {
  label: string;
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** Windows in which the panel covers the page (views/conversation/open-channels.module.css). */
const COVERING = '(width < 48rem)';

/** Whether the side panel covers the page. Otherwise, it is next to it. */
export function panelCoversPage(): boolean {
  return window.matchMedia(COVERING).matches;
}

/** The side panel of a page. Escape or a swipe back closes it, unless something in it handles them. */
export function SidePanel({label, className, onClose, children}: SidePanelProps) {
  const frame = useRef<HTMLElement>(null);
  useSwipe(frame, (direction) =>
    direction === 'toEnd' ? {away: frame.current!, onGone: onClose} : undefined,
  );
  return (
    <aside
      ref={frame}
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
 * When the side panel closes, returns the focus to the element of the page that had it before, such as a message, or to
 * the message box if that element is gone. The page calls the returned function when the focus moves within it.
 */
export function useRestoreFocus(isOpen: boolean): (event: FocusEvent) => void {
  const last = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (isOpen || !last.current || document.activeElement !== document.body) return;
    last.current.focus({preventScroll: true});
    // It can be gone or hidden, such as the search field of the header, which is in the panel while that is open.
    if (document.activeElement === document.body) focusMessageBox();
  }, [isOpen]);
  return ({target}) => {
    // The actions of a message disappear when they lose the focus, so remember the message itself.
    last.current = target.closest<HTMLElement>('[data-post]') ?? (target as HTMLElement);
  };
}
