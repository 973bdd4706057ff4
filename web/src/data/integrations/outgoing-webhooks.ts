import type {OutgoingWebhook as OfficialOutgoingWebhook} from '@mattermost/types/integrations';
import {saveRecord, server} from '../../lib/server.ts';
import {refreshWebhookList, refreshWebhooks, useDeliveries, useWebhook, useWebhooks} from './webhooks.ts';

/** A webhook as returned by the server, with fields that the library's type doesn't have. */
export interface OutgoingWebhook extends OfficialOutgoingWebhook {
  signed: boolean;
  /** Whether its channel can be private. */
  allow_private_channel: boolean;
  failing_since: number;
  /** When the server disabled it because every delivery failed for a day, in milliseconds; 0 if it is enabled. */
  disabled_at: number;
}

/** A request that a webhook has sent or will send. */
export interface OutgoingDelivery {
  id: string;
  create_at: number;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  next_attempt_at: number;
  post_id: string;
  callback_url: string;
  /** The status of the last response; 0 if there was none. */
  http_status: number;
  duration_ms: number;
  reply_post_id: string;
  error: string;
}

/** The editable fields of a webhook. */
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

export const useOutgoingWebhooks = (teamId: string) => useWebhooks<OutgoingWebhook>('outgoing', teamId);
export const useOutgoingWebhook = (id: string) => useWebhook<OutgoingWebhook>('outgoing', id);
export const useOutgoingDeliveries = (id: string) => useDeliveries<OutgoingDelivery>('outgoing', id);

/** Reloads a webhook and the list of its team. */
export function refreshOutgoing({team_id}: Pick<OutgoingWebhook, 'team_id'>): Promise<void> {
  return refreshWebhooks('outgoing', team_id);
}

/** Saves a webhook, or creates one in the team. */
export async function saveOutgoing(
  hook: OutgoingWebhook | undefined,
  teamId: string,
  input: OutgoingWebhookInput,
): Promise<OutgoingWebhook> {
  const saved = await saveRecord('/hooks/outgoing', hook, hook ? input : {team_id: teamId, ...input});
  await refreshOutgoing(saved);
  return saved;
}

export async function deleteOutgoing(hook: OutgoingWebhook): Promise<void> {
  await server.removeOutgoingWebhook(hook.id);
  await refreshWebhookList('outgoing', hook.team_id);
}

/** Enables a webhook that the server has disabled. */
export async function enableOutgoing(hook: OutgoingWebhook): Promise<void> {
  await server.call(`/hooks/outgoing/${hook.id}/enable`, {method: 'POST'});
  await refreshOutgoing(hook);
}

export async function redeliver(hook: OutgoingWebhook, deliveryId: string): Promise<void> {
  await server.call(`/hooks/outgoing/${hook.id}/deliveries/${deliveryId}/redeliver`, {method: 'POST'});
  await refreshOutgoing(hook);
}
