import type {OutgoingWebhook as OfficialOutgoingWebhook} from '@mattermost/types/integrations';
import {useQuery} from '@tanstack/react-query';
import {allPages} from '../../../lib/all-pages.ts';
import {queries} from '../../../lib/queries.ts';
import {server} from '../../../lib/server.ts';
import {LOG_INTERVAL} from '../deliveries.tsx';

/** What this server tells of a webhook, with what the official library does not know of. */
export interface OutgoingWebhook extends OfficialOutgoingWebhook {
  signed: boolean;
  /** Whether its channel may be a private one. */
  allow_private_channel: boolean;
  failing_since: number;
  /** When the server switched it off because every attempt had failed for a day; 0 if it is on. */
  disabled_at: number;
}

/** Something that a webhook has sent, or is to. */
export interface OutgoingDelivery {
  id: string;
  create_at: number;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  next_attempt_at: number;
  post_id: string;
  callback_url: string;
  /** Of the last answer; 0 if there was none. */
  http_status: number;
  duration_ms: number;
  reply_post_id: string;
  error: string;
}

/** What is entered of a webhook, as the server takes it. */
export type OutgoingWebhookInput = Pick<
  OutgoingWebhook,
  | 'display_name'
  | 'description'
  | 'channel_id'
  | 'allow_private_channel'
  | 'trigger_words'
  | 'trigger_when'
  | 'callback_urls'
  | 'content_type'
  | 'username'
  | 'icon_url'
>;

const listKey = (teamId: string) => ['outgoing-webhooks', teamId];
const hookKey = (id: string) => ['outgoing-webhook', id];

export function useOutgoingWebhooks(teamId: string) {
  return useQuery({
    queryKey: listKey(teamId),
    queryFn: async () => {
      const hooks = await allPages((page, perPage) =>
        server.call<OutgoingWebhook[]>(`/hooks/outgoing?team_id=${teamId}&page=${page}&per_page=${perPage}`),
      );
      return hooks.sort((a, b) => a.display_name.localeCompare(b.display_name));
    },
  });
}

export function useOutgoingWebhook(id: string) {
  return useQuery({
    queryKey: hookKey(id),
    queryFn: () => server.call<OutgoingWebhook>(`/hooks/outgoing/${id}`),
  });
}

export function useOutgoingDeliveries(id: string) {
  return useQuery({
    queryKey: [...hookKey(id), 'deliveries'],
    queryFn: () => server.call<OutgoingDelivery[]>(`/hooks/outgoing/${id}/deliveries?per_page=30`),
    refetchInterval: LOG_INTERVAL,
  });
}

/** Reads anew what is shown of a webhook. */
export async function refreshOutgoing({id, team_id}: Pick<OutgoingWebhook, 'id' | 'team_id'>): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({queryKey: hookKey(id)}),
    queries.invalidateQueries({queryKey: listKey(team_id)}),
  ]);
}

/** Saves what was entered; without a webhook it makes one in the team. */
export async function saveOutgoing(
  hook: OutgoingWebhook | undefined,
  teamId: string,
  input: OutgoingWebhookInput,
): Promise<OutgoingWebhook> {
  const saved = hook
    ? await server.call<OutgoingWebhook>(`/hooks/outgoing/${hook.id}`, {
        method: 'PUT',
        body: {id: hook.id, ...input},
      })
    : await server.call<OutgoingWebhook>('/hooks/outgoing', {
        method: 'POST',
        body: {team_id: teamId, ...input},
      });
  await refreshOutgoing(saved);
  return saved;
}

export async function deleteOutgoing(hook: OutgoingWebhook): Promise<void> {
  await server.removeOutgoingWebhook(hook.id);
  await queries.invalidateQueries({queryKey: listKey(hook.team_id)});
}

/** Switches a webhook on again that the server has switched off. */
export async function enableOutgoing(hook: OutgoingWebhook): Promise<void> {
  await server.call(`/hooks/outgoing/${hook.id}/enable`, {method: 'POST'});
  await refreshOutgoing(hook);
}

export async function redeliver(hook: OutgoingWebhook, deliveryId: string): Promise<void> {
  await server.call(`/hooks/outgoing/${hook.id}/deliveries/${deliveryId}/redeliver`, {method: 'POST'});
  await refreshOutgoing(hook);
}
