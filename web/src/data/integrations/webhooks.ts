import {useQuery} from '@tanstack/react-query';
import {language} from '../../lib/language.ts';
import {allPages} from '../../lib/pages.ts';
import {LOG_INTERVAL, queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';

export type WebhookSection = 'incoming' | 'outgoing';

const listKey = (section: WebhookSection, teamId: string) => [`${section}-webhooks`, teamId];
const hookKey = (section: WebhookSection, id: string) => [`${section}-webhook`, id];

/** The webhooks of a team, sorted by name. */
export function useWebhooks<Hook extends {display_name: string}>(section: WebhookSection, teamId: string) {
  return useQuery({
    queryKey: listKey(section, teamId),
    queryFn: async () => {
      const hooks = await allPages((page, perPage) =>
        server.call<Hook[]>(`/hooks/${section}?team_id=${teamId}&page=${page}&per_page=${perPage}`),
      );
      return hooks.sort((a, b) => a.display_name.localeCompare(b.display_name, language()));
    },
  });
}

export function useWebhook<Hook>(section: WebhookSection, id: string) {
  return useQuery({
    queryKey: hookKey(section, id),
    queryFn: () => server.call<Hook>(`/hooks/${section}/${id}`),
  });
}

/** The recent requests of a webhook, updated regularly. */
export function useDeliveries<Delivery>(section: WebhookSection, id: string) {
  return useQuery({
    queryKey: [...hookKey(section, id), 'deliveries'],
    queryFn: () => server.call<Delivery[]>(`/hooks/${section}/${id}/deliveries?per_page=30`),
    refetchInterval: LOG_INTERVAL,
  });
}

/** Reloads the list of a team's webhooks. */
export function refreshWebhookList(section: WebhookSection, teamId: string): Promise<void> {
  return queries.invalidateQueries({queryKey: listKey(section, teamId)});
}

/** Reloads the webhooks of a team. */
export async function refreshWebhooks(section: WebhookSection, teamId: string): Promise<void> {
  await Promise.all([
    // Reload all of them, because an incoming webhook has two ids, and the owner determines which one a page gets.
    queries.invalidateQueries({queryKey: [`${section}-webhook`]}),
    refreshWebhookList(section, teamId),
  ]);
}
