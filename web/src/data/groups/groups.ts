import type {Group} from '@mattermost/types/groups';
import type {UserProfile} from '@mattermost/types/users';
import {useQuery} from '@tanstack/react-query';
import {queries} from '../../lib/queries.ts';
import {server} from '../../lib/server.ts';
import {rememberPeople} from '../people/people.ts';
import {clientConfig, useIsOn} from '../system/client-config.ts';
import {onLive, onMissedEvents} from '../system/live.ts';

export type {Group};

const KEY = 'groups';
/** The maximum page size of the API. */
const PAGE = 200;
/** The maximum number of pages to load, so that an unusually large number of groups doesn't block the page. */
const MAX_PAGES = 10;

async function readGroups(archived: boolean): Promise<Group[]> {
  const groups: Group[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const found = await server.getGroups({
      filter_allow_reference: true,
      include_member_count: true,
      ...(archived ? {filter_archived: true} : {}),
      page,
      per_page: PAGE,
    });
    groups.push(...found);
    if (found.length < PAGE) break;
  }
  return groups;
}

/** All groups that can be mentioned, sorted by display name. */
export function useGroups() {
  return useQuery({
    queryKey: [KEY],
    queryFn: () => readGroups(false),
    enabled: useIsOn('EnableCustomGroups'),
  });
}

/** All archived groups, sorted by display name. */
export function useArchivedGroups(isWanted: boolean) {
  return useQuery({queryKey: [KEY, 'archived'], queryFn: () => readGroups(true), enabled: isWanted});
}

/** The groups that a person is in. */
export function useUserGroups(userId: string) {
  return useQuery({
    queryKey: [KEY, 'of', userId],
    queryFn: () => server.getGroupsByUserId(userId),
    enabled: useIsOn('EnableCustomGroups'),
  });
}

/** The members of a group, up to {@link PAGE}, sorted by username. */
export function useGroupMembers(groupId: string) {
  return useQuery({
    queryKey: [KEY, 'members', groupId],
    queryFn: async () => {
      const {members} = await server.call<{members: UserProfile[]}>(
        `/groups/${groupId}/members?per_page=${PAGE}`,
      );
      rememberPeople(members);
      return members;
    },
  });
}

/** The groups whose name or display name contains the term, as suggestions. */
export async function findGroups(term: string, most: number): Promise<Group[]> {
  if (clientConfig().EnableCustomGroups !== 'true') return [];
  const query = new URLSearchParams({q: term, filter_allow_reference: 'true', per_page: String(most)});
  return server.call<Group[]>(`/groups?${query}`);
}

/** Reloads groups. */
export function refreshGroups(): Promise<void> {
  return queries.invalidateQueries({queryKey: [KEY]});
}

/** Reloads groups when they or their members change. */
export function followGroups(): void {
  for (const event of ['received_group', 'group_member_add', 'group_member_deleted']) {
    onLive(event, () => void refreshGroups());
  }
  onMissedEvents(() => void refreshGroups());
}
