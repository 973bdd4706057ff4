import type {UserProfile} from '@mattermost/types/users';
import {server} from '../../lib/server.ts';
import {rememberPeople} from '../people/people.ts';

export const PER_PAGE = 50;
/** The API returns at most this many results of a search. */
const SEARCH_LIMIT = 200;

const LIST_OPTIONS: Record<string, Record<string, unknown>> = {
  active: {active: true},
  inactive: {inactive: true},
  admins: {role: 'system_admin'},
};

/** A page of accounts. The results of a search are all on one page. */
export async function readUsers(
  term: string,
  filter: string,
  page: number,
): Promise<{users: UserProfile[]; isSearch: boolean}> {
  if (term !== '') return {users: await searchUsers(term, filter), isSearch: true};
  const users =
    filter === 'bots' ? await readBots(page) : await server.getProfiles(page, PER_PAGE, LIST_OPTIONS[filter]);
  rememberPeople(users);
  return {users, isSearch: false};
}

async function searchUsers(term: string, filter: string): Promise<UserProfile[]> {
  const found = await server.searchUsers(term, {
    allow_inactive: filter !== 'active',
    limit: SEARCH_LIMIT,
    ...(filter === 'admins' ? {role: 'system_admin'} : {}),
  });
  rememberPeople(found);
  if (filter === 'inactive') return found.filter(({delete_at}) => delete_at > 0);
  return filter === 'bots' ? found.filter(({is_bot}) => is_bot) : found;
}

async function readBots(page: number): Promise<UserProfile[]> {
  const bots = await server.getBotsIncludeDeleted(page, PER_PAGE);
  if (bots.length === 0) return [];
  const users = await server.getProfilesByIds(bots.map(({user_id}) => user_id));
  return users.sort((a, b) => a.username.localeCompare(b.username));
}

/** When each of these people was last active, by their id, in milliseconds since 1970; 0 for never. */
export async function readLastActivity(userIds: string[]): Promise<ReadonlyMap<string, number>> {
  const statuses = await server.getStatusesByIds(userIds);
  return new Map(statuses.map(({user_id, last_activity_at = 0}) => [user_id, last_activity_at]));
}
