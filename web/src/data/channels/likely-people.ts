import type {UserProfile} from '@mattermost/types/users';
import {foldText} from '../../lib/fold-text.ts';
import {matchRank} from '../../lib/match-rank.ts';
import {loadedPerson} from '../people/people.ts';
import {searchableNames} from '../people/searchable-names.ts';
import {me} from '../session/session.ts';
import {otherUserId} from './addresses.ts';
import {knownChannels} from './channels.ts';

/**
 * The best matches first. Of those that match equally well, people with the latest direct messages come first, or with a
 * later message in `lastPosts` (by the id of the person). The person comes last.
 */
export function likelyFirst(
  people: readonly UserProfile[],
  term: string,
  lastPosts: ReadonlyMap<string, number> = new Map(),
): UserProfile[] {
  const own = me().id;
  const lastDirect = lastDirectPosts();
  const last = ({id}: UserProfile) => Math.max(lastDirect.get(id) ?? 0, lastPosts.get(id) ?? 0);
  const folded = foldText(term);
  const rank = (person: UserProfile) =>
    person.id === own ? Number.POSITIVE_INFINITY : matchRank(searchableNames(person), folded);
  return people
    .map((person) => ({person, rank: rank(person), last: last(person)}))
    .sort((a, b) => (a.rank === b.rank ? b.last - a.last : a.rank - b.rank))
    .map(({person}) => person);
}

/** The people with whom there are direct messages, as far as they are loaded. */
export function directContacts(): UserProfile[] {
  return [...lastDirectPosts().keys()].flatMap((id) => loadedPerson(id) ?? []);
}

/** The times of the latest direct messages, by the id of the other person. */
function lastDirectPosts(): Map<string, number> {
  const own = me().id;
  const direct = Object.values(knownChannels()).filter(({type}) => type === 'D');
  return new Map(direct.map((channel) => [otherUserId(channel, own), channel.last_post_at]));
}
