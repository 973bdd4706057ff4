import type {Database} from '../../../platform/database/database.ts';
import type {OwnLists} from '../own-lists.ts';
import type {ChannelRow} from '../store.ts';
import {
  type ChannelFilter,
  type ChannelOrder,
  countAllChannels,
  type Page,
  type SearchScope,
  searchDirectChannels,
  searchGroupChannels,
  searchTeamChannels,
  selectAllChannels,
  selectArchivedChannels,
  selectChannelsOfUser,
  selectCommonTeamIds,
  selectPublicChannelsByIds,
  selectTeamChannels,
  selectTeamIdsOfUser,
} from './store.ts';

const MAX_FOUND = 100;
const MAX_COMPLETIONS = 50;

/** Lists and searches channels. */
export function createListing({database, ownLists}: {database: Database; ownLists: OwnLists}) {
  return {
    publicOfTeam: (teamId: string, page: Page) => selectTeamChannels(database.replica, teamId, 'O', page),

    privateOfTeam: (teamId: string, page: Page) => selectTeamChannels(database.replica, teamId, 'P', page),

    /** Archived channels of a team that the user can see: public ones, and private ones that they are in. */
    archivedOfTeam: (teamId: string, userId: string, page: Page) =>
      selectArchivedChannels(database.replica, teamId, userId, page),

    publicByIds: (teamId: string, channelIds: readonly string[]) =>
      selectPublicChannelsByIds(database, teamId, channelIds),

    /**
     * A user's channels: those of one team plus direct and group channels, or those of all their teams. Cached.
     *
     * @param archivedSince also includes channels that were archived at or after this time (milliseconds).
     */
    ofUser: (
      userId: string,
      {teamId, archivedSince}: {teamId?: string | undefined; archivedSince?: number | undefined},
    ) =>
      ownLists.channels(userId, `${teamId} ${archivedSince}`, () =>
        selectChannelsOfUser(database, userId, teamId, archivedSince),
      ),

    /** Active channels of a team whose name, display name or purpose contains every word of the term. */
    search: (
      teamId: string,
      {term, excludeJoined}: {term: string; excludeJoined: boolean},
      searcher: SearchScope,
    ) =>
      searchTeamChannels(database.replica, {
        teamIds: [teamId],
        term,
        searcher,
        excludeJoined,
        limit: MAX_FOUND,
      }),

    /** Autocompletes a channel of the team. */
    autocomplete: (teamId: string, term: string, searcher: SearchScope) =>
      searchTeamChannels(database.replica, {teamIds: [teamId], term, searcher, limit: MAX_COMPLETIONS}),

    /** Autocompletes a channel in all of the user's teams. */
    searchEverywhere: async (term: string, searcher: SearchScope) =>
      searchTeamChannels(database.replica, {
        teamIds: await selectTeamIdsOfUser(database, searcher.userId),
        term,
        searcher,
        limit: MAX_FOUND,
      }),

    /** Autocompletes `in:` in a post search: channels of the team, and direct and group channels by username. */
    async autocompleteForSearch(teamId: string, term: string, searcher: SearchScope): Promise<ChannelRow[]> {
      const [inTeam, direct, group] = await Promise.all([
        searchTeamChannels(database.replica, {teamIds: [teamId], term, searcher, limit: MAX_COMPLETIONS}),
        searchDirectChannels(database.replica, searcher.userId, term.replace(/^@/, ''), MAX_COMPLETIONS),
        searchGroupChannels(database.replica, searcher.userId, term, MAX_COMPLETIONS),
      ]);
      return [...inTeam, ...direct, ...group];
    },

    /** The user's group channels in which every word of the term is a prefix of a member's username. */
    searchGroups: (userId: string, term: string) =>
      searchGroupChannels(database.replica, userId, term, MAX_FOUND),

    /** Public and private channels of all teams, for administrators. */
    all: (
      filter: ChannelFilter,
      page: Page,
      order: ChannelOrder = {column: 'display_name', descending: false},
    ) => selectAllChannels(database.replica, filter, order, page),

    countAll: (filter: ChannelFilter) => countAllChannels(database.replica, filter),

    /** Ids of the active teams that all members of the channel are in. */
    commonTeamIds: (channelId: string) => selectCommonTeamIds(database, channelId),
  };
}
