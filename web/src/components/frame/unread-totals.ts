import {useChannels, useCollapsedThreads, useMemberships} from '../../data/channels/channels.ts';
import {type Unread, unreadOf} from '../../data/channels/unread.ts';
import {useThreadTotals} from '../../data/posts/threads.ts';
import {lastTeamName, useCurrentTeamIfAny, useTeams} from '../../data/teams/teams.ts';

/**
 * What is unread in each team. Direct messages belong to no team, and are shown in the one that is or was open last, so
 * they count there, as do mentions in its collapsed threads. The sum of the mentions is in the title of the tab.
 */
export function useUnreadTotals(): ReadonlyMap<string, Unread> {
  const channels = useChannels();
  const memberships = useMemberships();
  const collapsed = useCollapsedThreads();
  const teams = useTeams();
  const current = useCurrentTeamIfAny();
  const last = lastTeamName();
  const openId = (current ?? teams.find(({name}) => name === last) ?? teams[0])?.id ?? '';
  const threads = useThreadTotals(openId, collapsed && openId !== '').data;
  const totals = new Map<string, Unread>();
  const add = (teamId: string, {isUnread, mentions}: Unread) => {
    const sum = totals.get(teamId);
    totals.set(teamId, {
      isUnread: sum?.isUnread || isUnread,
      mentions: (sum?.mentions ?? 0) + mentions,
    });
  };
  for (const channel of Object.values(channels)) {
    add(channel.team_id || openId, unreadOf(channel, memberships[channel.id], collapsed));
  }
  if (collapsed && threads) {
    const {total_unread_threads, total_unread_mentions} = threads;
    add(openId, {isUnread: total_unread_threads > 0, mentions: total_unread_mentions});
  }
  return totals;
}
