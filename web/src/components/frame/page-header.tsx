import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import {type ReactNode, useEffect} from 'react';
import {useNavigate} from 'react-router';
import {useClientConfig} from '../../data/system/client-config.ts';
import {Button} from '../ui/button.tsx';
import {IconButton} from '../ui/icon-button.tsx';
import {EmptyState} from '../ui/state.tsx';
import {DrawerButton} from './frame.tsx';
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
  before,
  back,
  children,
}: {
  title: ReactNode;
  /**
   * The width of the centered content below it: a page of panels, a page of tables, or a list without space for its
   * scrollbar. Without it, the content has the width of the page.
   */
  column?: 'page' | 'table' | 'list';
  /** Shown before the title. */
  before?: ReactNode;
  /** The list of sections that the page is in. In narrow windows, a button leads there instead of to the drawer. */
  back?: {path: string; label: string} | undefined;
  children?: ReactNode;
}) {
  usePageTitle(typeof title === 'string' ? title : '');
  return (
    <header className={styles.header} data-column={column}>
      <div className={styles.row}>
        {back ? <BackButton {...back} /> : <DrawerButton />}
        {before}
        <div className={styles.title}>
          {typeof title === 'string' ? (
            <h1>
              <bdi>{title}</bdi>
            </h1>
          ) : (
            title
          )}
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

type MissingThing = 'channel' | 'person' | 'message' | 'team' | 'page';

function missingTitle(what: MissingThing): string {
  switch (what) {
    case 'channel':
      return t`Channel not found`;
    case 'person':
      return t`Person not found`;
    case 'message':
      return t`Message not found`;
    case 'team':
      return t`Team not found`;
    case 'page':
      return t`Page not found`;
  }
}

/** The page for an address that doesn't exist, or that the person can't access. */
export function Missing({what}: {what: MissingThing}) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t`Not found`} />
      <MissingState what={what}>
        <Button onPress={() => navigate('/')}>
          <Trans>Go to home page</Trans>
        </Button>
      </MissingState>
    </>
  );
}

/** The content of a page, below its header, if what it shows doesn't exist or the person can't access it. */
export function MissingState({what, children}: {what: MissingThing; children?: ReactNode}) {
  return (
    <EmptyState icon="search" title={missingTitle(what)}>
      <p>
        {what === 'page'
          ? t`Check the address. The page may have moved.`
          : t`It may have been deleted, or you don't have access.`}
      </p>
      {children}
    </EmptyState>
  );
}
