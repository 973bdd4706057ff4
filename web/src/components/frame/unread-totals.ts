import {
  type Channels,
  type Memberships,
  useChannels,
  useCollapsedThreads,
  useMemberships,
} from '../../data/channels/channels.ts';
import {getUnread, type Unread} from '../../data/channels/unread.ts';
import {useThreadTotals} from '../../data/posts/threads.ts';
import {lastTeamName, useCurrentTeamIfAny, useTeams} from '../../data/teams/teams.ts';
import {lastResult} from '../../lib/last-result.ts';

/**
 * The unread messages and mentions of each team. Direct messages don't belong to a team. They count toward the team
 * that is open or was open last, because its sidebar shows them, and so do mentions in that team's collapsed threads.
 * The title of the tab shows the sum of the mentions.
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
  return getTotals(channels, memberships, collapsed, openId, collapsed ? threads : undefined);
}

/** Adds up once per change, because several places on the page show the totals. */
const getTotals = lastResult(sumUnread);

function sumUnread(
  channels: Channels,
  memberships: Memberships,
  collapsed: boolean,
  openId: string,
  threads: ReturnType<typeof useThreadTotals>['data'],
): ReadonlyMap<string, Unread> {
  const totals = new Map<string, Unread>();
  const add = (teamId: string, {isUnread, mentions}: Unread) => {
    const sum = totals.get(teamId);
    totals.set(teamId, {
      isUnread: sum?.isUnread || isUnread,
      mentions: (sum?.mentions ?? 0) + mentions,
    });
  };
  for (const channel of Object.values(channels)) {
    add(channel.team_id || openId, getUnread(channel, memberships[channel.id], collapsed));
  }
  if (threads) {
    const {total_unread_threads, total_unread_mentions} = threads;
    add(openId, {isUnread: total_unread_threads > 0, mentions: total_unread_mentions});
  }
  return totals;
}
