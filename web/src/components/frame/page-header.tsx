import {type ReactNode, useEffect} from 'react';
import {useNavigate} from 'react-router';
import {useChannels, useCollapsedThreads, useMemberships} from '../../data/channels/channels.ts';
import {unreadOf} from '../../data/channels/unread.ts';
import {useClientConfig} from '../../data/system/client-config.ts';
import {Button} from '../ui/button.tsx';
import {EmptyState} from '../ui/state.tsx';
import {DrawerButton} from './frame.tsx';
import styles from './page-header.module.css';

/** Names the page in the browser's tab, with how many mentions wait in all channels. */
export function usePageTitle(title: string): void {
  const {SiteName} = useClientConfig();
  const channels = useChannels();
  const memberships = useMemberships();
  const collapsed = useCollapsedThreads();
  const mentions = Object.values(channels).reduce(
    (sum, channel) => sum + unreadOf(channel, memberships[channel.id], collapsed).mentions,
    0,
  );
  useEffect(() => {
    const names = [...new Set([title, SiteName || 'Patchbay'])].filter(Boolean).join(' · ');
    document.title = mentions > 0 ? `(${mentions}) ${names}` : names;
  }, [title, SiteName, mentions]);
}

/** The head of a page: its title, and what can be done with the page as a whole. */
export function PageHeader({
  title,
  before,
  children,
}: {
  title: ReactNode;
  /** Between the way to the navigation and the title. */
  before?: ReactNode;
  children?: ReactNode;
}) {
  usePageTitle(typeof title === 'string' ? title : '');
  return (
    <header className={styles.header}>
      <DrawerButton />
      {before}
      <div className={styles.title}>{typeof title === 'string' ? <h1>{title}</h1> : title}</div>
      {children}
    </header>
  );
}

/** The page for an address at which the person can see nothing. */
export function Missing({what}: {what: 'channel' | 'person' | 'message' | 'team' | 'page'}) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState icon="search" title={`There is no such ${what}`}>
        <p>
          {what === 'page'
            ? 'The address may be mistyped, or the page may have moved.'
            : 'It may have been deleted, or you may not see it.'}
        </p>
        <Button onPress={() => navigate('/')}>Go to the beginning</Button>
      </EmptyState>
    </>
  );
}
