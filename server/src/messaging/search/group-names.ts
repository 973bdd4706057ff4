import {GROUP_MEMBERS, groupChannelName} from '../channels/channels.ts';
import type {Users} from '../users/users.ts';
import type {SearchTerms} from './search-terms.ts';

/**
 * The search with the names that group channels have in the database, in place of `@ann,bob`. The user may be left out, and
 * each name may have an `@`, as in Mattermost. With one other person, it is the direct channel with them.
 */
export async function withGroupNames(
  users: Pick<Users, 'byUsernames'>,
  terms: SearchTerms,
  userId: string,
): Promise<SearchTerms> {
  const wanted = new Set([...terms.in, ...terms.excludedIn].flatMap(usernamesIn));
  if (wanted.size === 0) return terms;
  const found = new Map((await users.byUsernames([...wanted])).map((user) => [user.username, user.id]));
  const read = (name: string) => {
    const usernames = usernamesIn(name);
    const ids = new Set([userId]);
    for (const username of usernames) {
      const id = found.get(username);
      // Without someone unknown, it would be another channel.
      if (id === undefined) return name;
      ids.add(id);
    }
    if (ids.size >= GROUP_MEMBERS.min) return groupChannelName([...ids]);
    const other = usernames.find((username) => found.get(username) !== userId) ?? usernames[0];
    return other === undefined ? name : `@${other}`;
  };
  return {...terms, in: terms.in.map(read), excludedIn: terms.excludedIn.map(read)};
}

/**
 * The different usernames in a value such as `@ann,bob`; none in the name of a channel or of one person, or if there are
 * more than a group can have.
 */
function usernamesIn(value: string): string[] {
  if (!value.startsWith('@') || !value.includes(',')) return [];
  const usernames = new Set(value.split(',').map((name) => name.replace(/^@/, '')));
  usernames.delete('');
  return usernames.size > GROUP_MEMBERS.max ? [] : [...usernames];
}
