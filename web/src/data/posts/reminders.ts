import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

const KEY = ['reminders'];

interface Reminder {
  post_id: string;
  /** In seconds since 1970. */
  target_time: number;
}

const refresh = () => queries.invalidateQueries({queryKey: KEY});

onLive('post_reminders_changed', () => void refresh());
onMissedEvents(() => void refresh());

/** When the person is reminded of a message, in milliseconds; undefined if there is no reminder. */
export function useReminder(postId: string): number | undefined {
  const {data = []} = useQuery({
    queryKey: KEY,
    queryFn: () => server.call<Reminder[]>('/users/me/posts/reminders'),
  });
  const reminder = data.find((one) => one.post_id === postId);
  return reminder && reminder.target_time * 1000;
}

/** Sets a reminder for a message at a time in milliseconds. */
export async function setReminder(postId: string, at: number): Promise<void> {
  await server.call(`/users/me/posts/${postId}/reminder`, {
    method: 'POST',
    body: {target_time: Math.floor(at / 1000)},
  });
  await refresh();
}

export async function removeReminder(postId: string): Promise<void> {
  await server.call(`/users/me/posts/${postId}/reminder`, {method: 'DELETE'});
  await refresh();
}
