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

/** Lists of teams and of their members. */
export function createTeamLists({database}: {database: Database}) {
  return {
    teams: (filter: TeamFilter, page: Page) => selectTeams(database, filter, page),

    countTeams: (filter: TeamFilter) => countTeams(database, filter),

    byIds: (ids: readonly string[]) => selectTeamsByIds(database, ids),

    /** Live teams that the user is in. */
    ofUser: (userId: string) => selectTeamsOfUser(database, userId),

    members: (teamId: string, filter: MemberFilter & {byUsername: boolean}, page: Page) =>
      selectMembers(database, teamId, filter, page),

    /** Of these users, the members; of those only the ones that `visibleTo`, if given, shares a channel with. */
    membersByIds: (teamId: string, userIds: readonly string[], visibleTo: string | undefined) =>
      selectMembersByIds(database, teamId, userIds, visibleTo),

    /** The user's memberships of live teams. */
    membershipsOfUser: (userId: string) => selectMembershipsOfUser(database, userId),

    /** Members of the team, all and the active ones; with `visibleTo`, only whom that user sees. */
    countMembers: (teamId: string, visibleTo: string | undefined) =>
      countMembers(database, teamId, visibleTo),

    /** Followed threads with unread replies, and unread mentions in threads, in each team. */
    threadUnreads: (userId: string) => selectThreadUnreads(database, userId),
  };
}
