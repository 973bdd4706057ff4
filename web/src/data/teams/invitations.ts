import {useQuery} from '@tanstack/react-query';
import {server} from '../../lib/server.ts';

/** The team that an invitation link leads to. */
export function useInvitation(inviteId: string, isEnabled = true) {
  return useQuery({
    queryKey: ['invitation', inviteId],
    queryFn: () => server.getTeamInviteInfo(inviteId),
    enabled: isEnabled,
    retry: false,
  });
}
