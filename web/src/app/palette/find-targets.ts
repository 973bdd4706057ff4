import type {ServerChannel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import type {IconName} from '../../components/ui/icon.tsx';
import type {Unread} from '../../data/channels/unread.ts';
import {searchableNames} from '../../data/people/searchable-names.ts';
import {foldText} from '../../lib/fold-text.ts';
import {matchRank, RANK} from '../../lib/match-rank.ts';

/** A page, a setting or an action. */
export interface Place {
  name: string;
  /** The area that it belongs to. Different from those with the same name. */
  area: string;
  icon: IconName;
  /** Whether the area is a channel. A search for that finds the channel, and not everything in its menu. */
  isOfChannel?: boolean;
  /** What people may call it, too. */
  otherNames?: readonly string[];
  open(): unknown;
}

interface Command {
  /** Without the slash. */
  trigger: string;
  /** Its arguments; empty if it has none. */
  hint: string;
  about: string;
}

/** The search results of the palette. */
export type Target =
  | {kind: 'channel'; channel: ServerChannel; unread: Unread}
  | {kind: 'person'; person: UserProfile}
  | {kind: 'command'; command: Command}
  | {kind: 'place'; place: Place}
  /** A search of messages for what the person has typed. */
  | {kind: 'search'; terms: string};

interface Facts {
  query: string;
  /** The current team, if the person has one. People are written to and messages are found in a team. */
  teamId: string | undefined;
  /** The person's own channels. */
  channels: readonly ServerChannel[];
  /** The public channels that the server found. The person may be a member. */
  publicChannels: readonly ServerChannel[];
  /** The names by which a channel is found. */
  getNames(channel: ServerChannel): string[];
  getUnread(channel: ServerChannel): Unread;
  /** The open channel. It is listed last, because the person is already there. */
  openId: string | undefined;
  /** The people that the server found. */
  people: readonly UserProfile[];
  commands: readonly Command[];
  places: readonly Place[];
}

/** The maximum number of targets shown, and of each kind if there are others. */
const MAX_TARGETS = 20;
const MAX_OF_KIND = 5;

interface Ranked {
  target: Target;
  rank: number;
}

/**
 * The targets that match, best first (`RANK`). Of the channels that match equally well, those of other teams come last,
 * unread ones come first, and then those with the latest messages. Without a query, the team doesn't matter. A first
 * character of `@`, `~` or `/` limits them to people, channels or commands. `#` does the same as `~`, but a hashtag may
 * also start with it.
 */
export function findTargets(facts: Facts): Target[] {
  const query = foldText(facts.query.trim());
  const only = {'@': 'person', '~': 'channel', '#': 'channel', '/': 'command'}[query[0] ?? ''];
  const term = only ? query.slice(1) : query;
  const channels = only === 'command' ? [] : matchingChannels(facts, term);
  const direct = channels.filter(({channel}) => channel.type === 'D');
  if (query === '') return channels.map(({target}) => target).slice(0, MAX_TARGETS);
  const withDirect = new Set(direct.flatMap(({channel}) => channel.name.split('__')));
  const people = facts.teamId ? facts.people.filter(({id}) => !withDirect.has(id)) : [];
  const kinds: Ranked[][] = [
    only === 'person' ? direct : channels,
    ranked(people, searchableNames, term, (person) => ({kind: 'person', person}), RANK.part),
    // Before commands: choosing a command only writes it into the message box.
    ranked(
      facts.places,
      ({name}) => [name],
      term,
      (place) => ({kind: 'place', place}),
      RANK.none,
      // Otherwise, all pages of an area would come before a page with this name.
      ({area, isOfChannel, otherNames = []}) => [...(isOfChannel ? [] : [area]), ...otherNames],
    ),
    ranked(
      facts.commands,
      ({trigger}) => [trigger],
      term,
      (command) => ({kind: 'command', command}),
    ),
  ];
  const isShown = [only !== 'command', !only || only === 'person', !only, !only || only === 'command'];
  const shown = kinds.filter((_, index) => isShown[index]);
  const ofKinds = shown.flatMap((list) => list.slice(0, MAX_OF_KIND)).filter(({rank}) => rank < RANK.part);
  const all = shown.flat().sort((a, b) => a.rank - b.rank);
  const chosen = new Set([...new Set([...ofKinds, ...all])].slice(0, MAX_TARGETS));
  // Sorting is stable: within a rank, the kinds keep their order.
  const found = all.filter((one) => chosen.has(one)).map(({target}) => target);
  const mayBeSearch = !only || query[0] === '#';
  return !mayBeSearch || !facts.teamId ? found : [...found, {kind: 'search', terms: facts.query.trim()}];
}

function matchingChannels(facts: Facts, term: string) {
  const {getNames, getUnread, openId, teamId} = facts;
  const own = new Set(facts.channels.map(({id}) => id));
  const others = term === '' ? [] : facts.publicChannels.filter(({id}) => !own.has(id));
  const scored = [...facts.channels, ...others]
    .filter(({delete_at}) => delete_at === 0)
    .map((channel) => ({
      channel,
      target: {kind: 'channel' as const, channel, unread: getUnread(channel)},
      rank: matchRank(getNames(channel), term),
    }))
    .filter(({rank}) => rank < RANK.none);
  const urgency = ({channel, target: {unread}}: (typeof scored)[number]) => {
    if (channel.id === openId || !own.has(channel.id)) return -1;
    return unread.mentions > 0 ? 2 : unread.isUnread ? 1 : 0;
  };
  const distance = ({channel: {team_id}}: (typeof scored)[number]) => Number(![teamId, ''].includes(team_id));
  return scored.sort(
    (a, b) =>
      (term === '' ? 0 : a.rank - b.rank || distance(a) - distance(b)) ||
      urgency(b) - urgency(a) ||
      b.channel.last_post_at - a.channel.last_post_at,
  );
}

/**
 * The items that match, best first. With `atMost`, all of them match, because the server says so. Matches of `otherNames`
 * come after those of names, and before those inside of words.
 */
function ranked<T>(
  items: readonly T[],
  names: (item: T) => string[],
  term: string,
  toTarget: (item: T) => Target,
  atMost = RANK.none,
  otherNames: (item: T) => string[] = () => [],
): Ranked[] {
  const rankOf = (item: T) =>
    Math.min(atMost, matchRank(names(item), term), Math.max(RANK.other, matchRank(otherNames(item), term)));
  return items
    .map((item) => ({target: toTarget(item), rank: rankOf(item)}))
    .filter(({rank}) => rank < RANK.none)
    .sort((a, b) => a.rank - b.rank);
}
