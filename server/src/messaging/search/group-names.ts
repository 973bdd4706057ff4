import {groupChannelName} from '../channels/channels.ts';
import type {Users} from '../users/users.ts';
import type {SearchTerms} from './search-terms.ts';

/**
 * The search with the names that group channels have in the database, in place of `@ann,bob`. The user may be left out, and
 * each name may have an `@`, as in Mattermost.
 */
export async function withGroupNames(
  users: Pick<Users, 'byUsernames'>,
  terms: SearchTerms,
  userId: string,
): Promise<SearchTerms> {
  const read = (names: readonly string[]) =>
    Promise.all(
      names.map(async (name) => {
        if (!name.startsWith('@') || !name.includes(',')) return name;
        const usernames = [...new Set(name.split(',').map((one) => one.replace(/^@/, '')))];
        const found = await users.byUsernames(usernames);
        // Without someone unknown, it would be another group.
        if (found.length < usernames.length) return name;
        return groupChannelName([...new Set([userId, ...found.map(({id}) => id)])]);
      }),
    );
  return {...terms, in: await read(terms.in), excludedIn: await read(terms.excludedIn)};
}
