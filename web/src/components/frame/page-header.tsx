import {type ReactNode, useEffect} from 'react';
import {useNavigate} from 'react-router';
import {useClientConfig} from '../../data/system/client-config.ts';
import {IconButton} from '../ui/icon-button.tsx';
import {DrawerButton} from './frame.tsx';
import {useIsNarrowWindow} from './narrow-window.ts';
import styles from './page-header.module.css';
import {useUnreadTotals} from './unread-totals.ts';

/** Sets the title of the browser tab: the page, and the number of unread mentions in all teams. */
export function usePageTitle(title: string): void {
  const {SiteName} = useClientConfig();
  const mentions = useUnreadTotals()
    .values()
    .reduce((sum, total) => sum + total.mentions, 0);
  useEffect(() => {
    const names = [...new Set([title, SiteName || 'Patchbay'])].filter(Boolean).join(' · ');
    document.title = mentions > 0 ? `(${mentions}) ${names}` : names;
    // The badge on the icon of an installed app. Browsers reject this if the app isn't installed.
    navigator.setAppBadge?.(mentions).catch(() => {});
  }, [title, SiteName, mentions]);
}

/** The header of a page: its title and the actions for the whole page. */
export function PageHeader({
  title,
  column,
  back,
  children,
}: {
  title: ReactNode;
  /**
   * The width of the centered content below it: a page of panels, a page of tables, or a list without space for its
   * scrollbar. Without it, the content has the width of the page.
   */
  column?: 'page' | 'table' | 'list';
  /**
   * The list that the page is in. In narrow windows, a button leads there instead of to the drawer. With `always`, the
   * list isn't in the sidebar, so other windows have the button too.
   */
  back?: {path: string; label: string; always?: boolean} | undefined;
  children?: ReactNode;
}) {
  const isNarrow = useIsNarrowWindow();
  usePageTitle(typeof title === 'string' ? title : '');
  return (
    <header className={styles.header} data-column={column}>
      <div className={styles.row}>
        <div className={styles.start}>
          {!(back && isNarrow) && <DrawerButton />}
          {back && (isNarrow || back.always) && <BackButton path={back.path} label={back.label} />}
          <div className={styles.title}>
            {typeof title === 'string' ? (
              <h1>
                <bdi>{title}</bdi>
              </h1>
            ) : (
              title
            )}
          </div>
        </div>
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </header>
  );
}

function BackButton({path, label}: {path: string; label: string}) {
  const navigate = useNavigate();
  return (
    <span className={styles.back}>
      <IconButton icon="arrowLeft" label={label} onPress={() => navigate(path)} />
    </span>
  );
}
