import type {ServerChannel} from '@mattermost/types/channels';
import type {UserProfile} from '@mattermost/types/users';
import type {IconName} from '../../components/ui/icon.tsx';
import type {Unread} from '../../data/channels/unread.ts';

/** A page or a setting. */
export interface Place {
  /** Empty for the sheet of keyboard shortcuts, which isn't a page. */
  path: string;
  name: string;
  /** The area that it belongs to. */
  area: string;
  icon: IconName;
}

interface Command {
  /** Without the slash. */
  trigger: string;
  about: string;
}

/** The search results of the palette. */
export type Target =
  | {kind: 'channel'; channel: ServerChannel; unread: Unread}
  | {kind: 'person'; person: UserProfile}
  | {kind: 'command'; command: Command}
  | {kind: 'place'; place: Place};

interface Facts {
  query: string;
  channels: readonly ServerChannel[];
  getName(channel: ServerChannel): string;
  getUnread(channel: ServerChannel): Unread;
  /** The open channel. It is listed last, because the person is already there. */
  openId: string | undefined;
  /** The people that the server found. */
  people: readonly UserProfile[];
  commands: readonly Command[];
  places: readonly Place[];
}

/** The maximum number of targets shown, and of each kind if there are others. */
const MAX_TARGETS = 12;
const MAX_OF_KIND = 6;

/**
 * The targets that match, best first: names that start with the text before those that contain it, and unread channels
 * before others. A first character of `@`, `~` or `/` limits them to people, channels or commands.
 */
export function findTargets(facts: Facts): Target[] {
  const query = facts.query.trim().toLowerCase();
  const only = {'@': 'person', '~': 'channel', '/': 'command'}[query[0] ?? ''];
  const term = only ? query.slice(1) : query;
  const channels = only !== 'command' ? matchingChannels(facts, term) : [];
  const shownChannels = only === 'person' ? channels.filter(({channel}) => channel.type === 'D') : channels;
  if (query === '') return shownChannels.slice(0, MAX_TARGETS);
  const withDirect = new Set(
    channels.flatMap(({channel}) => (channel.type === 'D' ? channel.name.split('__') : [])),
  );
  const people: Target[] = facts.people
    .filter(({id}) => !withDirect.has(id))
    .map((person) => ({kind: 'person', person}));
  const commands = ranked(facts.commands, ({trigger}) => [trigger], term).map(
    (command): Target => ({kind: 'command', command}),
  );
  const places = ranked(facts.places, ({name, area}) => [name, area], term).map(
    (place): Target => ({kind: 'place', place}),
  );
  if (only === 'command') return commands.slice(0, MAX_TARGETS);
  if (only === 'channel') return shownChannels.slice(0, MAX_TARGETS);
  if (only === 'person') return [...shownChannels, ...people].slice(0, MAX_TARGETS);
  const others = [commands, places].flatMap((list) => list.slice(0, MAX_OF_KIND));
  const first = [...shownChannels, ...people].slice(0, Math.max(MAX_OF_KIND, MAX_TARGETS - others.length));
  return [...first, ...others].slice(0, MAX_TARGETS);
}

function matchingChannels({channels, getName, getUnread, openId}: Facts, term: string) {
  const scored = channels
    .filter(({delete_at}) => delete_at === 0)
    .map((channel) => ({
      target: {kind: 'channel' as const, channel, unread: getUnread(channel)},
      rank: getRank([getName(channel), channel.type === 'D' ? '' : channel.name], term),
    }))
    .filter(({rank}) => rank < 2);
  const urgency = ({target: {channel, unread}}: (typeof scored)[number]) =>
    channel.id === openId ? -1 : unread.mentions > 0 ? 2 : unread.isUnread ? 1 : 0;
  return scored
    .sort(
      (a, b) =>
        (term === '' ? 0 : a.rank - b.rank) ||
        urgency(b) - urgency(a) ||
        b.target.channel.last_post_at - a.target.channel.last_post_at,
    )
    .map(({target}) => target);
}

/** 0 if a name starts with the term, 1 if one contains it, 2 if none does. */
function getRank(names: readonly string[], term: string): number {
  const lower = names.map((name) => name.toLowerCase());
  if (lower.some((name) => name.startsWith(term))) return 0;
  return lower.some((name) => name.includes(term)) ? 1 : 2;
}

function ranked<T>(items: readonly T[], getNames: (item: T) => string[], term: string): T[] {
  return items
    .map((item) => ({item, rank: getRank(getNames(item), term)}))
    .filter(({rank}) => rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .map(({item}) => item);
}
