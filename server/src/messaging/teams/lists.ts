import type {Cluster} from '../../platform/cluster/cluster.ts';
import {createClusterCache} from '../../platform/cluster/cluster-cache.ts';
import type {Database} from '../../platform/database/database.ts';
import type {Views} from '../../platform/event-bus/event-bus.ts';
import {
  countMembers,
  type MemberFilter,
  selectMembers,
  selectMembersByIds,
  selectMembershipsOfUser,
  selectThreadUnreads,
  type TeamMemberRow,
} from './members/store.ts';
import {
  countTeams,
  type Page,
  selectTeams,
  selectTeamsByIds,
  selectTeamsOfUser,
  type TeamFilter,
  type TeamOrder,
  type TeamRow,
} from './store.ts';

/** The maximum number of cached teams and memberships. */
const MAX_CACHED = 10_000;
const ROW_BYTES = 1000;

/** Lists of teams and their members. */
export function createTeamLists({
  cluster,
  database,
  events,
}: {
  cluster: Cluster;
  database: Database;
  events: Views;
}) {
  const sizes = {
    maxSize: MAX_CACHED * ROW_BYTES,
    sizeOf: (rows: readonly unknown[]) => rows.length * ROW_BYTES,
  };
  const teamsByUser = createClusterCache<readonly TeamRow[]>(cluster.bus, sizes);
  const membershipsByUser = createClusterCache<readonly TeamMemberRow[]>(cluster.bus, sizes);

  function clear(): void {
    teamsByUser.clear();
    membershipsByUser.clear();
  }
  events.onEveryNode('caches:stale', clear);
  events.onEveryNode('team:changed', clear);
  events.onEveryNode('team-standing:changed', ({userId}) => {
    if (userId === undefined) return clear();
    teamsByUser.invalidate(userId);
    membershipsByUser.invalidate(userId);
  });

  return {
    teams: (filter: TeamFilter, page: Page, order: TeamOrder = {column: 'display_name', descending: false}) =>
      selectTeams(database, filter, order, page),

    countTeams: (filter: TeamFilter) => countTeams(database, filter),

    byIds: (ids: readonly string[]) => selectTeamsByIds(database, ids),

    /** Active teams that the user is in. Cached. */
    ofUser: (userId: string) => teamsByUser.get(userId, '', () => selectTeamsOfUser(database, userId)),

    members: (teamId: string, filter: MemberFilter & {byUsername: boolean}, page: Page) =>
      selectMembers(database, teamId, filter, page),

    /** The memberships of these users. With `visibleTo`, only of users who share a channel with that user. */
    membersByIds: (teamId: string, userIds: readonly string[], visibleTo: string | undefined) =>
      selectMembersByIds(database, teamId, userIds, visibleTo),

    /** The user's memberships in active teams. Cached. */
    membershipsOfUser: (userId: string) =>
      membershipsByUser.get(userId, '', () => selectMembershipsOfUser(database, userId)),

    /** The numbers of all and active members; with `visibleTo`, only of members whom that user can see. */
    countMembers: (teamId: string, visibleTo: string | undefined) =>
      countMembers(database, teamId, visibleTo),

    /** For each team, the followed threads with unread replies and the unread mentions in threads. */
    threadUnreads: (userId: string) => selectThreadUnreads(database, userId),
  };
}
