import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {refreshWebhookList, type WebhookSection} from './webhooks.ts';

/** An offer to transfer a webhook to a new owner, as returned by the server. */
export interface Transfer {
  id: string;
  kind: `${WebhookSection}_webhook`;
  display_name: string;
  description: string;
  team_id: string;
  channel_id: string;
  owner_id: string;
  offered_by: string;
  new_owner_id: string;
  create_at: number;
  expires_at: number;
}

const offersKey = ['webhook-transfers'];
const transferKey = (section: WebhookSection, hookId: string) => ['webhook-transfer', section, hookId];
const transferPath = (section: WebhookSection, hookId: string) => `/hooks/${section}/${hookId}/transfer`;

/** The webhooks of a team that are offered to the person. */
export function useOffers(teamId: string): Transfer[] {
  const {data = []} = useQuery({
    queryKey: offersKey,
    queryFn: () => server.call<Transfer[]>('/integrations/transfers'),
  });
  return data.filter((offer) => offer.team_id === teamId);
}

/** The pending offer to transfer a webhook; undefined until loaded, null if there is none. */
export function usePendingTransfer(section: WebhookSection, hookId: string) {
  return useQuery({
    queryKey: transferKey(section, hookId),
    queryFn: async () =>
      (await server.call<{transfer: Transfer | null}>(transferPath(section, hookId))).transfer,
  });
}

/** Transfers a webhook, or offers the transfer. Returns whether the new owner has it now. */
export async function transferWebhook(
  section: WebhookSection,
  hookId: string,
  userId: string,
): Promise<boolean> {
  const response = await server.call<object>(transferPath(section, hookId), {
    method: 'POST',
    body: {user_id: userId},
  });
  await queries.invalidateQueries({queryKey: transferKey(section, hookId)});
  return !('new_owner_id' in response);
}

export async function cancelTransfer(section: WebhookSection, hookId: string): Promise<void> {
  await server.call(transferPath(section, hookId), {method: 'DELETE'});
  await queries.invalidateQueries({queryKey: transferKey(section, hookId)});
}

/** Makes the person the owner. Returns the webhook's id, which was hidden from them before. */
export async function acceptTransfer({id, kind, team_id}: Transfer): Promise<string> {
  const {integration_id} = await server.call<{integration_id: string}>(
    `/integrations/transfers/${id}/accept`,
    {
      method: 'POST',
    },
  );
  await Promise.all([
    queries.invalidateQueries({queryKey: offersKey}),
    refreshWebhookList(kind === 'incoming_webhook' ? 'incoming' : 'outgoing', team_id),
  ]);
  return integration_id;
}

export async function declineTransfer({id}: Transfer): Promise<void> {
  await server.call(`/integrations/transfers/${id}/decline`, {method: 'POST'});
  await queries.invalidateQueries({queryKey: offersKey});
}
