import type {FileInfo} from '@mattermost/types/files';
import {useInfiniteQuery, useQuery} from '@tanstack/react-query';
import {useEffect} from 'react';
import {itemsOf, nextPage, readPage} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {onLive} from '../system/live.ts';

const KEY = 'channel-files';
const PAGE = 60;

/** How many files are in the messages of a channel. */
export function useChannelFileCount(channelId: string) {
  return useQuery({
    queryKey: [KEY, channelId, 'count'],
    queryFn: async () => (await server.getChannelStats(channelId, true)).files_count,
    staleTime: 0,
  });
}

/** The files in the messages of a channel, the newest first, and only those that match these words, if there are any. */
export function useChannelFiles(teamId: string, channelId: string, words: string) {
  useEffect(() => {
    const refresh = (event: {data: {post: string}}) => {
      const {channel_id, file_ids = []} = JSON.parse(event.data.post);
      if (channel_id !== channelId || file_ids.length === 0) return;
      void queries.invalidateQueries({queryKey: [KEY, channelId]});
    };
    const stops = ['posted', 'post_edited', 'post_deleted'].map((one) => onLive(one, refresh));
    return () => {
      for (const stop of stops) stop();
    };
  }, [channelId]);
  const readFiles = async (page: number, perPage: number) => {
    // What the library says of the answer is not what comes: an object, and no map.
    const {order, file_infos} = await server.call<{order: string[]; file_infos: Record<string, FileInfo>}>(
      `/teams/${teamId}/files/search`,
      {
        method: 'POST',
        body: {
          terms: [`in:${channelId}`, ...words.split(/\s+/).map(beginning)].join(' '),
          include_deleted_channels: true,
          page,
          per_page: perPage,
        },
      },
    );
    return order.map((id) => file_infos[id]!);
  };
  return useInfiniteQuery({
    queryKey: [KEY, channelId, words],
    initialPageParam: 0,
    queryFn: ({pageParam}) => readPage(readFiles, pageParam, PAGE),
    getNextPageParam: nextPage,
    select: itemsOf,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Finds what begins with a word, while it is typed; signs and filters of a search stay as they are. */
function beginning(word: string): string {
  return /^[\p{L}\p{N}]+$/u.test(word) ? `${word}*` : word;
}
