import type {ChannelBookmark} from '@mattermost/types/channel_bookmarks';
import {useQuery} from '@tanstack/react-query';
import {changeQueryData, queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

const KEY = 'bookmarks';
const NONE: ChannelBookmark[] = [];

/** The bookmarks of a channel, in order. */
export function useBookmarks(channelId: string): ChannelBookmark[] {
  const {data = NONE} = useQuery({
    queryKey: [KEY, channelId],
    queryFn: () => server.getChannelBookmarks(channelId),
  });
  return data;
}

export function setBookmarks(channelId: string, bookmarks: ChannelBookmark[]): void {
  changeQueryData<ChannelBookmark[]>([KEY, channelId], () => bookmarks);
}

export const refreshBookmarks = (): Promise<void> => queries.invalidateQueries({queryKey: [KEY]});

/** Updates the bookmarks on live events. */
export function followBookmarks(): void {
  for (const change of ['created', 'updated', 'deleted', 'sorted']) {
    onLive(`channel_bookmark_${change}`, () => void refreshBookmarks());
  }
  onMissedEvents(() => void refreshBookmarks());
}
