import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {type ReactNode, useEffect, useRef} from 'react';
import {useLocation} from 'react-router';
import {IconButton} from '../ui/icon-button.tsx';
import {useSwipe} from '../ui/use-swipe.ts';
import styles from './frame.module.css';
import {TeamRail} from './team-rail.tsx';

/** Whether the drawer with teams and sidebar is open, in narrow windows. */
const $drawerOpen = atom(false);

/** In these windows, teams and sidebar are a drawer (frame.module.css). */
const NARROW = '(max-width: 48rem)';

/** The path at which the client was opened, where Tab starts at the top. */
let firstPath: string | undefined;

interface FrameProps {
  /** Shown next to the teams: channels, or the sections of a page. */
  sidebar?: ReactNode;
  sidebarLabel?: string;
  children: ReactNode;
}

/** Teams, sidebar and page. In narrow windows, the first two are in a drawer. */
export function Frame({sidebar, sidebarLabel, children}: FrameProps) {
  const isOpen = useStore($drawerOpen);
  const {pathname} = useLocation();
  useEffect(() => $drawerOpen.set(false), [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') $drawerOpen.set(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);
  const frame = useRef<HTMLDivElement>(null);
  useSwipe(frame, (direction) => {
    const opens = direction === 'toEnd';
    if (opens === isOpen || !window.matchMedia(NARROW).matches) return false;
    $drawerOpen.set(opens);
    return true;
  });
  const drawer = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLElement>(null);
  // If a link that was followed disappears with its page, the new page gets the focus.
  useEffect(() => {
    if (firstPath === undefined) firstPath = pathname;
    else if (document.activeElement === document.body) main.current?.focus({preventScroll: true});
  }, [pathname]);
  // The drawer takes the focus when it opens, and returns it when it closes.
  useEffect(() => {
    if (!isOpen) return;
    const opener = document.activeElement as HTMLElement;
    drawer.current!.focus();
    return () => {
      const {activeElement} = document;
      if (activeElement !== document.body && !drawer.current?.contains(activeElement)) return;
      if (opener.isConnected && opener !== document.body) opener.focus();
      else main.current?.focus();
    };
  }, [isOpen]);
  return (
    <div ref={frame} className={styles.frame}>
      <a className={styles.skip} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <div
        ref={drawer}
        tabIndex={-1}
        className={styles.drawer}
        data-open={isOpen || undefined}
        data-narrow={!sidebar || undefined}
      >
        <TeamRail />
        {sidebar && (
          <nav className={styles.sidebar} aria-label={sidebarLabel}>
            {sidebar}
          </nav>
        )}
      </div>
      {isOpen && (
        <button
          type="button"
          className={styles.scrim}
          aria-label={t`Close navigation`}
          onClick={() => $drawerOpen.set(false)}
        />
      )}
      <main ref={main} className={styles.main} id="main" tabIndex={-1} inert={isOpen}>
        {children}
      </main>
    </div>
  );
}

/** Opens the drawer. Only shown in narrow windows. */
export function DrawerButton() {
  return (
    <span className={styles.drawerButton}>
      <IconButton icon="menu" label={t`Open navigation`} onPress={() => $drawerOpen.set(true)} />
    </span>
  );
}
