import {useStore} from '@nanostores/react';
import {atom} from 'nanostores';
import {atomFamily} from '../../lib/atom-family.ts';
import {me} from '../session/session.ts';
import {onLive} from '../system/live.ts';

const NO_ONE: readonly string[] = [];
/** Ids of people who are typing, by channel, or by first post for threads. */
const $typing = atomFamily(() => atom(NO_ONE));
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** In milliseconds. A person counts as typing for this long after the last event. */
const TYPING_MILLIS = 6_000;

export function useTyping(placeId: string): readonly string[] {
  return useStore($typing(placeId));
}

function stop(placeId: string, userId: string): void {
  clearTimeout(timers.get(`${placeId} ${userId}`));
  const list = $typing(placeId).get();
  if (list.includes(userId)) $typing(placeId).set(list.filter((id) => id !== userId));
}

/** Tracks who is typing, until they stop or their post arrives. */
export function followTyping(): void {
  onLive('typing', ({data, broadcast}) => {
    const userId: string = data.user_id;
    if (userId === me().id) return;
    const placeId: string = data.parent_id || broadcast.channel_id;
    const list = $typing(placeId).get();
    if (!list.includes(userId)) $typing(placeId).set([...list, userId]);
    const key = `${placeId} ${userId}`;
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => stop(placeId, userId), TYPING_MILLIS),
    );
  });
  onLive('posted', ({data}) => {
    const post = JSON.parse(data.post) as {user_id: string; channel_id: string; root_id: string};
    stop(post.root_id || post.channel_id, post.user_id);
  });
}
