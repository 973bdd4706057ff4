import {server} from '../../lib/server.ts';

/** A browser that gets push notifications. Times are in milliseconds, and 0 for never. */
export interface PushSubscription {
  session_id: string;
  user_id: string;
  username: string;
  /** The host of the push service. */
  host: string;
  create_at: number;
  /** When the last notification was sent, and when the last one failed, to the hour. */
  sent_at: number;
  failed_at: number;
  /** Why it failed. */
  failure: string;
  /** The device of the session. */
  props: Record<string, string>;
}

export const PER_PAGE = 50;

/** A page of the subscriptions of all people, by username. */
export function readPushSubscriptions({
  term,
  isFailing,
  page,
}: {
  /** A part of the username. */
  term: string;
  /** Only those whose last notification failed. */
  isFailing: boolean;
  page: number;
}): Promise<PushSubscription[]> {
  const query = new URLSearchParams({
    page: String(page),
    per_page: String(PER_PAGE),
    ...(term !== '' && {term}),
    ...(isFailing && {failing: 'true'}),
  });
  return server.call(`/web_push/subscriptions?${query}`);
}

export function removePushSubscription({session_id}: PushSubscription): Promise<unknown> {
  return server.call(`/web_push/subscriptions/${session_id}`, {method: 'DELETE'});
}
