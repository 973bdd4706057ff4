import type {UserProfile} from '@mattermost/types/users';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {refreshChannelMembers} from '../channels/channel-members.ts';
import {rememberPeople} from '../people/people.ts';

/** A team or a channel that people are members of. */
export interface MemberGroup {
  of: 'team' | 'channel';
  id: string;
}

export interface Member {
  person: UserProfile;
  /** Whether the person is an administrator of the team or channel. */
  isAdmin: boolean;
}

export const PER_PAGE = 25;
/** The maximum number of people that a search finds. */
const MAX_FOUND = 50;

/** A page of the members of a team or a channel, or all those that a search finds. */
export function useMembers({of, id}: MemberGroup, term: string, page: number) {
  return useQuery({
    queryKey: ['administration', 'members', of, id, term, page],
    queryFn: async (): Promise<Member[]> => {
      const people = await readPeople({of, id}, term, page);
      rememberPeople(people);
      const ids = people.map((person) => person.id);
      if (ids.length === 0) return [];
      const memberships =
        of === 'team'
          ? await server.getTeamMembersByIds(id, ids)
          : await server.getChannelMembersByIds(id, ids);
      const admins = new Set(memberships.filter((one) => one.scheme_admin).map((one) => one.user_id));
      return people.map((person) => ({person, isAdmin: admins.has(person.id)}));
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function readPeople({of, id}: MemberGroup, term: string, page: number): Promise<UserProfile[]> {
  if (term !== '') {
    return server.searchUsers(term, {
      ...(of === 'team' ? {team_id: id} : {in_channel_id: id}),
      allow_inactive: true,
      limit: MAX_FOUND,
    });
  }
  return of === 'team'
    ? server.getProfilesInTeam(id, page, PER_PAGE)
    : server.getProfilesInChannel(id, page, PER_PAGE);
}

/** Makes a member an administrator of the team or channel, or a member without further permissions. */
export function setMemberRole({of, id}: MemberGroup, userId: string, isAdmin: boolean): Promise<unknown> {
  return of === 'team'
    ? server.updateTeamMemberSchemeRoles(id, userId, true, isAdmin)
    : server.updateChannelMemberSchemeRoles(id, userId, true, isAdmin);
}

export function addMembers({of, id}: MemberGroup, userIds: string[]): Promise<unknown> {
  return of === 'team' ? server.addUsersToTeam(id, userIds) : server.addToChannels(userIds, id);
}

export function removeMember({of, id}: MemberGroup, userId: string): Promise<unknown> {
  return of === 'team' ? server.removeFromTeam(id, userId) : server.removeFromChannel(userId, id);
}

/** Reloads the members where they are listed outside of Administration. */
export function refreshMembers({of, id}: MemberGroup): Promise<void> {
  return of === 'team'
    ? queries.invalidateQueries({queryKey: ['team-members', id]})
    : refreshChannelMembers(id);
}
