import type {IncomingWebhook as OfficialIncomingWebhook} from '@mattermost/types/integrations';
import {Refusal, saveRecord, server} from '../../lib/server.ts';
import {clientConfig} from '../system/client-config.ts';
import {refreshWebhookList, refreshWebhooks, useDeliveries, useWebhook, useWebhooks} from './webhooks.ts';

/** A webhook as returned by the server, with fields that the library's type doesn't have. */
export interface IncomingWebhook extends OfficialIncomingWebhook {
  signed: boolean;
  /** Set if the id is not the key of the URL. Only the owner and system administrators can see the key. */
  key_hidden?: true;
}

/** A request that a webhook received. */
export interface IncomingDelivery {
  id: string;
  create_at: number;
  status: number;
  size: number;
  duration_ms: number;
  post_id: string;
  error: string;
}

export interface IncomingWebhookValues {
  display_name: string;
  description: string;
  channel_id: string;
  channel_locked: boolean;
  username: string;
  icon_url: string;
}

export const useIncomingWebhooks = (teamId: string) => useWebhooks<IncomingWebhook>('incoming', teamId);
export const useIncomingWebhook = (id: string) => useWebhook<IncomingWebhook>('incoming', id);
export const useIncomingDeliveries = (id: string) => useDeliveries<IncomingDelivery>('incoming', id);

/** Reloads a webhook and the list of its team. */
export function refreshIncoming({team_id}: Pick<IncomingWebhook, 'team_id'>): Promise<void> {
  return refreshWebhooks('incoming', team_id);
}

/** Saves a webhook, or creates one. */
export async function saveIncoming(
  hook: IncomingWebhook | undefined,
  values: IncomingWebhookValues,
): Promise<IncomingWebhook> {
  const saved = await saveRecord('/hooks/incoming', hook, values);
  await refreshIncoming(saved);
  return saved;
}

/** Replaces a webhook's key, which is its id. The old one keeps working for the overlap. */
export async function regenerateKey(hook: IncomingWebhook, overlapMillis: number): Promise<IncomingWebhook> {
  const regenerated = await server.call<IncomingWebhook>(`/hooks/incoming/${hook.id}/regenerate`, {
    method: 'POST',
    body: {overlap_ms: overlapMillis},
  });
  await refreshWebhookList('incoming', hook.team_id);
  return regenerated;
}

export async function deleteIncoming(hook: IncomingWebhook): Promise<void> {
  await server.removeIncomingWebhook(hook.id);
  await refreshWebhookList('incoming', hook.team_id);
}

/** The URL to which programs post. */
export function webhookUrl(hook: IncomingWebhook): string {
  return `${clientConfig().SiteURL || window.location.origin}/hooks/${hook.id}`;
}

/** Posts like a program would, and returns the id of the post. @throws Refusal */
export async function sendToWebhook(hook: IncomingWebhook, payload: object): Promise<string> {
  const path = `/hooks/${hook.id}`;
  const response = await fetch(path, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(payload),
    // Sent without the session, because a program has only the key.
    credentials: 'omit',
  });
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    throw new Refusal(window.location.origin, path, response.status, body);
  }
  return response.headers.get('x-post-id') ?? '';
}
