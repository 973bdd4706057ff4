import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {useStore} from '@nanostores/react';
import {type ReactNode, useEffect, useId, useLayoutEffect, useRef} from 'react';
import {useLocation} from 'react-router';
import {useShortcut} from '../keyboard/use-shortcut.ts';
import {IconButton} from '../ui/icon-button.tsx';
import {isRightToLeft} from '../ui/swipe-target.ts';
import {MentionBadge} from '../ui/tag.tsx';
import {useCloseRequest} from '../ui/use-close-request.ts';
import {useSwipe} from '../ui/use-swipe.ts';
import styles from './frame.module.css';
import {$sidebar, type Sidebar, useHasDrawer} from './narrow-window.ts';
import {$drawerOpen, $sidebarHidden, toggleSidebar} from './sidebar-state.ts';
import {TeamRail} from './team-rail.tsx';
import {useUnreadTotals} from './unread-totals.ts';

/** Created once, because the frame renders with each change of the address. */
const teamRail = <TeamRail />;

/** The path at which the client was opened, where Tab starts at the top. */
let firstPath: string | undefined;

interface FrameProps {
  /** Shown next to the teams: channels, or the sections of a page. */
  sidebar?: ReactNode;
  sidebarLabel?: string;
  /** What the sidebar is, if the person can hide it. It then has a `HideSidebarButton`. */
  canHide?: Sidebar;
  children: ReactNode;
}

/** Teams, sidebar and page. If there is no space for them (`useHasDrawer`), the first two are in a drawer. */
export function Frame({sidebar, sidebarLabel, canHide, children}: FrameProps) {
  const isDrawer = useHasDrawer(canHide);
  const isOpen = useStore($drawerOpen) && isDrawer;
  const {pathname, key, state} = useLocation();
  // Also if the link that was followed leads to this page.
  useEffect(() => {
    if (!state?.keepsDrawer) $drawerOpen.set(false);
  }, [key]);
  useCloseRequest(() => $drawerOpen.set(false), isOpen);
  // Before it is painted, so that Escape never closes something behind it.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') $drawerOpen.set(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOpen]);
  const frame = useRef<HTMLDivElement>(null);
  const drawer = useRef<HTMLDivElement>(null);
  const navigation = useRef<HTMLElement>(null);
  const scrim = useRef<HTMLButtonElement>(null);
  useSwipe(frame, (direction) => {
    if (direction !== (isOpen ? 'toStart' : 'toEnd') || !isDrawer) return undefined;
    const {dataset} = frame.current!;
    return {
      distance: drawer.current!.offsetWidth,
      follow(share) {
        const closed = isOpen ? share : 1 - share;
        dataset.swiped = '';
        drawer.current!.style.translate = `${100 * (isRightToLeft() ? closed : -closed)}%`;
        scrim.current!.style.opacity = String(1 - closed);
      },
      end(isCompleted) {
        delete dataset.swiped;
        drawer.current?.style.removeProperty('translate');
        scrim.current?.style.removeProperty('opacity');
        if (isCompleted) $drawerOpen.set(!isOpen);
      },
    };
  });
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    $sidebar.set(canHide);
    return () => $sidebar.set(undefined);
  }, [canHide]);
  useShortcut('sidebar', toggleSidebar);
  const isHiddenHere = useStore($sidebarHidden[canHide ?? 'team']);
  const isHidden = isHiddenHere && canHide !== undefined && !isDrawer;
  // Before the browser takes the focus from a hidden element.
  const wasHidden = useRef(isHidden);
  useLayoutEffect(() => {
    if (wasHidden.current === isHidden) return;
    wasHidden.current = isHidden;
    const {activeElement} = document;
    if (isHidden && navigation.current!.contains(activeElement)) {
      (visibleButton(main.current!, styles.drawerButton!) ?? main.current!).focus();
    } else if (!isHidden && activeElement?.closest(`.${styles.drawerButton}`)) {
      visibleButton(navigation.current!, styles.hideButton!)?.focus();
    }
  }, [isHidden]);
  // If a link that was followed disappears with its page, the new page gets the focus.
  useEffect(() => {
    if (firstPath === undefined) firstPath = pathname;
    else if (document.activeElement === document.body) main.current?.focus({preventScroll: true});
  }, [pathname]);
  // The drawer takes the focus when it opens, and returns it when it closes.
  useLayoutEffect(() => {
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
    <div
      ref={frame}
      className={styles.frame}
      data-drawer={isDrawer || undefined}
      data-hides={isHidden || undefined}
    >
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
        {teamRail}
        {sidebar && (
          <nav ref={navigation} className={styles.sidebar} aria-label={sidebarLabel}>
            {sidebar}
          </nav>
        )}
      </div>
      <button
        ref={scrim}
        type="button"
        className={styles.scrim}
        data-open={isOpen || undefined}
        aria-label={t`Close navigation`}
        onClick={() => $drawerOpen.set(false)}
      />
      <main ref={main} className={styles.main} id="main" tabIndex={-1} inert={isOpen}>
        {children}
      </main>
    </div>
  );
}

/** The button in an element with this class that can take the focus. Prepared channels have hidden ones. */
function visibleButton(within: HTMLElement, className: string): HTMLElement | undefined {
  const buttons = within.querySelectorAll<HTMLElement>(`.${className} button`);
  return [...buttons].find((button) => button.checkVisibility());
}

/**
 * Opens the drawer or shows the hidden sidebar, and shows whether there are unread messages in it. Only shown if there is
 * a drawer and while the sidebar is hidden.
 */
export function DrawerButton() {
  const id = useId();
  const isDrawer = useHasDrawer(useStore($sidebar));
  return (
    <span className={styles.drawerButton}>
      <IconButton
        icon={isDrawer ? 'menu' : 'sidebar'}
        label={isDrawer ? t`Open navigation` : t`Show sidebar`}
        aria-describedby={id}
        aria-expanded={false}
        onPress={toggleSidebar}
      />
      <UnreadBadge id={id} />
    </span>
  );
}

/** Hides the sidebar that it is in, unless that is in the drawer. */
export function HideSidebarButton() {
  return (
    <span className={styles.hideButton}>
      <IconButton icon="sidebar" label={t`Hide sidebar`} onDark aria-expanded onPress={toggleSidebar} />
    </span>
  );
}

/** The number of mentions in all teams, or a dot for other unread messages, which describes a button. */
function UnreadBadge({id}: {id: string}) {
  const totals = [...useUnreadTotals().values()];
  const mentions = totals.reduce((sum, one) => sum + one.mentions, 0);
  return (
    <span id={id} className={styles.badge}>
      <MentionBadge mentions={mentions} />
      {mentions === 0 && totals.some(({isUnread}) => isUnread) && (
        <span className={styles.dot}>
          <span className="visually-hidden">
            <Trans comment="Read aloud after the button that opens the list of channels">
              Unread messages
            </Trans>
          </span>
        </span>
      )}
    </span>
  );
}
