import {useQuery} from '@tanstack/react-query';
import {server} from '../../../lib/server.ts';

/** What webhooks received and sent in an hour, which begins at `at`. */
export interface DeliveryHour {
  at: number;
  received: number;
  refused: number;
  sent: number;
  failed: number;
}

/** The last 24 hours of the webhooks, and how many calls are still to be made. */
export function useDeliveries() {
  return useQuery({
    queryKey: ['administration', 'deliveries'],
    queryFn: () => server.call<{hours: DeliveryHour[]; waiting: number}>('/integrations/deliveries/by_hour'),
    staleTime: 0,
    refetchInterval: 30_000,
  });
}
