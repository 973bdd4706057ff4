import {t} from '@lingui/core/macro';
import {Trans} from '@lingui/react/macro';
import type {ServerChannel} from '@mattermost/types/channels';
import type {Team} from '@mattermost/types/teams';
import type {UserProfile} from '@mattermost/types/users';
import {useStore} from '@nanostores/react';
import {useQuery} from '@tanstack/react-query';
import {type ReactNode, useReducer} from 'react';
import {ChannelIcon} from '../../../../components/channels/channel-icon.tsx';
import {PersonLine} from '../../../../components/people/person-line.tsx';
import {Icon} from '../../../../components/ui/icon.tsx';
import {addressName, otherUserId} from '../../../../data/channels/addresses.ts';
import {channelName, otherLoadedMembers} from '../../../../data/channels/channel-names.ts';
import {knownChannels, loadedChannel, useChannel} from '../../../../data/channels/channels.ts';
import {directContacts, likelyFirst} from '../../../../data/channels/likely-people.ts';
import {$openChannel} from '../../../../data/channels/read-state.ts';
import {loadedPerson, rememberPeople, usePerson} from '../../../../data/people/people.ts';
import {searchableNames} from '../../../../data/people/searchable-names.ts';
import {loadedWindow} from '../../../../data/posts/channel-window.ts';
import {type DayRange, rangeFilter} from '../../../../data/posts/date-filters.ts';
import {loadedPost} from '../../../../data/posts/posts.ts';
import {searchHistory, storeSearches} from '../../../../data/posts/search-history.ts';
import {FILTERS, type FilterName, type SearchTarget} from '../../../../data/posts/search-input.ts';
import {type SearchScope, searchedTeamId} from '../../../../data/posts/search-scope.ts';
import {isSearchable} from '../../../../data/posts/search-terms.ts';
import {useDates} from '../../../../data/preferences/display.ts';
import {me, useMe} from '../../../../data/session/session.ts';
import {foldText} from '../../../../lib/fold-text.ts';
import {matchRank, RANK} from '../../../../lib/match-rank.ts';
import {server} from '../../../../lib/server.ts';
import {useDebounced} from '../../../../lib/use-debounced.ts';
import {addDays, addMonths} from '../../../../lib/zoned-time.ts';
import styles from '../search-box.module.css';
import {type SearchScopes, useSearchScopes} from '../search-scopes.ts';

export interface SearchSuggestion {
  key: string;
  /** The text that replaces the typed part. A recent search replaces everything. */
  text: string;
  isSearch?: boolean;
  /** The teams of a search. */
  teams?: SearchScope;
  /** Removes a recent search from the list. */
  remove?: () => void;
  /** A filter that replaces the typed one. */
  filter?: FilterName;
  shown: ReactNode;
}

/** The maximum number of people or channels. */
const MAX_SUGGESTIONS = 8;
/** The server sorts people by name, so those that the person looks for can be among the later ones. */
const MAX_PEOPLE = 30;
/** The maximum number of each for a word that isn't a filter. */
const MAX_OF_WORD = 3;
const EXTENSIONS = ['pdf', 'docx', 'xlsx', 'pptx', 'txt', 'md', 'csv', 'png', 'jpg', 'zip'];

/** Suggestions for what the person is typing in a search. */
export function useSearchSuggestions(
  target: SearchTarget,
  text: string,
  teams: SearchScope,
): SearchSuggestion[] {
  const scopes = useSearchScopes();
  const teamId = searchedTeamId(teams, scopes.open);
  const dates = useDates();
  const filter = target.filter;
  const typed = target.term;
  const term = useDebounced(typed, 100);
  const {data = [], isPlaceholderData} = useQuery({
    queryKey: ['search-suggestions', filter, term, teamId, scopes.open.id],
    enabled: filter === 'from' || filter === 'in' || (filter === undefined && term !== ''),
    staleTime: 15_000,
    placeholderData: (before, query) => (query?.queryKey[1] === filter ? before : undefined),
    queryFn: () => {
      if (filter === undefined) return authorsAndPlaces(term, teamId, scopes);
      return filter === 'in' ? places(term, teamId, scopes) : people(term, teamId, false);
    },
  });
  // They may be the results for an earlier term, so keep only those that match.
  const found =
    !isPlaceholderData && term === typed
      ? data
      : data.filter(({text: value}) => {
          const name = withoutMark(value);
          const start = withoutMark(typed);
          return name.startsWith(start) || withoutTeam(name).startsWith(start);
        });
  const here = useOpenChannelFilter(teamId, scopes);
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  switch (filter) {
    case undefined:
      return [
        ...(typed === '' ? [] : found),
        ...history(text, teams, scopes, renderAgain),
        ...(text.trim() === '' ? here : []),
        ...filters(typed),
        ...(scopes.teams.length > 1 && isSearchable(text)
          ? inOtherTeams(text.trim(), teams, scopes.open)
          : []),
      ];
    case 'from':
      return 'me'.startsWith(typed.toLowerCase())
        ? [...found, {key: 'me', text: 'me', shown: <OwnMessages />}]
        : found;
    case 'in':
      return found;
    case 'has':
      return having().filter(({text: value}) => value.startsWith(typed.toLowerCase()));
    case 'ext':
      return EXTENSIONS.filter((one) => one.startsWith(typed.toLowerCase())).map((one) => ({
        key: one,
        text: one,
        shown: one,
      }));
    default:
      return days(dates.dayKey(Date.now()), filter).filter(({text: day}) => day.startsWith(typed));
  }
}

function OwnMessages() {
  return (
    <>
      <code className={styles.code}>me</code>{' '}
      <span className={styles.quiet}>
        <Trans>Your own messages</Trans>
      </span>
    </>
  );
}

/** The filter for the open channel, if there is one and it is searched. */
function useOpenChannelFilter(teamId: string, {teams}: SearchScopes): SearchSuggestion[] {
  const channel = useChannel(useStore($openChannel) ?? '');
  const own = useMe();
  const other = usePerson(channel?.type === 'D' ? otherUserId(channel, own.id) : '');
  if (!channel || (teamId && channel.team_id && channel.team_id !== teamId)) return [];
  const place =
    channel.type === 'D'
      ? other && `@${other.username}`
      : channel.type === 'G'
        ? groupPlace(channel, own)
        : teamPlace(channel, teamId, teams);
  if (!place) return [];
  return [
    {
      key: 'here',
      text: `in:${place}`,
      shown: (
        <>
          <ChannelIcon channel={channel} />
          <bdi className={styles.cut}>{channelName(channel, own)}</bdi>{' '}
          <span className={styles.quiet}>
            <Trans>in this channel</Trans>
          </span>
        </>
      ),
    },
  ];
}

const withoutMark = (text: string) => text.replace(/^(?:from:|in:)?[@~#]?/, '').toLowerCase();
const withoutTeam = (place: string) => place.slice(place.indexOf('/') + 1);

function filters(typed: string): SearchSuggestion[] {
  const about: Record<FilterName, string> = {
    from: t`Messages from a person`,
    in: t`Messages in a channel`,
    on: t`Messages of a day`,
    before: t`Messages before a day`,
    after: t`Messages after a day`,
    has: t`Messages with a file, a link, a pin or reactions`,
    ext: t`Files of a type`,
  };
  return FILTERS.filter((name) => name.startsWith(typed.toLowerCase())).map((name) => ({
    key: name,
    text: `${name}:`,
    shown: (
      <>
        <code className={styles.code}>{name}:</code> <span className={styles.quiet}>{about[name]}</span>
      </>
    ),
  }));
}

/** Past searches that begin with the text, or with words that do. */
function history(
  text: string,
  searched: SearchScope,
  {read, nameOf}: SearchScopes,
  onRemoved: () => void,
): SearchSuggestion[] {
  const typed = foldText(text.trim());
  const matches = (terms: string) => foldText(terms) !== typed && matchRank([terms], typed) <= RANK.words;
  // Without a team that the person has left, two can be the same search now.
  const past = new Map(
    searchHistory()
      .filter(({terms}) => matches(terms))
      .map(({terms, teams}) => ({terms, scope: read(teams)}))
      // What is shown depends on the searched teams.
      .map((one) => [`history ${searched} ${one.scope} ${one.terms}`, one]),
  );
  return [...past].map(([key, {terms, scope}]) => ({
    key,
    text: terms,
    isSearch: true,
    teams: scope,
    remove: () => {
      storeSearches(searchHistory().filter((one) => one.terms !== terms || read(one.teams) !== scope));
      onRemoved();
    },
    shown: (
      <>
        <Icon name="clock" size={16} />
        <span className="visually-hidden">
          <Trans>Recent search:</Trans>
        </span>
        <span className={styles.cut}>{terms}</span>
        {scope !== searched && (
          <>
            {' '}
            <bdi className={styles.quiet}>{nameOf(scope)}</bdi>
          </>
        )}
      </>
    ),
  }));
}

/** The search itself, in the open team or in all teams, unless it is one of these already. */
function inOtherTeams(terms: string, searched: SearchScope, open: Team): SearchSuggestion[] {
  return [
    ...(searched ? [inTeam(terms, open.display_name)] : []),
    ...(searched === 'all' ? [] : [inAllTeams(terms)]),
  ];
}

/** The search itself, in all teams. */
function inAllTeams(terms: string): SearchSuggestion {
  return {
    key: `all-teams ${terms}`,
    text: terms,
    isSearch: true,
    teams: 'all',
    shown: (
      <>
        <Icon name="search" size={16} />
        <span className={styles.cut}>
          <Trans>Search in all teams for “{terms}”</Trans>
        </span>
      </>
    ),
  };
}

/** The search itself, in the open team only. */
function inTeam(terms: string, team: string): SearchSuggestion {
  return {
    key: `team ${terms}`,
    text: terms,
    isSearch: true,
    shown: (
      <>
        <Icon name="search" size={16} />
        <span className={styles.cut}>
          <Trans>
            Search only in {team} for “{terms}”
          </Trans>
        </span>
      </>
    ),
  };
}

function having(): SearchSuggestion[] {
  return Object.entries(searchedParts()).map(([value, about]) => ({
    key: value,
    text: value,
    shown: (
      <>
        <code className={styles.code}>{value}</code> <span className={styles.quiet}>{about}</span>
      </>
    ),
  }));
}

/** Days, and for a filter that finds messages of one day also times until today. */
function days(today: string, filter: 'on' | 'before' | 'after'): SearchSuggestion[] {
  const choices: (readonly [name: string, day: string, filter?: 'after'])[] = [
    [t`Today`, today],
    [t`Yesterday`, addDays(today, -1)],
    ...(filter === 'on'
      ? ([
          [t`Last 7 days`, addDays(today, -7), 'after'],
          [t`Last 30 days`, addDays(today, -30), 'after'],
          [t`Last month`, rangeFilter(lastMonth(today))[1], 'after'],
          [t`Last 3 months`, addMonths(today, -3), 'after'],
        ] as const)
      : ([
          [t`A week ago`, addDays(today, -7)],
          [t`30 days ago`, addDays(today, -30)],
        ] as const)),
  ];
  return choices.map(([name, day, instead]) => {
    return {
      key: day,
      text: day,
      ...(instead && {filter: instead}),
      shown: (
        <>
          {name} <span className={styles.quiet}>{instead ? `${instead}:${day}` : day}</span>
        </>
      ),
    };
  });
}

/**
 * The value of `in:` for a channel of a team. In a search of all teams, it names the team if another one has a channel with
 * this name.
 */
function teamPlace(channel: ServerChannel, searchedId: string, teams: readonly Team[]): string {
  const {id, name, team_id} = channel;
  const hasEqual = Object.values(knownChannels()).some((one) => one.name === name && one.id !== id);
  const team = searchedId === '' && hasEqual ? teams.find((one) => one.id === team_id) : undefined;
  return team ? `${team.name}/${name}` : name;
}

/** The value of `in:` for a group: the usernames of the other members. */
function groupPlace(channel: ServerChannel, own: UserProfile): string {
  const others = otherLoadedMembers(channel, own.username);
  return others ? `@${others.join()}` : channel.id;
}

/** Channels, and direct and group messages. After an `@`, only those. */
async function places(term: string, teamId: string, scopes: SearchScopes): Promise<SearchSuggestion[]> {
  const isDirect = term.startsWith('@');
  const [inTeam, contacts] = await Promise.all([
    isDirect ? NO_CHANNELS : channels(term, teamId, scopes),
    isDirect || term !== '' ? people(term, teamId, true) : [],
  ]);
  return [...inTeam.starting, ...contacts, ...groups(term), ...inTeam.containing].slice(
    0,
    2 * MAX_SUGGESTIONS,
  );
}

/** Group messages with people whose names start with the words. */
function groups(term: string): SearchSuggestion[] {
  const own = me();
  const wanted = foldText(term.replace(/^@/, ''));
  return Object.values(knownChannels())
    .filter((channel) => channel.type === 'G')
    .filter((channel) => wanted !== '' && matchRank([channelName(channel, own)], wanted) <= RANK.words)
    .toSorted((a, b) => b.last_post_at - a.last_post_at)
    .slice(0, MAX_OF_WORD)
    .map((channel) => ({
      key: channel.id,
      text: groupPlace(channel, own),
      shown: (
        <>
          <ChannelIcon channel={channel} />
          <bdi className={styles.cut}>{channelName(channel, own)}</bdi>
        </>
      ),
    }));
}

/** The month before the one of a day. */
function lastMonth(today: string): DayRange {
  const first = addMonths(`${today.slice(0, 7)}-01`, -1);
  return {first, last: addDays(addMonths(first, 1), -1)};
}

/** Filters for the people and channels whose names start with a word. */
async function authorsAndPlaces(
  term: string,
  teamId: string,
  scopes: SearchScopes,
): Promise<SearchSuggestion[]> {
  const [authors, inTeam] = await Promise.all([people(term, teamId, false), channels(term, teamId, scopes)]);
  const asFilter = (name: FilterName) => (one: SearchSuggestion) => ({
    key: `${name} ${one.key}`,
    text: `${name}:${one.text}`,
    shown: (
      <>
        <code className={styles.code}>{name}:</code> {one.shown}
      </>
    ),
  });
  return [
    ...authors.slice(0, MAX_OF_WORD).map(asFilter('from')),
    ...[...inTeam.starting, ...inTeam.containing].slice(0, MAX_OF_WORD).map(asFilter('in')),
  ];
}

/** People whose names match. Those that the person writes with, or who wrote in the open channel, come first. */
async function people(term: string, teamId: string, areDirect: boolean): Promise<SearchSuggestion[]> {
  const name = term.replace(/^@/, '');
  const {users} = await server.autocompleteUsers(name, teamId, '', {limit: MAX_PEOPLE});
  rememberPeople(users);
  const lastPosts = latestInOpenChannel(teamId);
  const authors = [...lastPosts.keys()].flatMap((id) => loadedPerson(id) ?? []);
  const known = [...directContacts(), ...authors].filter(
    (person) => matchRank(searchableNames(person), foldText(name)) < RANK.part,
  );
  const found = new Map([...known, ...users].map((user) => [user.id, user]));
  return likelyFirst([...found.values()], name, lastPosts)
    .slice(0, MAX_SUGGESTIONS)
    .map((user) => ({
      key: user.id,
      text: areDirect ? `@${user.username}` : user.username,
      shown: <PersonLine person={user} />,
    }));
}

/** The times of the latest loaded messages in the open channel, by the id of their author. None if it isn't searched. */
function latestInOpenChannel(teamId: string): Map<string, number> {
  const home = loadedChannel($openChannel.get() ?? '')?.team_id;
  if (home && teamId && home !== teamId) return new Map();
  const ids = loadedWindow($openChannel.get() ?? '')?.ids ?? [];
  const posts = ids.flatMap((id) => loadedPost(id) ?? []);
  return new Map(posts.filter(({type}) => type === '').map((post) => [post.user_id, post.create_at]));
}

interface FoundChannels {
  /** Their names start with the words. */
  starting: SearchSuggestion[];
  /** Their names contain the text elsewhere, so people and groups come first. */
  containing: SearchSuggestion[];
}

const NO_CHANNELS: FoundChannels = {starting: [], containing: []};

async function channels(term: string, teamId: string, scopes: SearchScopes): Promise<FoundChannels> {
  const name = term.replace(/^[~#]/, '');
  const found = teamId === '' ? ownChannels(name, scopes) : await server.autocompleteChannels(teamId, name);
  const own = knownChannels();
  const open = $openChannel.get();
  // A search only covers the person's own channels.
  const searched = (found as unknown as ServerChannel[])
    .filter(({id, type}) => own[id] && type !== 'D' && type !== 'G')
    .toSorted((a, b) => Number(b.id === open) - Number(a.id === open))
    .slice(0, MAX_SUGGESTIONS);
  const wanted = foldText(withoutTeam(name));
  const {starting = [], containing = []} = Object.groupBy(searched, (channel) =>
    matchRank([channel.display_name, channel.name], wanted) <= RANK.words ? 'starting' : 'containing',
  );
  const suggest = (channel: ServerChannel) => suggestedChannel(channel, teamId, scopes);
  return {starting: starting.map(suggest), containing: containing.map(suggest)};
}

/** The filter for a channel of a team. In a search of all teams, it shows its team if it isn't the only or the open one. */
function suggestedChannel(
  channel: ServerChannel,
  searchedId: string,
  {open, teams}: SearchScopes,
): SearchSuggestion {
  const text = teamPlace(channel, searchedId, teams);
  const team =
    searchedId === '' && (text !== channel.name || channel.team_id !== open.id)
      ? teams.find(({id}) => id === channel.team_id)
      : undefined;
  const address = channel.name === addressName(channel.display_name) ? undefined : channel.name;
  const about = team?.display_name ?? address;
  return {
    key: channel.id,
    text,
    shown: (
      <>
        <ChannelIcon channel={channel} />
        <bdi className={styles.cut}>{channel.display_name}</bdi>
        {about && (
          <>
            {' '}
            <bdi className={styles.quiet}>{about}</bdi>
          </>
        )}
      </>
    ),
  };
}

/**
 * Channels of all teams whose names have a word that starts like this, after the name of a team as in `crew/harbor` only its
 * own. The best matches come first, then those of the open team, and then those with the newest messages.
 */
function ownChannels(term: string, {open, teams}: SearchScopes): ServerChannel[] {
  const start = foldText(withoutTeam(term));
  const team = term.includes('/') && term.slice(0, term.indexOf('/')).toLowerCase();
  const matching = Object.values(knownChannels())
    .filter(({team_id}) => teams.some(({id, name}) => id === team_id && (!team || name === team)))
    .map((channel) => ({channel, rank: matchRank([channel.display_name, channel.name], start)}))
    .filter(({rank}) => rank <= RANK.words);
  const isOpen = ({team_id}: ServerChannel) => Number(team_id === open.id);
  return matching
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        isOpen(b.channel) - isOpen(a.channel) ||
        b.channel.last_post_at - a.channel.last_post_at,
    )
    .map(({channel}) => channel);
}

/** What `has:` finds, by its values. */
export function searchedParts(): Record<string, string> {
  return {file: t`A file`, link: t`A link`, pin: t`Pinned to the channel`, reaction: t`Reactions`};
}
