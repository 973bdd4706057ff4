import {useInfiniteQuery, useQuery} from '@tanstack/react-query';
import {useEffect} from 'react';
import {flattenPages, nextPage, readPage} from '../../lib/pages.ts';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {onLive} from '../system/live.ts';
import {type FileType, termsOfType} from './file-types.ts';
import {searchFiles} from './found-files.ts';

const KEY = 'channel-files';
const PAGE = 60;

/** The number of files in the messages of a channel. */
export function useChannelFileCount(channelId: string) {
  return useQuery({
    queryKey: [KEY, channelId, 'count'],
    queryFn: async () => (await server.getChannelStats(channelId, true)).files_count,
    staleTime: 0,
  });
}

/** The files in the messages of a channel, newest first. With `words` or a type, only the files that match. */
export function useChannelFiles(
  teamId: string,
  channelId: string,
  words: string,
  type: FileType | undefined,
) {
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
  const terms = [
    `in:${channelId}`,
    ...words.split(/\s+/).map(withWildcard),
    ...(type ? [termsOfType(type)] : []),
  ].join(' ');
  return useInfiniteQuery({
    queryKey: [KEY, channelId, words, type],
    initialPageParam: 0,
    queryFn: ({pageParam}) =>
      readPage((page, perPage) => searchFiles(teamId, terms, page, perPage), pageParam, PAGE),
    getNextPageParam: nextPage,
    select: flattenPages,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/**
 * Adds a wildcard to a word, so that it matches while it is being typed. Punctuation and search filters stay
 * unchanged.
 */
function withWildcard(word: string): string {
  return /^[\p{L}\p{N}]+$/u.test(word) ? `${word}*` : word;
}
