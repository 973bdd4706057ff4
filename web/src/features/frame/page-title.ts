import {useEffect} from 'react';
import {useClientConfig} from '../../lib/client-config.ts';
import {useChannels, useCollapsedThreads, useMemberships} from '../channels/channels.ts';
import {unreadOf} from '../channels/unread.ts';

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
