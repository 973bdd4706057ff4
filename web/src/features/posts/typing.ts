import {onLive} from '../../lib/live.ts';
import {me} from '../../lib/session.ts';
import {createKeyedStore, useKeyed} from '../../lib/store.ts';

const NOBODY: readonly string[] = [];
/** Ids of who is typing, by channel, or by first post for threads. */
const typing = createKeyedStore<readonly string[]>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
/** Milliseconds after the last notice for which somebody counts as typing. */
const LASTS = 6_000;

export function useTyping(placeId: string): readonly string[] {
  return useKeyed(typing, placeId) ?? NOBODY;
}

function stop(placeId: string, userId: string): void {
  clearTimeout(timers.get(`${placeId} ${userId}`));
  typing.change(placeId, (list) => list.filter((id) => id !== userId));
}

/** Follows who is typing, until they stop or what they wrote is there. */
export function followTyping(): void {
  onLive('typing', ({data, broadcast}) => {
    const userId: string = data.user_id;
    if (userId === me().id) return;
    const placeId: string = data.parent_id || broadcast.channel_id;
    const list = typing.get(placeId) ?? NOBODY;
    if (!list.includes(userId)) typing.set(placeId, [...list, userId]);
    const key = `${placeId} ${userId}`;
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => stop(placeId, userId), LASTS),
    );
  });
  onLive('posted', ({data}) => {
    const post = JSON.parse(data.post) as {user_id: string; channel_id: string; root_id: string};
    stop(post.root_id || post.channel_id, post.user_id);
  });
}
