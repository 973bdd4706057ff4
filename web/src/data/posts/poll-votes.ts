import {useQuery} from '@tanstack/react-query';
import {changeQueryData, queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

const KEY = 'poll-votes';
const NONE: readonly number[] = [];

interface Votes {
  /** The options, by number. */
  options: readonly number[];
}

onLive('poll_votes_changed', ({data: {post_id, options}}) =>
  changeQueryData<Votes>([KEY, post_id], () => ({options})),
);
onMissedEvents(() => void queries.invalidateQueries({queryKey: [KEY]}));

/** The options of a poll that the person voted for, by number. */
export function useOwnVotes(postId: string): readonly number[] {
  const {data} = useQuery({
    queryKey: [KEY, postId],
    queryFn: () => server.call<Votes>(`/posts/${postId}/poll_votes`),
  });
  return data?.options ?? NONE;
}
