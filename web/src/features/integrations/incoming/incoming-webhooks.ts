import type {IncomingWebhook as OfficialIncomingWebhook} from '@mattermost/types/integrations';
import {useQuery} from '@tanstack/react-query';
import {allPages} from '../../../lib/all-pages.ts';
import {clientConfig} from '../../../lib/client-config.ts';
import {queries} from '../../../lib/queries.ts';
import {Refusal, server} from '../../../lib/server.ts';
import {LOG_INTERVAL} from '../deliveries.tsx';

/** What this server tells of a webhook, with what the official library does not know of. */
export interface IncomingWebhook extends OfficialIncomingWebhook {
  signed: boolean;
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

const listKey = (teamId: string) => ['incoming-webhooks', teamId];
const hookKey = (id: string) => ['incoming-webhook', id];

export function useIncomingWebhooks(teamId: string) {
  return useQuery({
    queryKey: listKey(teamId),
    queryFn: async () => {
      const hooks = await allPages((page, perPage) =>
        server.call<IncomingWebhook[]>(`/hooks/incoming?team_id=${teamId}&page=${page}&per_page=${perPage}`),
      );
      return hooks.sort((a, b) => a.display_name.localeCompare(b.display_name));
    },
  });
}

export function useIncomingWebhook(id: string) {
  return useQuery({
    queryKey: hookKey(id),
    queryFn: () => server.call<IncomingWebhook>(`/hooks/incoming/${id}`),
  });
}

export function useIncomingDeliveries(id: string) {
  return useQuery({
    queryKey: [...hookKey(id), 'deliveries'],
    queryFn: () => server.call<IncomingDelivery[]>(`/hooks/incoming/${id}/deliveries?per_page=30`),
    refetchInterval: LOG_INTERVAL,
  });
}

/** Reads anew what is shown of a webhook. */
export async function refreshIncoming({id, team_id}: Pick<IncomingWebhook, 'id' | 'team_id'>): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({queryKey: hookKey(id)}),
    queries.invalidateQueries({queryKey: listKey(team_id)}),
  ]);
}

/** Saves what was entered; without a webhook it makes one. */
export async function saveIncoming(
  hook: IncomingWebhook | undefined,
  values: IncomingWebhookValues,
): Promise<IncomingWebhook> {
  const saved = hook
    ? await server.call<IncomingWebhook>(`/hooks/incoming/${hook.id}`, {
        method: 'PUT',
        body: {id: hook.id, ...values},
      })
    : await server.call<IncomingWebhook>('/hooks/incoming', {method: 'POST', body: values});
  await refreshIncoming(saved);
  return saved;
}

/** Gives a webhook a new key, which is its id; the old one works for the overlap. */
export async function renewKey(hook: IncomingWebhook, overlapMillis: number): Promise<IncomingWebhook> {
  const renewed = await server.call<IncomingWebhook>(`/hooks/incoming/${hook.id}/regenerate`, {
    method: 'POST',
    body: {overlap_ms: overlapMillis},
  });
  await queries.invalidateQueries({queryKey: listKey(hook.team_id)});
  return renewed;
}

export async function deleteIncoming(hook: IncomingWebhook): Promise<void> {
  await server.removeIncomingWebhook(hook.id);
  await queries.invalidateQueries({queryKey: listKey(hook.team_id)});
}

/** Where programs send to. */
export function addressOf(hook: IncomingWebhook): string {
  return `${clientConfig().SiteURL || window.location.origin}/hooks/${hook.id}`;
}

/** Sends as a program would, and returns the id of the post. @throws Refusal */
export async function sendToWebhook(hook: IncomingWebhook, payload: object): Promise<string> {
  const path = `/hooks/${hook.id}`;
  const response = await fetch(path, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(payload),
    // The key is all that a program has.
    credentials: 'omit',
  });
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    throw new Refusal(window.location.origin, path, response.status, body);
  }
  return response.headers.get('x-post-id') ?? '';
}
