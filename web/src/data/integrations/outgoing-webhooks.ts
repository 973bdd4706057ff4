import type {OutgoingWebhook as OfficialOutgoingWebhook} from '@mattermost/types/integrations';
import {saveRecord, server} from '../../lib/server.ts';
import {refreshWebhookList, refreshWebhooks, useDeliveries, useWebhook, useWebhooks} from './webhooks.ts';

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

export const useOutgoingWebhooks = (teamId: string) => useWebhooks<OutgoingWebhook>('outgoing', teamId);
export const useOutgoingWebhook = (id: string) => useWebhook<OutgoingWebhook>('outgoing', id);
export const useOutgoingDeliveries = (id: string) => useDeliveries<OutgoingDelivery>('outgoing', id);

/** Reads anew what is shown of a webhook. */
export function refreshOutgoing({team_id}: Pick<OutgoingWebhook, 'team_id'>): Promise<void> {
  return refreshWebhooks('outgoing', team_id);
}

/** Saves what was entered; without a webhook it makes one in the team. */
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

/** Switches a webhook on again that the server has switched off. */
export async function enableOutgoing(hook: OutgoingWebhook): Promise<void> {
  await server.call(`/hooks/outgoing/${hook.id}/enable`, {method: 'POST'});
  await refreshOutgoing(hook);
}

export async function redeliver(hook: OutgoingWebhook, deliveryId: string): Promise<void> {
  await server.call(`/hooks/outgoing/${hook.id}/deliveries/${deliveryId}/redeliver`, {method: 'POST'});
  await refreshOutgoing(hook);
}
