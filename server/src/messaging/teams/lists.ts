import type {Database} from '../../platform/database/database.ts';
import {
  countMembers,
  type MemberFilter,
  selectMembers,
  selectMembersByIds,
  selectMembershipsOfUser,
  selectThreadUnreads,
} from './members/store.ts';
import {
  countTeams,
  type Page,
  selectTeams,
  selectTeamsByIds,
  selectTeamsOfUser,
  type TeamFilter,
} from './store.ts';

/** Lists of teams and their members. */
export function createTeamLists({database}: {database: Database}) {
  return {
    teams: (filter: TeamFilter, page: Page) => selectTeams(database, filter, page),

    countTeams: (filter: TeamFilter) => countTeams(database, filter),

    byIds: (ids: readonly string[]) => selectTeamsByIds(database, ids),

    /** Active teams that the user is in. */
    ofUser: (userId: string) => selectTeamsOfUser(database, userId),

    members: (teamId: string, filter: MemberFilter & {byUsername: boolean}, page: Page) =>
      selectMembers(database, teamId, filter, page),

    /** The memberships of these users; with `visibleTo`, only of those who share a channel with that user. */
    membersByIds: (teamId: string, userIds: readonly string[], visibleTo: string | undefined) =>
      selectMembersByIds(database, teamId, userIds, visibleTo),

    /** The user's memberships in active teams. */
    membershipsOfUser: (userId: string) => selectMembershipsOfUser(database, userId),

    /** The numbers of all and active members; with `visibleTo`, only of members whom that user can see. */
    countMembers: (teamId: string, visibleTo: string | undefined) =>
      countMembers(database, teamId, visibleTo),

    /** Per team, followed threads with unread replies, and unread mentions in threads. */
    threadUnreads: (userId: string) => selectThreadUnreads(database, userId),
  };
}
