import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

/** How many people and pinned messages a channel has. */
export function useChannelStats(channelId: string) {
  return useQuery({
    queryKey: ['channel-stats', channelId],
    queryFn: () => server.getChannelStats(channelId),
  });
}
